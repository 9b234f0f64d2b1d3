"""A line of a case about something that is not there is an error, whether it says that something is
so or that it is not."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from flagplot.odds import casebook_chances
from flagplot.table.casebook.case_file import CaseFailure, Line, Stage, read_cases
from flagplot.table.casebook.case_run import CaseRun
from flagplot.table.casebook.clause_index import load_clauses
from flagplot.table.core.errors import TextError
from flagplot.table.game.game import Game
from flagplot.table.language.compound_nouns import ListNoun, OptionalNoun, UnionNoun
from flagplot.table.language.nouns import Noun

from .test_casebooks import CASEBOOK

NAME = re.compile(r"[A-Za-z][\w.'-]*")
SURE = (
    "accepted",
    "asks",
    "caution",
    "chance",
    "culprit",
    "error",
    "event",
    "option",
    "refused",
    "rests",
    "rolls",
    "shows",
)
"""First words of lines that name what must have happened: a wrong name fails them anyhow."""


def reads_any(noun: Noun) -> bool:
    """Return whether a noun reads words that name nothing."""
    if isinstance(noun, UnionNoun):
        return any(map(reads_any, noun.nouns))
    return reads_any(noun.noun) if isinstance(noun, (OptionalNoun, ListNoun)) else noun.free


class Misspelt(CaseRun):
    """A case whose lines of ``then`` are looked at again with each name in them misspelt, as they
    stand and turned round."""

    held: list[str]
    tried = 0

    def nothing_unsaid(self, game: Game, stage: Stage) -> None:
        super().nothing_unsaid(game, stage)
        for line in stage.then:
            if line.text.split()[0] not in (*SURE, "suggests"):
                for wrong in (
                    *self.misspelt(line.text),
                    *self.gobbled(line.text.removeprefix("not ")),
                ):
                    self.look(Line(wrong, line.number))

    def gobbled(self, text: str) -> list[str]:
        """A line of the book with a word that names nothing in each slot that reads any word, as it
        stands and turned round."""
        assert self.after.game is not None
        assert self.book.lines is not None
        lines, state = self.book.lines, self.after.game.state
        try:
            template = lines.read_by("fact", text, state)
        except TextError:
            return []  # a line that every book has
        s = lines._scan("fact", text, state)
        s.follow()
        template.node(s, 0)
        free = {slot.name for slot in template.slots if reads_any(slot.noun)}
        wrong = [
            f"{text[: x.start]}gobblegook{text[x.end :]}"
            for x in s.spans
            if x.slot.partition(".")[0] in free
        ]
        return [*wrong, *(f"not {w}" for w in wrong)]

    def misspelt(self, text: str) -> list[str]:
        assert self.after.game is not None
        known = [
            m
            for m in NAME.finditer(text)
            if re.search("[A-Z]", m[0]) and self.book.names_something(self.after.game.state, m[0])
        ]
        out = []
        for m in known:
            wrong = f"{text[: m.start()]}Xqzzy{text[m.end() :]}"
            viewed, _, rest = (
                wrong.partition(": ") if wrong.startswith("view ") else ("", "", wrong)
            )
            turned = (
                rest.removeprefix("not ") if rest.startswith(("not ", "no ")) else f"not {rest}"
            )
            out += [wrong, f"{viewed}: {turned}" if viewed else turned]
        return out

    def look(self, line: Line) -> None:
        assert self.after.game is not None
        self.tried += 1
        try:
            self.after.expect(self.after.game, line)
        except CaseFailure:
            return
        self.held.append(f"{self.case.file}: {self.case.id}: {line.text}")


@pytest.mark.parametrize(
    "book",
    [
        "europa",
        pytest.param("awaw", marks=pytest.mark.soak),
        pytest.param("campaign", marks=pytest.mark.soak),
    ],
)
def test_a_line_about_an_unknown_name_never_holds(book: str) -> None:
    held: list[str] = []
    tried = 0
    for path in sorted(
        files("flagplot.rulebooks").joinpath(book, "casebook").iterdir(), key=lambda p: p.name
    ):
        if path.name.endswith(".toml"):
            for case in read_cases(path.read_text("utf-8"), path.name):
                run = Misspelt(case, CASEBOOK.setup(case), casebook_chances, load_clauses(book))
                run.held = held
                run.play()
                tried += run.tried
    assert held == []
    assert tried > 300


POSITION = """
major port Home at 5,20 held by Allied
minor port Goal at 9,20 held by Allied
major port Bay at 30,20 held by Axis
zone NA range 2 next to 0,20
ship A York, Allied (Britain) CA, at Home
ship B Bremen, Axis (Germany) CL, at Bay
"""


def problem(
    given: str = "",
    when: str = "",
    then: str = "not over",
    book: str = "campaign",
    position: str = POSITION,
) -> str:
    """Return the failure of a case of these lines; its first line of ``when`` stands on line 4."""
    text = (
        f'book = "{book}"\n[[case]]\nid = "x"\nclauses = []\ntitle = ""\n'
        f'when = """\n{when}\n"""\nthen = """\n{then}\n"""\ngiven = """{position}{given}\n"""\n'
    )
    (result,) = CASEBOOK.run_text(text, "x.toml")
    return str(result) if not result.passed else ""


@pytest.mark.parametrize(
    ("then", "told"),
    [
        (
            "no event mision-written",
            "there is no event 'mision-written'; near it are mission-written",
        ),
        ("no event mission-written unit=A", "has no field 'unit'"),
        (
            "no event mission-ended base=Hone",
            "base of event mission-ended is never 'Hone': nothing here is called 'Hone'",
        ),
        ("no event phase-began turn=one", "it is a number"),
        ("hides Britain mission-writen", "there is no event"),
        ("hides Sweden side-done", "no side 'Sweden' plays"),
        ("shows Sweden side-done", "no side 'Sweden' plays"),
        ("does not ask Allied order", "nobody is ever asked 'order'; near it are orders"),
        ("does not ask Sweden orders now", "no side 'Sweden' plays"),
        ("allows 6.9.9", "'6.9.9' is not a clause of campaign"),
        ("allows 6.3", "nothing was ordered"),
        ("no option patroll 6,20 with A", "no order begins like"),
        ("no option regroup C add A", "no mission 'C'"),
        ("chance volley BB v CA -> lots = 0", "volley never ends 'lots'"),
        ("chance duel BB v CA -> attacker sunken = 0", "duel never ends 'attacker sunken'"),
        ("not A based at Homme", "no place 'Homme'"),
        ("Allied does not spot AX9-9", "no mission 'AX9-9'"),
        ("XX may not have a leader", "'XX' is no ship and no class"),
        ("missions of Sweden 0", "no side 'Sweden'"),
        ("view Sweden: missions of Allied 0", "no side 'Sweden' plays"),
        ("not A based at Home", "found: Home"),
    ],
)
def test_what_did_not_happen_to_nothing_is_an_error(then: str, told: str) -> None:
    assert told in problem(then=then)


@pytest.mark.parametrize(
    "then",
    [
        "no event mission-ended base=Home",
        "does not ask Axis after-battle",
        "no option patrol 30,20 with A return Home",
        "chance duel BB v CA rounds 1 -> both sunk = 0",
        "chance volley BB v CA -> 0-30 = 0",
        "not A based at Goal",
        "not Axis spots A",
    ],
)
def test_what_did_not_happen_to_something_holds(then: str) -> None:
    written = "Allied: patrol 6,25 with A via direct return Home" if "spots" in then else ""
    assert problem(then=then, when=written) == ""


STRAIT = "strait Sound between 25,15 and 26,16 held by"
CARRIER = "ship C Lion, Allied CVE, at Home"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("ship A Kent, Allied CA, at Goal", "A stands on the board already"),
        ("ship Q Kent, Allied CA, at Goal strength 99", "no ship has more than 15 strength points"),
        ("Axis holds Home\nAllied holds Home", "says otherwise (Axis holds Home); say it once"),
        ("season Winter\nturn 3, Fall", "says otherwise (season Winter)"),
        ("season Spring\nseason Winter", "says otherwise (season Spring)"),
        ("pool Pacific of Allied 4\npool Pacific of Allied 9", "says otherwise"),
        (f"{STRAIT} Home\n{STRAIT} Bay", "strait Sound stands on the board already"),
        ("zone NA range 1 next to 0,20", "zone NA stands on the board already"),
        ("air F F, Allied fighter, at Nowhere", "no port or carrier 'Nowhere'"),
        (
            f"{CARRIER}\nair F F, Allied fighter, at C\nair G G, Allied fighter, at C",
            "6.1.8.1.b no-room-aboard",
        ),
        (f"{CARRIER}\nmission M Allied patrol of C to 8,25", "6.1.8.1.c may-not-patrol"),
        ("mission M Axis patrol of A to 8,25", "6.1.a no-such-ship"),
        (
            "mission M Allied patrol of A to 8,25\nmission N Allied patrol of A to 8,26",
            "6.3.a has-mission",
        ),
        ("mission M Allied patrol of A to 8,25; 6 transports", "transports sail in convoys"),
        ("mission M Allied convoy of A from Home to Goal; 9 merchants", "6.1.6.b convoy-too-large"),
        ("mission M Allied operational of A to Goal; raiders", "6.1.5.a no-raider-group"),
        (
            "mission M Allied patrol of A to 99,99",
            "no order could make this: M at 99,99 (6.4.1.c off-map)",
        ),
        (
            "mission M Allied patrol of A to 8,25\nAxis intercepts M at 99,99 with B",
            "M at 99,99 (6.4.1.c off-map)",
        ),
        ("land 8,25\nmission M Allied patrol of A to 8,25", "M at 8,25 (6.4.1.c land-square)"),
        ("air F F, Allied fighter, at Home\nF flies over 99,99", "F at 99,99 (6.4.1.c off-map)"),
        ("Sweden is done", "no side 'Sweden'"),
    ],
)
def test_a_position_says_each_thing_once_and_nothing_impossible(given: str, told: str) -> None:
    assert told in problem(given)


def test_a_second_line_adds() -> None:
    mission = "mission M Allied patrol of A to 8,25 via 6,21; 7,22; sailing"
    given = f"{mission}\nAxis spotted M at 6,21\nAxis spotted M at 7,22\noperations phase"
    assert problem(given, "check Axis: intercept M at 7,22 with B", "allows 6.4.3.b") == ""
    assert problem(given, "check Axis: intercept M at 6,21 with B", "allows 6.4.3.b") == ""
    assert (
        problem("ship C Kent, Allied CA, at Home, strength 9\nC damaged by 3", then="C strength 6")
        == ""
    )


def test_a_submarine_escort_makes_no_flotilla_of_a_convoy() -> None:
    given = "ship S U1, Allied SS, at Home\nmission M Allied convoy of S from Home to Goal; 6 transports"
    assert "M is sailing" in problem(given, then="mission of M a flotilla")
    assert problem(given, then="not mission of M a flotilla") == ""


def test_a_pass_that_reaches_nobody_is_said() -> None:
    told = problem(when="Allied: done\nAllied: done", then="not over")
    assert (
        "x.toml:8: 'done' reaches nobody: Allied is not asked now; Axis is asked for orders" in told
    )


def test_what_is_not_so_is_not_waited_for() -> None:
    sailed = "Allied: done\nAxis: done"
    assert problem(when=sailed, then="phase orders") == ""  # the usual answers lead there
    assert "expected 'not phase operations'" in problem(when=sailed, then="not phase operations")
    assert problem(when=sailed, then="phase orders\nnot phase operations") == ""


def test_an_order_that_cannot_be_read_is_told_at_its_line_and_nothing_is_played() -> None:
    told = problem(when="Allied: wander A to Goal\nAxis: done", then="phase breakthrough")
    assert "x.toml:7: this order cannot be read: " in told
    assert (
        problem(
            when="Allied: wander A to Goal",
            then="error no order begins like\nphase orders\nmissions of Allied 0",
        )
        == ""
    )
    told = problem(
        when="Allied: patrol 6,25 with York, Kent via direct return Home", then="phase operations"
    )
    assert "x.toml:7: " in told
    assert "no ship 'Kent'" in told


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            "group A Axis at 33:1202: TF-1 6\ngroup A Axis at 33:1203: TF-2 6",
            "group A is on the board already",
        ),
        (
            "group A Axis at 33:1202: TF-1 6\ngroup B Axis at 33:1203: TF-1 6",
            "TF-1 is on the board already",
        ),
        ("group A Axis at 33:1202: TF-1 6, SUB-1 1", "32.A.1.a.s02 submarines-apart"),
        (
            "hex 33:1202 land\ngroup A Axis at 33:1202: TF-1 6",
            "33:1202 is a land hex: no naval group stands there",
        ),
        ("hex 33:1202 sea\nhex 33:1202 land", "says otherwise (hex 33:1202 sea)"),
        ("owner 33:1202 Axis\nowner 33:1202 Allied", "says otherwise"),
        (
            "hex 33:1202 sea\ncargo INF-1 Axis at 33:1202: infantry",
            "INF-1 cannot be ashore at 33:1202, which is open sea",
        ),
        (
            "group A Axis at 33:1202: NT-1 1\ncargo INF-1 Allied on NT-1: infantry",
            "NT-1 cannot carry INF-1",
        ),
        (
            "unit Axis NT-1 1\ncargo INF-1 on NT-1: infantry",
            "NT-1 cannot carry INF-1 (32.A.s15 not-a-group)",
        ),
    ],
)
def test_positions_of_europa_say_each_thing_once(given: str, told: str) -> None:
    assert told in problem(given, then="step 1", book="europa", position="\n")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("control Malta Axis\ncontrol Malta Allied", "says otherwise (control Malta Axis)"),
        ("supply Malta full\nsupply Malta none", "says otherwise (supply Malta full)"),
        (
            "ship Hood, British BC 3 fast, at Plymouth\nship Hood, British BC 3 fast, at Malta",
            "on the board already",
        ),
        ("ship Hood, British BC 3 fast, at B31", "UK-BC-Hood lies at B31, which has no port"),
        (
            "ship Hood, British BC 3 fast, at Plymouth\ncontrol Plymouth Axis",
            "lies at Plymouth, which the enemy holds",
        ),
        (
            "ship Hood, British BC 3 fast, at Plymouth\npatrol P1 of Hood at GG19",
            "patrol P1 at GG19 (21.411 patrol-in-port)",
        ),
        (
            "DD 2 Britain at Malta as UK-DD-1\nsubmarine patrol S1 of UK-DD-1 at GG21",
            "submarine patrol S1 is of ships",
        ),
        (
            "CVE 2 Britain at Malta as UK-CVE-1\npatrol P1 of UK-CVE-1 at GG21",
            "patrol P1 at GG21 (21.411 cannot-patrol)",
        ),
        (
            "CA 2 U.S. at Atlantic U.S. box as US-CA-1\npatrol P1 of US-CA-1 at N15",
            "patrol P1 at N15 (21.413A",
        ),
        (
            "DD 52 Britain at Plymouth",
            "Plymouth bases 52 naval factors of 50 (21.112); say which are surplus",
        ),
        ("DD 50 Britain at Plymouth as UK-DD-1\nCA 4 Britain at Plymouth\nUK-DD-1 surplus", ""),
        ("AAF 6 Britain at Malta", "Malta bases 6 air factors of"),
        (
            "DD 2 Britain at Malta as UK-DD-1\nNAS 2 Britain aboard UK-DD-1",
            "cannot be aboard UK-DD-1",
        ),
        (
            "CVL 2 Britain at Malta as UK-CVL-1\nNAS 3 Britain aboard UK-CVL-1",
            "3 squadrons are aboard UK-CVL-1, which carries 2",
        ),
        (
            "map Pacific\nCA 2 Japan at Truk as JA-CA-1\nraiders JA-CA-1 in Pacific from Hawaii",
            "ships are based at Q53, which has no port",
        ),
    ],
)
def test_positions_of_a_world_at_war_say_each_thing_once(given: str, told: str) -> None:
    position = "\nturn Spring 1941, Allied player turn, movement phase\n"
    said = problem(given, then="side Axis phase movement", book="awaw", position=position)
    assert told in said if told else "given" not in said


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ("not Bari blockaded", "there is no port at"),
        ("not oil at 33:1204 5", "there is no port at 33:1204"),
        ("not coast defence at 33:1204 hits 2", "there is no coast defence at 33:1204"),
        ("combat zone of 33:1204 misses 33:1205", "there is no coast defence at 33:1204"),
        ("not Malta has 1 SRPs", "no status of Malta"),
        ("not INF-1 amphibious", "INF-1 is aboard nothing"),
    ],
)
def test_a_line_about_nothing_in_a_place_never_holds(then: str, told: str) -> None:
    position = "hex 33:1201 coastal Allied\ncargo INF-1 Allied at 33:1201: infantry\n"
    assert told in problem(then=then, book="europa", position=position)


HOME = "port Home at 5,5 held by Allied\nport Far at 8,5 held by Allied\nship A, Allied (Britain) CA, at Home\n"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            "Britain of Allied needs 17 merchants from Halifax",
            "there is no port 'Halifax' (expected a port (Home; Far))",
        ),
        (
            "battle on coast at Reggio, Axis attacks Allied, invasion",
            "there is no port or shore 'Reggio' (expected a port or shore (Home; Far; Panama))",
        ),
        (
            "battle on atoll at Home, Axis attacks Allied\nA fights at 20,20",
            "off the map atoll, whose last hex is 15,11",
        ),
        (
            "battle Axis attacks Allied\ndeployment europe 0 blue 1 red 2",
            "set up already; a deployment stands before it",
        ),
    ],
)
def test_a_line_of_a_position_tells_what_is_wrong_with_it(given: str, told: str) -> None:
    assert told in problem(given=given, position=HOME)


@pytest.mark.parametrize(
    ("when", "then", "told"),
    [
        (
            "check Allied: convoy 1 transports from Home to Far",
            "accepted",
            "6.4.1.a no-route [Far]\n"
            "    Every mission is routed step by step: say by which squares or zones it reaches "
            "Far, or via direct.\n"
            "    instead: convoy 1 transports from Home to Far via 6,5, 7,5",
        ),
        (
            "Allied: patrol Home with A",
            "missions of Allied 1",
            "refused, which nothing in then expects: refused: 6.3.3.a",
        ),
        (
            "dice 5\nAllied: patrol Home with A",
            "not over",
            "no roll wanted them\n    refused: 6.3.3.a (also 6.4.1.c, 6.4.1.d)",
        ),
    ],
)
def test_a_failing_case_tells_its_cause(when: str, then: str, told: str) -> None:
    assert told in problem(when=when, then=then, position=HOME)


def test_an_answer_to_what_nobody_asks_is_told_as_that() -> None:
    position = "turn Aug I 42, Axis player-turn\nport Bari at 33:1010, Axis, oil 5\ngroup A Axis at Bari, in port: TF-9 3\n"
    told = problem(
        when="Axis: put A to sea\nAxis: by the step",
        then="A at sea",
        book="europa",
        position=position,
    )
    assert "nothing was asked that this answers (asked: Axis movement)" in told


def test_an_order_that_could_not_be_given_is_told_with_its_refusal() -> None:
    ashore = "found: refused: 6.3.3.a (also 6.4.1.c, 6.4.1.d) not-a-sea-place [Home]"
    assert ashore in problem(then="option patrol Home with A", position=HOME)


def test_lines_that_never_hold_together_are_told_as_they_stood_when_most_of_them_held() -> None:
    position = "\nmap Pacific\nturn Spring 1943, Axis player turn\ncontrol Truk, Rabaul Japan\nCA 2 Japan at Truk as C\n"
    when = "Axis: patrol C to X38\nAxis: done\nuntil asks Axis return-base now"
    told = problem(
        when=when,
        then="option Truk\noption Rabaul\nno option Rabaul",
        book="awaw",
        position=position,
    )
    assert "'no option Rabaul'; found: it is offered" in told
    assert "nothing" not in told


def test_a_hex_is_known_by_the_name_of_each_port_in_it() -> None:
    position = "\nturn Spring 1941, Allied player turn\ncontrol Toulon Allied\nDD 1 France at Oran as FR-DD-1\n"
    when = "Allied: base change FR-DD-1 to Toulon\nAllied: done"
    for name in ("Marseilles", "Toulon", "V19"):
        assert not problem(
            when=when, then=f"event arrived place={name}", book="awaw", position=position
        )
        assert "found" in problem(
            when=when, then=f"no event arrived place={name}", book="awaw", position=position
        )
    full = f"{position}fill Toulon to 100 factors\nToulon has 2 ports\n"
    assert not problem(
        when=when.splitlines()[0], then="refused 21.112\nculprit Toulon", book="awaw", position=full
    )


def test_a_word_that_a_field_of_an_event_never_has_is_told() -> None:
    when, position = (
        "check Allied: patrol C to N15",
        "\nturn Spring 1941, Allied player turn\nCA 2 Britain at Plymouth as C\n",
    )
    for field, word, near in (
        ("charged front", "mediteranean", "mediterranean"),
        ("hit by", "gunfires", "gunfire"),
    ):
        tag, name = field.split()
        told = problem(
            when=when, then=f"no event {tag} {name}={word}", book="awaw", position=position
        )
        assert f"{name} of event {tag} is never '{word}'" in told
        assert f"near it are {near}" in told
        assert not problem(
            when=when, then=f"no event {tag} {name}={near}", book="awaw", position=position
        )


def test_words_with_capitals_are_known_in_small_letters_too() -> None:
    when, position = "Allied: wait X 1 MPs", "\ngroup X Allied at 33:1201: TF-1 1\n"
    for said, has in (
        ("danger-zone result=SS", "D, F*, F, S, S*"),
        ("scored side=Alies", "Allied"),
        ("battle-ended why=decline", "declined"),
        ("finished activity=mines", "mine"),
        ("suez state=shut", "open, closed, blocked"),
        ("phase-began side=axes", "Axis"),
        ("malta-points use=SRP", "SRPs"),
        ("spent why=wait", "waiting"),
    ):
        told = problem(when=when, then=f"no event {said}", book="europa", position=position)
        assert "is never" in told
        assert has in told
    for said in (
        "danger-zone result=s*",
        "scored side=axis",
        "battle-ended why=sunk",
        "suez state=blocked",
    ):
        assert not problem(when=when, then=f"no event {said}", book="europa", position=position)


def test_the_campaign_declares_the_words_of_its_events() -> None:
    for field, word, near in (
        ("spotted kind", "warship", "warships"),
        ("ship-changed gone", "intern", "interned"),
        ("battle-skipped why", "called-of", "called-off"),
        ("assault-skipped why", "nobody", "nobody-left"),
        ("surprise degree", "fully", "full"),
        ("side-done phase", "order", "orders"),
        ("phase-began season", "Sumer", "Summer"),
    ):
        tag, name = field.split()
        told = problem(
            when="check Axis: done", then=f"no event {tag} {name}={word}", book="campaign"
        )
        assert f"{name} of event {tag} is never '{word}'" in told
        assert f"near it are {near}" in told
        assert not problem(
            when="check Axis: done", then=f"no event {tag} {name}={near}", book="campaign"
        )


def test_airbases_of_air_units_are_known() -> None:
    position = "air A-1 Axis naval patrol, at Elmas 33:1003\nair B-1 Axis naval patrol, at Decimo 33:1004\n"
    told = problem(when="Axis: Decimo", then="step 1", book="europa", position=position)
    assert "cannot be read" not in told
