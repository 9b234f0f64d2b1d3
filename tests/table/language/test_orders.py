"""Orders by declaration: what was written is read back, what cannot be read is pointed at, and
nothing hidden is told."""

from __future__ import annotations

import string
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.table import TextError
from flagplot.table.language import Language, NamedNoun, Thing

from . import fleet as f
from .fleet import TRUTH, L, view_of

AXIS = view_of(TRUTH, "Axis")
units = st.lists(
    st.sampled_from([s.id for s in f.SHIPS if s.side == "Axis"]),
    min_size=1,
    max_size=5,
    unique=True,
).map(tuple)
unit = st.sampled_from([s.id for s in f.SHIPS if s.side == "Axis"])
foe = st.sampled_from(["UK-BC-1", "UK-BC-2"])
square = st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda s: f"{s[0]},{s[1]}")
place = st.one_of(square, st.sampled_from(TRUTH.ports))
way = st.lists(place, max_size=4).map(tuple)
word = st.text(string.ascii_letters, min_size=1, max_size=6).map(lambda w: f"X{w}")
parts = st.lists(st.builds(f.Part_, unit, st.integers(0, 3)), min_size=1, max_size=3).map(tuple)
leg = st.one_of(
    place, st.builds("{} {}".format, st.sampled_from(["north", "south"]), st.integers(0, 9))
)
legs = st.lists(leg, min_size=1, max_size=5).map(tuple)
move = st.builds(f.Move, units, place, st.one_of(st.just(""), word))
EVERY = st.one_of(
    st.builds(
        f.Patrol,
        units,
        place,
        way,
        st.booleans(),
        st.lists(st.builds(f.Flight, unit, place), max_size=3).map(tuple),
        st.one_of(st.just(""), place),
        st.one_of(st.just(""), place),
    ),
    st.builds(
        f.BaseChange,
        units,
        place,
        st.sampled_from(["", "operational", "strategic"]),
        st.integers(-3, 9),
    ),
    st.builds(f.Deploy, st.lists(move, min_size=1, max_size=3).map(tuple)),
    st.builds(f.Attack, foe, parts, st.sampled_from(["guns", "torpedoes", "rockets"])),
    st.builds(f.Steer, unit, legs),
    st.builds(f.Form, units, word),
    st.builds(f.PutToSea, unit),
    st.just(f.Done()),
)


def read(text: str, side: str = "Axis") -> Any:
    return L.parse(text, view_of(TRUTH, side), side)


def refused(text: str, side: str = "Axis") -> TextError:
    with pytest.raises(TextError) as e:
        read(text, side)
    return e.value


@given(EVERY)
def test_every_order_reads_back(order: Any) -> None:
    assert L.parse(L.text(order), AXIS, "Axis") == order


@given(EVERY, st.data())
def test_texts_cut_short_are_read_or_refused_and_completed(order: Any, data: Any) -> None:
    text = L.text(order)
    text = text[: data.draw(st.integers(0, len(text)))]
    seen = L.parse_partial(text, AXIS, "Axis")
    assert (seen.order is None) != (seen.problem is None)
    if seen.problem is not None:
        assert 0 <= seen.problem.at <= len(text)
    for x in seen.spans:
        assert 0 <= x.start < x.end <= len(text)
    for c in L.complete(text, AXIS, "Axis"):
        assert text[: c.start] == (text[: c.start] + c.text)[: c.start]


@given(st.text(string.ascii_letters + " ,;:()>19/-", max_size=60))
def test_whatever_is_typed_gets_an_order_or_a_text_error(text: str) -> None:
    for prefix in ("", "patrol ", "deploy Bismarck to ", "patrol 20,11 with "):
        seen = L.parse_partial(prefix + text, AXIS, "Axis")
        assert (seen.order is None) != (seen.problem is None)
        L.complete(prefix + text, AXIS, "Axis")


