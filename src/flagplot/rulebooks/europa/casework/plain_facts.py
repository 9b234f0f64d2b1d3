"""Facts of a position as people write them, put into the casebook's own words."""

from __future__ import annotations

from flagplot.rulebooks.europa.map.chart import HEX
from flagplot.table.phrase import Phrase, rewritten

_ID = r"([\w.-]+)"
_IN = r"(?:at|in|off|near)"

_FACTS: tuple[tuple[str, str], ...] = (
    # where; "|" parts the facts that must all hold
    (rf"{_ID} (?:is |stays |remains |lies )?at sea {_IN} (?:hex )?(\S+)", "{0} at sea|{0} at {1}"),
    (rf"{_ID} (?:is |stays |remains |lies )?in port {_IN} (?:hex )?(\S+)", "{0} in port|{0} at {1}"),
    (rf"{_ID} (?:is |stays |remains |ends |lies |stands )(?:still )?(?:at|in) (?:hex )?({HEX}(?:/\S+)?)", "{0} at {1}"),
    (rf"{_ID} (?:at|in) (?:hex )?({HEX}(?:/\S+)?)", "{0} at {1}"),
    (rf"{_ID} is in ([A-Z][\w-]{{3,}})", "{0} in port|{0} at {1}"),
    (rf"{_ID} (?:stays|remains) (at sea|in port)", "{0} {1}"),
    # MPs
    (rf"{_ID} (?:has )?spent (\d+)(?: MPs?)?(?: (?:in |so far |already )?(?:this|the) step| so far| in all| in total)",
     "{0} spent {1} MPs"),
    (rf"{_ID} (?:has )?(?:spent )?(\d+) night MPs?(?: spent)?(?: (?:in )?(?:this|the) phase)?",
     "{0} spent {1} night MPs this phase"),
    (rf"{_ID} has (\d+)(?: MPs?)?(?: remaining| to spend)?(?: left)?", "{0} has {1} MPs left"),
    (rf"{_ID} has no MPs(?: left| remaining)?", "{0} has 0 MPs left"),
    (rf"{_ID} (?:has )?paid (\d+)(?: MPs?)?", "{0} has paid {1} MPs"),
    # records
    (rf"{_ID} (?:has|bears) no (?:step|Step) marker", "{0} step marker 0"),
    (rf"{_ID} (?:has|bears|gets) (?:an? )?(?:step marker )?-(\d+)(?: [Ss]tep)?(?: marker)?", "{0} step marker {1}"),
    (rf"{_ID} (?:has |bears )(?:a )?step marker (?:of )?-?(\d+)", "{0} step marker {1}"),
    (rf"{_ID} (?:is )?(?:unfound|undetected)", "{0} is not found"),
    (rf"{_ID} (not )?(found|activated|in reserve|screened|counted as moved|blockaded)", "{0} is {1}{2}"),
    (rf"port {_ID} is (not )?blockaded", "{0} is {1}blockaded"),
    (rf"{_ID} is (?:an? )?(combat|cargo|mixed|submarine|flotilla) (?:naval )?group", "{0} is {1}"),
    (rf"{_ID} (?:contains|consists of|is made of|comprises|has units?) (.+)", "{0} holds {1}"),
    (rf"{_ID} has ([A-Z][A-Z]+-\S+.*)", "{0} holds {1}"),
    (rf"{_ID}'?s? strength is (\d+)|{_ID} has strength (\d+)", "{0}{2} strength {1}{3}"),
    (rf"{_ID} has (?:no|0) hits|{_ID} takes no hits", "{0}{1} hits 0"),
    (rf"{_ID} (?:takes|has taken|suffers) (\d+) hits?", "{0} hits {1}"),
    (r"(no|one|two|three|0|1|2|3) (?:(Allied|Axis) )?(?:naval )?groups? (.*?)(?:at|in) (\S+)", "{0} {1} groups {2}at {3}"),
    # map
    (rf"(?:hex )?({HEX}) is (not )?(?:an? )?(?:all[- ])?(sea|coastal|land|restricted|river|lake)(?: hex| waters)?",
     "{0} is {1}{2}"),
    (r"sea distance (?:from )?(\S+) (?:to |and )(\S+) (?:is )?(\d+)", "sea distance {0} {1} is {2}"),
    (rf"({HEX}) is (not )?in (?:the )?combat zone of (\S+)( (?:by|at) night)?", "combat zone of {2}{3} {1}covers {0}"),
    (r"combat zone of (?:CD (?:at )?)?(\S+)( (?:by|at) night)? (?:does not|doesn't) (?:cover|include|reach) (?:hex )?(\S+)",
     "combat zone of {0}{1} misses {2}"),
    (r"combat zone of (?:CD (?:at )?)?(\S+)( (?:by|at) night)? (?:includes|covers|reaches) (?:hex )?(\S+)",
     "combat zone of {0}{1} covers {2}"),
    # search
    (r"(?:search )?modifier (?:for|against) ([^\s:]+)((?: by .+?)?)(?: is|:| =)? ([+-]?\d+)",
     "search modifier for {0}{1} is {2}"),
    (r"search modifier ([a-z-]+) (?:for|against) (\S+)(?::| =) ?([+-]?\d+)", "search modifier {0} for {1} is {2}"),
    (r"(?:a |search )?(?:modified )?total (?:of )?(-?\d+(?: ?[+-] ?\d+)*)(?: is| gives| reads|:| =) ?(D|F\*|F|S\*|S)",
     "search total {0} is {1}"),
    (r"(\S+) (?:can't|can not|may not|is not able to) search(?: for)? (\S+)", "{0} cannot search for {1}"),
    (r"(\S+) (?:can|may) search(?: for)? (\S+)", "{0} can search for {1}"),
    # costs, guns
    (r"cost (\d+|-)(?: MPs?): (.+)", "cost {0}: {1}"),
    (r"cost of (.+) is (\d+|-)(?: MPs?)?|(.+) costs (\d+|-)(?: MPs?)?", "cost {1}{3}: {0}{2}"),
    (r"gunnery(?: strength)? of (?:(?:CD|coast defence) (?:at )?)?(\S+)( (?:by|at) night)?((?: at \d\S+)?)((?: (?:by|at) night)?)"
     r"(?: is|:| =)? ([\d/.]+)", "gunnery of {0}{1}{2}{3} is {4}"),
    (rf"(?:CD|coast defen[cs]e)(?: at)? ({HEX}|\S+) (?:has |takes )?(?:hits )?(no|\d+)(?: hits?)?",
     "coast defence {0} has {1} hits"),
    # cargo, aircraft, markers
    (r"(?:cargo )?(\S+) (?:is )?(?:on|aboard) ([A-Z]+-\S+)", "cargo {0} on {1}"),
    (r"(?:cargo )?(\S+) (?:is )?ashore(?: at| in) (\S+)", "cargo {0} ashore at {1}"),
    (r"(?:cargo )?(\S+) is lost", "cargo {0} lost"),
    (r"(?:air )?(\S+) (?:has|gets|bears) an? (X|Inop)(?: marker)?", "air {0} is {1}"),
    (r"(?:air )?(\S+) has no marker", "air {0} is ready"),
    (r"(\S+) is (X|Inop|ready)", "air {0} is {1}"),
    (rf"(?:(\d+|no) )(?:mines?|mine points?) at ({HEX}|\S+)", "mines at {1} {0}"),
    (rf"(mines|interdiction) at ({HEX}|\S+?)(?::| is| =|,) ?(\d+)", "{0} at {1} {2}"),
    (r"(?:passage at Gibraltar|Gibraltar passage|Gibraltar is open to)(?::| is)? (?:the )?(Allied|Axis)",
     "passage at Gibraltar {0}"),
    # clock, tables, scores
    (r"(?:it is |now )?step (?:is )?(\d+)(?: of \d+)?", "step {0}"),
    (r"(?:it is )?(?:the )?(Allied|Axis) (?:turn|player turn|is phasing|phasing|player-turn)", "{0} player-turn"),
    (r"(?:in |segment )(?:the )?(movement|reaction)(?: segment)?", "{0} segment"),
    (r"table (\S+) row (\S+) (\S+)(?: =|:| is) (?:barred|none|not possible)", "table {0} row {1} {2} is -"),
    (r"table (\S+) row (\S+) (\S+)(?: =|:) (.+)", "table {0} row {1} {2} is {3}"),
    (r"chapter (\d+)(?: has)? version (\S+)", "chapter {0} is version {1}"),
    (r"(?:score )?(Allied|Axis)(?: score)?(?: is|:)? (-?[\d.]+)(?: VPs?)?", "score {0} {1}"),
)
_FORMS = tuple((Phrase(pattern), form) for pattern, form in _FACTS)
_NUMBERS = {"no": "0", "one": "1", "two": "2", "three": "3"}


def lines(line: str) -> tuple[str, ...]:
    """The fact in the casebook's words, as one fact or several that must all hold; empty when it is of no kind known here."""
    said = " ".join(line.split()).rstrip(".")
    found = rewritten(said, _FORMS, _NUMBERS)
    made = tuple(" ".join(part.split()) for part in found.split("|")) if found else ()
    return made if made != (said,) else ()