@pytest.mark.parametrize(
    ("text", "units_", "target"),
    [
        ("patrol 20,11 with Bismarck", ["GE-BB-1"], "20,11"),
        ("Patrol 20/11 with the bismarck.", ["GE-BB-1"], "20,11"),
        ("patrol square (20,11) with BISMARCK", ["GE-BB-1"], "20,11"),
        ("patrol with Bismarck to 20,11", None, ""),
        (
            "patrol Bismarck, Luetzow and Prinz-Eugen to 20,11",
            ["GE-BB-1", "GE-CA-1", "GE-CA-2"],
            "20,11",
        ),
        (
            "patrol Bismarck Lützow & Prinz Eugen to 20,11",
            ["GE-BB-1", "GE-CA-1", "GE-CA-2"],
            "20,11",
        ),
        ("sortie Lutzow towards scapa-flow", ["GE-CA-1"], "Scapa Flow"),
        ("go on patrol with Bism as far as the Flow", ["GE-BB-1"], "Scapa Flow"),
        ("patrol both cruisers to Alesund", ["GE-CA-1", "GE-CA-2"], "Ålesund"),
        ("patrol all at Kiel to Stage", ["GE-BB-1", "GE-CA-1", "GE-DD-1", "GE-DD-2"], "Stage"),
        ("patrol two DDs and a cruiser to 1,1", None, ""),
        ("patrol two DDs, Prinz Eugen to 1,1", ["GE-DD-1", "GE-DD-2", "GE-CA-2"], "1,1"),
        ("patrol all cruisers in Kiel to 1,1", ["GE-CA-1"], "1,1"),
        ("patrol Stage with Bismarck via Stage stage", None, ""),
        ("patrol Stage with Bismarck via Stage stage Stage", ["GE-BB-1"], "Stage"),
    ],
)
def test_players_write_as_they_like(text: str, units_: list[str] | None, target: str) -> None:
    if units_ is None:
        refused(text)
        return
    order = read(text)
    assert (list(order.units), order.target) == (units_, target)


def test_a_verb_may_be_left_out_where_only_one_fits() -> None:
    e = refused("Bismarck to 20,11")
    assert e.reason == "say which order is meant"
    assert e.expected == ("patrol", "base change")
    steer = L.parse(
        "Bismarck along north 3 Kiel", msgspec.structs.replace(AXIS, asked="battle"), "Axis"
    )
    assert steer == f.Steer("GE-BB-1", ("north 3", "Kiel"))
    assert refused("Kiel to Stage").at == 0


def test_other_wordings() -> None:
    assert read("base change Bismarck to Stage from Kiel") == f.BaseChange(
        ("GE-BB-1",), "Stage", ""
    )
    assert read("base-change operational to Stage with Bismarck").mode == "operational"
    assert read("rebase to Stage with Bismarck").target == "Stage"
    assert read("torpedo Hood with Bismarck").how == "torpedoes"
    assert read("attack Hood with 2 of Bismarck, Lützow (3), GE-CA-2:4").units == (
        ("GE-BB-1", 2),
        ("GE-CA-1", 3),
        ("GE-CA-2", 0),
    )
    assert read("raid from Kiel to 3,3") == f.Patrol(
        ("GE-BB-1", "GE-CA-1", "GE-DD-1", "GE-DD-2"), "3,3", raiders=True
    )
    assert read("form Bismarck, GE-CA-1").name == "TF-GE-BB-1"
    assert read("Bismarck puts to sea") == f.PutToSea("GE-BB-1")
    assert read("patrol 1,1 with Bismarck via direct").via == ()
    assert read("patrol 1,1 with Bismarck, via Stage, return Kiel").home == "Kiel"


@pytest.mark.parametrize(
    ("text", "at", "reason", "near"),
    [
        (
            "patrol 20,11 with Bismark",
            18,
            "there is no ship 'Bismark': did you mean Bismarck?",
            ("Bismarck",),
        ),
        (
            "patrol Kiell with Bismarck",
            7,
            "there is no place or ship 'Kiell': did you mean Kiel?",
            ("Kiel",),
        ),
        ("patrol 50,11 with Bismarck", 7, "50,11 lies off the map", ()),
        ("patrol 20,11", 12, "'with' is missing", ()),
        ("patrol 20,11 with", 17, "a ship is missing", ()),
        ("patrol 20,11 with Bismarck via Kiel via Stage", 36, "'via' stands twice", ()),
        (
            "patrol 20,11 with Bismarck vai Kiel",
            27,
            "there is no ship 'vai Kiel': did you mean via?",
            ("via",),
        ),
        ("patrol both DDs at Stage to 20,11", 7, "there is no DD at Stage", ()),
        ("patrol three DDs to 1,1", 7, "of DD there are 2 here: say which", ("GE-DD-1", "GE-DD-2")),
        (
            "patrol 1,1 with GE-DD",
            16,
            "'GE-DD' could be GE-DD-1 or GE-DD-2",
            ("GE-DD-1", "GE-DD-2"),
        ),
        ("attack Hood with Bismarck:9", 17, "GE-BB-1 has only 4", ("GE-BB-1:4",)),
        ("attack Hood torpedoes rapidly with Bismarck", 22, "'rapidly' does not belong here", ()),
        (
            "patrl 20,11 with Bismarck",
            0,
            "no order begins like 'patrl 20,11 with Bismarck': did you mean patrol?",
            ("patrol",),
        ),
        ("patrl", 0, "no order begins like 'patrl': did you mean patrol?", ("patrol",)),
        ("r", 0, "'r' could be raid from", ("raid from",)),
        ("p", 0, "'p' could be patrol or Prinz Eugen", ("patrol", "Prinz Eugen")),
        ("base change swift to Kiel with Bismarck", 12, "there is no ship 'swift'", ()),
        ("raid from Scapa to 3,3", 0, "nobody is at Scapa Flow", ()),
        ("", 0, "an order is missing", ()),
        (
            "base change to Kiel with Bismarck swiftly " + "9" * 500,
            42,
            f"{'9' * 500!r} does not belong here",
            (),
        ),
    ],
)
def test_what_is_wrong_is_pointed_at(
    text: str, at: int, reason: str, near: tuple[str, ...]
) -> None:
    e = refused(text)
    assert (e.at, e.reason, e.near) == (at, reason, near)


def test_who_names_what_is_not_there_is_told_some_that_are() -> None:
    """Names that this side may use; where one is called alike, that one alone is offered."""
    told = next(x for x in refused("torpedo Hood with Zzz").expected if x.startswith("a ship ("))
    assert "Bismarck" in told
    assert "Hood" not in told
    assert "a ship" in refused("torpedo Hood with Bismark").expected


@pytest.mark.parametrize("letter", "abcdefghijklmnopqrstuvwxyz")
def test_a_first_word_that_can_be_completed_is_never_called_no_order(letter: str) -> None:
    offered = [c.text for c in L.complete(letter, AXIS, "Axis")]
    reason = refused(letter).reason
    assert ("no order begins like" in reason) == (not offered)
    assert all(text in reason for text in offered[:6])


@given(EVERY, st.data())
def test_near_names_are_never_of_the_wrong_kind(order: Any, data: Any) -> None:
    """A letter is lost from a ship or a place of an order: only ships, places or keywords are
    offered for it."""
    words = L.text(order).split()
    n = data.draw(st.integers(1, max(1, len(words) - 1)))
    if n >= len(words):
        return
    words[n] = words[n][:-1]
    text = " ".join(words)
    seen = L.parse_partial(text, AXIS, "Axis")
    if seen.problem is None or not seen.problem.near:
        return
    kinds = set(seen.problem.expected)
    ships = {x for s in f.SHIPS for x in (s.id, s.name)}
    for x in seen.problem.near:
        is_ship, is_place = x.partition(":")[0] in ships, x in (*TRUTH.ports, "the Flow", "Scapa")
        assert not is_ship or kinds & {"a ship", "a target"}, (text, seen.problem.near)
        assert not is_place or kinds & {"a place", "a leg"}, (text, seen.problem.near)


HIDDEN = {
    "Axis": ("UK-SS-1", "Seraph"),
    "Allied": ("GE-SS-1", "Scharfblick", "GE-BB-1", "Bismarck"),
}


@given(
    st.sampled_from(["Axis", "Allied"]),
    st.sampled_from(["attack {}", "patrol {}", "patrol 1,1 with {}", "{}", "deploy {}"]),
    st.integers(1, 11),
)
def test_nothing_hidden_is_told(side: str, form: str, letters: int) -> None:
    """Whatever is typed, a side hears the same whether a hidden ship is there or not, though the
    truth was read just before."""
    hidden = HIDDEN[side][1]
    text = form.format(hidden[:letters])
    without = msgspec.structs.replace(
        TRUTH, ships={k: s for k, s in TRUTH.ships.items() if s.side == side or not s.hidden}
    )

    def shown(view: Any) -> object:
        seen = L.parse_partial(text, view, side)
        told = [c.text for c in L.complete(text, view, side, most=99)]
        return (
            told,
            seen.order,
            seen.problem
            and (seen.problem.reason, seen.problem.at, seen.problem.expected, seen.problem.near),
        )

    shown(TRUTH)
    assert shown(view_of(TRUTH, side)) == shown(view_of(without, side))
    told = shown(view_of(TRUTH, side))
    assert all(name not in str(told).replace(text, "") or name in text for name in HIDDEN[side][:2])


def test_the_truth_would_tell_more() -> None:
    """Else the test above looks at nothing."""
    assert [c.text for c in L.complete("attack Ser", TRUTH, "Axis")] == ["Seraph"]
    assert L.complete("attack Ser", AXIS, "Axis") == []


def test_a_name_that_changes_hands_is_read_anew() -> None:
    """The memo of a noun depends on its things: equal ids with other names make another lexicon."""
    one = msgspec.structs.replace(TRUTH, ships={"A": f.Ship("A", "Hipper", "Axis", "CA", "Kiel")})
    two = msgspec.structs.replace(TRUTH, ships={"A": f.Ship("A", "Unknown", "Axis", "CA", "Kiel")})
    assert L.parse("Hipper puts to sea", one, "Axis") == f.PutToSea("A")
    with pytest.raises(TextError):
        L.parse("Hipper puts to sea", two, "Axis")


def test_completion_goes_on_from_what_was_typed() -> None:
    def offered(text: str, caret: int | None = None) -> list[tuple[int, str]]:
        return [(c.start, c.text) for c in L.complete(text, AXIS, "Axis", caret)]

    assert offered("pat") == [(0, "patrol")]
    assert offered("patrol 20,11 with B") == [(18, "Bismarck")]
    assert offered("patrol 20,11 with B via Kiel", 19) == [(18, "Bismarck")]
    assert offered("patrol 20,11 with Bismarck r")[:1] == [(27, "return")]
    assert offered("patrol 20,11 with Bismarck via Sc") == [(31, "Scapa Flow")]
    assert offered("patrol scapa f") == [(7, "Scapa Flow")]
    assert (18, "GE-BB-1") not in offered("patrol 20,11 with Bismarck, ")
    assert {c.meaning for c in L.complete("patrol 20,11 with GE-C", AXIS, "Axis")} == {
        "Lützow",
        "Prinz Eugen",
    }


def test_a_thing_is_offered_once_by_its_name_and_by_its_id_on_request() -> None:
    def offered(text: str) -> dict[str, str]:
        return {
            c.text: c.meaning for c in L.complete(text, AXIS, "Axis", most=99) if c.kind == "ship"
        }

    every = offered("patrol 20,11 with ")
    assert list(every)[:3] == ["Bismarck", "Lützow", "Prinz Eugen"]
    assert every["Bismarck"] == "GE-BB-1"
    assert "GE-BB-1" not in every
    assert offered("patrol 20,11 with GE-B") == {"GE-BB-1": "Bismarck"}
    shared = f.Ship("GE-BB-2", "Bismarck", "Axis", "BB", "Kiel")
    twins = msgspec.structs.replace(AXIS, ships={**AXIS.ships, "GE-BB-2": shared})
    names = [c.text for c in L.complete("patrol 20,11 with ", twins, "Axis", most=99)]
    assert "Bismarck" not in names, "two answer to it"
    assert {"GE-BB-1", "GE-BB-2"} <= set(names)


def test_slots_are_data() -> None:
    seen = L.parse_partial("deploy Bismarck, Lützow to Kiel as X; Prinz Eugen to Kei", AXIS, "Axis")
    assert [(x.slot, x.noun, x.value) for x in seen.spans] == [
        ("moves.0.units.0", "ship", "GE-BB-1"),
        ("moves.0.units.1", "ship", "GE-CA-1"),
        ("moves.0.to", "place", "Kiel"),
        ("moves.0.name", "name", "X"),
        ("moves.1.units.0", "ship", "GE-CA-2"),
    ]
    seen = L.parse_partial("patrol 20,11 with Bismarck", AXIS, "Axis")
    assert [(s.name, s.optional, s.lead) for s in seen.slots][:3] == [
        ("target", False, "patrol"),
        ("units", False, "with"),
        ("raiders", True, "as"),
    ]


def test_forms_and_questions() -> None:
    assert [x.title for x in L.forms("battle")] == ["Torpedoes", "Steer", "Done"]
    patrol = L.forms("orders")[0]
    assert (patrol.grammar, patrol.start, patrol.slots) == (
        "patrol SHIPS to PLACE [as raiders] [via PLACES|direct] [return PLACE]",
        "patrol ",
        ("units", "place"),
    )
    late = L.wrong_time_refusal(f.Attack("UK-BC-1", ()), "supply")
    assert late is not None
    assert (late.clause, late.code, dict(late.detail)) == (
        "7.2",
        "not-now",
        {"belongs": "battle", "phase": "supply"},
    )
    assert L.wrong_time_refusal(f.Attack("UK-BC-1", ()), "orders") is None
    assert L.wrong_time_refusal(f.Done(), "anything") is None
    with pytest.raises(TypeError, match="is not an order"):
        L.belongs(3)
    with pytest.raises(TypeError, match="is not an order"):
        L.text(3)


def test_one_thing_is_read_alone() -> None:
    assert L.read(f.PLACE, "scapa flow", AXIS, "Axis") == "Scapa Flow"
    with pytest.raises(TextError, match="did you mean Scapa Flow"):
        L.read(f.PLACE, "skapa flow", AXIS, "Axis")
    with pytest.raises(TextError, match="does not belong"):
        L.read(f.PLACE, "Kiel Kiel", AXIS, "Axis")


def test_a_declaration_that_cannot_work_says_so() -> None:
    other = Language(synonyms={})
    other.noun(NamedNoun("ship", lambda view, side: [Thing("A", "A")]))

    class Go(msgspec.Struct, frozen=True, tag="go"):
        ship: str
        to: str

    other.order("go {ship:ship}")(Go)
    with pytest.raises(TypeError, match="says nothing of to"):
        other.parse("go A", None, "")
    for template in ("go {ship:boat}", "go {boat}", "go {ship", "go {ship or boat:ship}"):
        wrong = Language(synonyms={})
        wrong.order(template)(Go)
        with pytest.raises((TypeError, ValueError)):
            wrong.parse("go A", None, "")
    idle = Language(synonyms={"gp": ("walk",)})
    idle.order("go {ship} {to}")(Go)
    with pytest.raises(TypeError, match="no order has: gp"):
        idle.parse("go A B", None, "")


def test_how_an_order_begins_comes_from_its_declaration() -> None:
    assert L.order_prefix(f.Attack, target="UK-BC-1", how="guns") == "attack UK-BC-1 with "
    assert L.order_prefix(f.Attack, how="torpedoes", target="UK-BC-1") == "torpedo UK-BC-1 with "
    assert L.order_prefix(f.Attack, "torpedo") == "torpedo "
    assert L.order_prefix(f.Deploy, units="GE-BB-1") == "deploy GE-BB-1 to "
    assert L.order_prefix(f.Patrol, "raid", place="Kiel") == "raid from Kiel to "
    with pytest.raises(TypeError, match="no wording of Patrol begins with stage"):
        L.order_prefix(f.Patrol, stage="Kiel")


@pytest.mark.parametrize("piece", ["(", "(the ", "the ", ") ("])
def test_no_heap_of_brackets_or_small_words_is_too_deep(piece: str) -> None:
    for before in ("", "patrol ", "base change SS-1 to "):
        refused(before + piece * 5000)
    with pytest.raises(TextError):
        L.read(f.PLACE, piece * 5000, AXIS, "Axis")


def test_a_name_may_stand_in_brackets_once() -> None:
    assert L.read(f.PLACE, "the (Scapa Flow)", AXIS, "Axis") == "Scapa Flow"
    with pytest.raises(TextError):
        L.read(f.PLACE, "((Scapa Flow))", AXIS, "Axis")
