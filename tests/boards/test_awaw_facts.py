"""The facts the committed boards must meet: what rules and scenarios say about hexes, straits and
distances."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from flagplot.boards import Board, BoardError, Node, blocking_links, check_path, load, reach, route

TABLES = Path(__file__).parents[2] / "tools" / "boardgen" / "tables"


@pytest.fixture(scope="module")
def europe() -> Board:
    return load("awaw-europe")


@pytest.fixture(scope="module")
def pacific() -> Board:
    return load("awaw-pacific")


# ---------------------------------------------------------------- the 44 fitted points
FITTED = {
    "awaw-europe": {
        "J30": "coast",
        "AA7": "coast",
        "D41": "coast",
        "E41": "coast",
        "F40": "coast",
        "F39": "coast",
        "G39": "coast",
        "AA25": "coast",
        "AA26": "coast",
        "H32": "coast",
        "H33": "coast",
        "E33": "coast",
        "F33": "coast",
        "T10": "coast",
        "U19": "coast",
        "Z33": "coast",
        "Z34": "coast",
        "AA31": "coast",
        "BB31": "coast",
        "V8": "coast",
        "EE2": "land",
        "H22": "coast",
        "Y22": "coast",
        "L31": "land",
        "H47": "land",
        "GG19": "coast",
        "D44": "coast",
        "T37": "coast",
        "O43": "land",
        "U48": "land",
    },
    "awaw-pacific": {
        "L32": "coast",
        "W21": "coast",
        "P53": "coast",
        "DD11": "coast",
        "EE10": "coast",
        "II10": "coast",
        "II11": "coast",
        "NN31": "coast",
        "NN15": "coast",
        "NN24": "coast",
        "CC2": "coast",
    },
}


def test_there_are_44_anchor_points() -> None:
    points = 0
    for name in FITTED:
        table = tomllib.loads((TABLES / f"{name}.toml").read_text())
        rows = table["anchors"] + table.get("slides", [])
        points += len(rows)
        assert {r[0] for r in rows} == set(FITTED[name])
    assert points == 44


@pytest.mark.parametrize(
    ("board", "hex_id", "kind"), [(b, h, k) for b, hs in FITTED.items() for h, k in hs.items()]
)
def test_a_fitted_hex_is_what_the_rules_need(board: str, hex_id: str, kind: str) -> None:
    cell = load(board).hex(hex_id)
    assert cell.kind == kind
    assert cell.confidence == "rule"


PLACES = {
    "awaw-europe": {
        "Kiel": "J30",
        "Hamburg": "J30",
        "Gibraltar": "AA7",
        "Helsinki": "D41",
        "Tallinn": "E41",
        "Parnu": "F40",
        "Saare": "F39",
        "Brindisi": "AA25",
        "Durazzo": "AA26",
        "Copenhagen": "H32",
        "Malmo": "H33",
        "Skagen": "F33",
        "Porto": "T10",
        "Camargue": "U19",
        "Istanbul": "Z34",
        "Gallipoli": "AA31",
        "Lisbon": "V8",
        "Marrakech": "EE2",
        "Dublin": "H22",
        "Rome": "Y22",
        "Berlin": "L31",
        "Moscow": "H47",
        "Malta": "GG19",
        "Leningrad": "D44",
        "Odessa": "T37",
        "Kharkov": "O43",
        "Grozny": "U48",
        "Perm": "D61",
        "Scapa Flow": "B29",
        "Rosyth": "E26",
        "Clyde": "E25",
        "Liverpool": "H24",
        "Harwich": "K24",
        "London": "K23",
        "Portsmouth": "L22",
        "Plymouth": "K20",
        "Brest": "M19",
        "Bergen": "B33",
        "Stavanger": "D32",
        "Kristiansand": "E32",
        "Oslo": "C35",
        "Aalborg": "G32",
        "Kiel/Hamburg": "J30",
        "Wilhelmshaven": "J29",
        "Alexandria": "LL30",
        "Port Said": "KK32",
        "Suez": "MM32",
        "Haifa": "II35",
        "Beirut": "HH36",
        "Famagusta": "GG35",
        "Tobruk": "KK25",
        "Suda Bay": "GG27",
        "Piraeus": "DD28",
        "Taranto": "AA24",
        "Naples": "AA22",
        "La Spezia": "V22",
        "Messina": "DD21",
        "Palermo": "DD20",
        "Trapani": "DD19",
        "Catania": "EE21",
        "Cagliari": "BB18",
        "Tripoli": "JJ16",
        "Benghazi": "KK22",
        "Rhodes": "FF31",
        "Leros": "EE30",
        "Toulon": "V19",
        "Bizerte": "DD17",
        "Oran": "CC9",
        "Algiers": "CC12",
    },
    "awaw-pacific": {
        "Tokyo": "L32",
        "Manila": "W21",
        "Pearl Harbor": "P53",
        "Singapore": "DD11",
        "Noumea": "NN31",
        "Dutch Harbor": "C55",
        "Attu": "D47",
        "Midway": "M47",
        "Wake": "R40",
        "Johnston Island": "R48",
        "Truk": "X32",
        "Rabaul": "DD30",
        "Guadalcanal": "GG32",
        "Suva": "KK36",
        "Papeete": "JJ47",
        "Cairns": "LL24",
        "Townsville": "MM24",
    },
}


@pytest.mark.parametrize(
    ("board", "name", "hex_id"), [(b, n, h) for b, ps in PLACES.items() for n, h in ps.items()]
)
def test_a_named_place_lies_in_its_hex(board: str, name: str, hex_id: str) -> None:
    assert load(board).find(name).hex == hex_id


def test_perm_is_land(europe: Board) -> None:
    assert europe.hex("D61").kind == "land"


# ------------------------------------------ straits, canals, closures (21.211, 21.1321-3, 21.212)
STRAITS = {
    "gibraltar": ("Y6", "AA9", {("AA7", "friendly")}),
    "skagerrak": ("F30", "G33", {("E33", "friendly"), ("F33", "friendly")}),
    "kattegat": ("G33", "I33", {("H32", "friendly"), ("H33", "friendly-or-neutral")}),
    "gulf-of-finland": (
        "F37",
        "D43",
        {("D41", "friendly-or-neutral"), ("E41", "friendly-or-neutral")},
    ),
    "gulf-of-riga": ("G37", "F40", {("F39", "friendly")}),
    "otranto": ("X25", "CC25", {("AA25", "friendly"), ("AA26", "friendly")}),
    "turkish-straits": (
        "CC29",
        "W37",
        {("Z33", "friendly"), ("Z34", "friendly"), ("AA31", "friendly"), ("BB31", "friendly")},
    ),
}


@pytest.mark.parametrize("name", STRAITS)
def test_a_strait_is_the_only_way_when_the_canal_is_shut_too(europe: Board, name: str) -> None:
    here, there, controls = STRAITS[name]
    shut = frozenset({"kiel-canal"})
    assert route(europe, here, there, closed=shut)
    assert route(europe, here, there, closed=shut | {name}) is None
    assert name in [k.id for k in blocking_links(europe, here, there, shut | {name})]
    assert blocking_links(europe, here, there, shut) == ()
    link = europe.links[name]
    assert {(c.hex, c.required) for c in link.controls} == controls
    assert link.clause.startswith("21.")


def test_a_closed_strait_may_be_entered_and_left_on_the_same_side(europe: Board) -> None:
    shut = {"gibraltar"}
    assert check_path(europe, ["AA8", "AA7", "AA8"], shut) == ()
    assert check_path(europe, ["AA6", "AA7", "AA6"], shut) == ()
    faults = check_path(europe, ["AA8", "AA7", "AA6"], shut)
    assert [(f.code, f.link, f.index) for f in faults] == [("closed-link", "gibraltar", 2)]
    assert check_path(europe, ["AA8", "AA7", "AA6"]) == ()


def test_a_strait_of_two_hexes_cannot_be_slipped_between_them(europe: Board) -> None:
    shut = {"skagerrak"}
    assert check_path(europe, ["F31", "E33"], shut)[0].code == "not-adjacent"
    assert (
        check_path(europe, ["E32", "E33", "F33", "F32"], shut) == ()
        or "F32" in europe.links["skagerrak"].hexes
    )
    assert [f.link for f in check_path(europe, ["E32", "E33", "F33", "G33"], shut)] == ["skagerrak"]


def test_the_kiel_canal_joins_the_two_waters_of_j30(europe: Board) -> None:
    kiel = europe.find("Kiel")
    assert {europe.water(n) for n in kiel.waters} == {"North Sea", "Baltic Sea"}
    assert kiel.fronts == {"North Sea": "western", "Baltic Sea": "eastern"}
    shut = {"kiel-canal"}
    assert check_path(europe, ["J29", "J30", "I31"]) == ()
    assert [f.link for f in check_path(europe, ["J29", "J30", "I31"], shut)] == ["kiel-canal"]
    north = next(n for n in kiel.waters if europe.water(n) == "North Sea")
    baltic = next(n for n in kiel.waters if europe.water(n) == "Baltic Sea")
    assert {europe.water(n) for n in europe.bodies("J30")} == {"North Sea", "Baltic Sea"}
    round_the_straits = route(europe, north, baltic, closed=shut)
    assert round_the_straits is not None
    assert round_the_straits.distance == 11
    assert set(round_the_straits.links) == {"skagerrak", "kattegat"}
    assert route(europe, north, "I31", closed=shut | {"kattegat"}) is None


def test_the_suez_canal_is_the_only_way_and_takes_two_hexes(europe: Board) -> None:
    way = route(europe, "Port Said", "Suez")
    assert way is not None
    assert way.hexes == ("KK32", "LL32", "MM32")
    assert way.links == ("suez-canal",)
    assert route(europe, "Port Said", "Suez", closed={"suez-canal"}) is None
    assert {c.hex for c in europe.links["suez-canal"].controls} == {"KK32", "LL32", "MM32"}


@pytest.mark.parametrize(
    ("pair", "link"),
    [
        (("H31", "I31"), "belts"),
        (("H31", "I30"), "belts"),
        (("H30", "I30"), "belts"),
        (("F40", "E40"), "moon-sound"),
        (("E33", "D34"), "oslo-fjord"),
    ],
)
def test_a_closure_is_shut_for_good_and_says_why(
    europe: Board, pair: tuple[str, str], link: str
) -> None:
    for path in (pair, pair[::-1]):
        assert [f.link for f in check_path(europe, path)] == [link]
    assert europe.links[link].kind == "closure"


def test_istanbul_has_both_waters_whatever_the_straits(europe: Board) -> None:
    place = europe.find("Istanbul")
    assert set(place.fronts) == {"Black Sea", "Sea of Marmara"}
    shut = {"turkish-straits"}
    assert route(europe, place, "W37", closed=shut) is not None
    assert route(europe, place, "AA32", closed=shut) is not None
    assert route(europe, place, "CC29", closed=shut) is None


def test_two_front_ports_are_exactly_kiel_gibraltar_and_istanbul(europe: Board) -> None:
    two = {p.name for p in europe.ports() if len(set(p.fronts.values())) > 1}
    assert two >= {"Kiel", "Gibraltar", "Istanbul"}
    assert two - {"Kiel", "Gibraltar", "Istanbul"} <= {
        "Copenhagen"
    }  # lies in the strait hex itself


@pytest.mark.parametrize(
    ("name", "front"),
    [
        ("Stettin", "eastern"),
        ("Danzig", "eastern"),
        ("Marseilles", "mediterranean"),
        ("Toulon", "mediterranean"),
        ("Brest", "western"),
        ("Scapa Flow", "western"),
        ("Leningrad", "eastern"),
        ("Taranto", "mediterranean"),
    ],
)
def test_the_front_follows_the_water(europe: Board, name: str, front: str) -> None:
    assert set(europe.find(name).fronts.values()) == {front}


def test_separate_waters(europe: Board) -> None:
    for one, two in (("V52", "W38"), ("JJ48", "II33")):
        assert route(europe, one, two) is None
    assert route(europe, "T41", "W38") is not None  # Azov
    assert blocking_links(europe, "V52", "W38", {"gibraltar"}) == ()


def test_malacca_and_sunda(pacific: Board) -> None:
    def far(a: str, b: str, *shut: str) -> int | None:
        way = route(pacific, a, b, closed=frozenset(shut))
        return way.distance if way else None

    assert far("CC10", "X17") == 8
    assert far("CC10", "X17", "malacca") == 20
    assert far("KK7", "GG13") == 6
    assert far("KK7", "GG13", "sunda") == 10
    assert {c.hex for c in pacific.links["malacca"].controls} == {"DD11"}
    assert {(c.hex, c.required) for c in pacific.links["sunda"].controls} == {
        ("II10", "friendly"),
        ("II11", "friendly"),
    }
    singapore = pacific.find("Singapore")
    for target in ("CC10", "CC12"):
        assert route(pacific, singapore, target, closed={"malacca"}) is not None


# ---------------------------------------------------------------- distances
EUROPE_DISTANCES = [
    ("Plymouth", "Gibraltar", 19),
    ("M18", "Gibraltar", 17),
    ("Gibraltar", "Malta", 18),
    ("Malta", "Alexandria", 16),
    ("Taranto", "II17", 8),
    ("Scapa", "Bergen", 4),
    ("Kiel", "Leningrad", 14),
    ("Istanbul", "Sevastopol", 4),
    ("Scapa", "Stavanger", 5),
    ("Scapa", "Oslo", 9),
    ("Scapa", "Wilhelmshaven", 8),
    ("Rosyth", "Bergen", 7),
    ("Rosyth", "Stavanger", 6),
    ("Rosyth", "Oslo", 9),
    ("Rosyth", "Wilhelmshaven", 8),
    ("Clyde", "Bergen", 9),
    ("Clyde", "Stavanger", 10),
    ("Clyde", "Oslo", 14),
    ("Clyde", "Wilhelmshaven", 13),
    ("Wilhelmshaven", "Bergen", 8),
    ("Wilhelmshaven", "Stavanger", 6),
    ("Wilhelmshaven", "Oslo", 7),
    ("Kiel", "Bergen", 9),
    ("Kiel", "Stavanger", 7),
    ("Kiel", "Oslo", 6),
    ("Naples", "Tripoli", 9),
    ("Naples", "Benghazi", 10),
    ("Naples", "Malta", 6),
    ("Naples", "Tobruk", 13),
    ("Taranto", "Tripoli", 9),
    ("Taranto", "Benghazi", 10),
    ("Taranto", "Malta", 6),
    ("Taranto", "Tobruk", 11),
    ("Messina", "Tripoli", 6),
    ("Messina", "Benghazi", 8),
    ("Messina", "Malta", 3),
    ("Messina", "Tobruk", 11),
    ("Palermo", "Tripoli", 8),
    ("Trapani", "Tripoli", 6),
    ("Palermo", "Benghazi", 9),
    ("Trapani", "Benghazi", 10),
    ("Palermo", "Malta", 5),
    ("Trapani", "Malta", 3),
    ("Palermo", "Tobruk", 12),
    ("Trapani", "Tobruk", 13),
    ("Alexandria", "Tripoli", 17),
    ("Alexandria", "Benghazi", 10),
    ("Alexandria", "Tobruk", 6),
    ("Gibraltar", "Tripoli", 20),
    ("Gibraltar", "Benghazi", 25),
    ("Gibraltar", "Tobruk", 28),
    ("Malta", "Tripoli", 3),
    ("Malta", "Benghazi", 7),
    ("Malta", "Tobruk", 10),
    ("Gibraltar", "Alexandria", 34),
]


@pytest.mark.parametrize(("one", "two", "hexes"), EUROPE_DISTANCES)
def test_distances_on_the_europe_board(europe: Board, one: str, two: str, hexes: int) -> None:
    way = route(europe, one, two)
    assert way is not None
    assert way.distance == hexes
    back = route(europe, two, one)
    assert back is not None
    assert back.distance == hexes
    assert check_path(europe, way.hexes, waters=europe.find(one).waters) == ()


PACIFIC_DISTANCES = [
    ("Pearl Harbor", "Midway", 9),
    ("Pearl Harbor", "Johnston", 5),
    ("Pearl Harbor", "Wake", 13),
    ("Tokyo", "Pearl Harbor", 25),
    ("Truk", "Rabaul", 7),
    ("Tokyo", "Truk", 12),
    ("Manila", "Singapore", 10),
]


@pytest.mark.parametrize(("one", "two", "hexes"), PACIFIC_DISTANCES)
def test_distances_on_the_pacific_board(pacific: Board, one: str, two: str, hexes: int) -> None:
    way = route(pacific, one, two)
    assert way is not None
    assert way.distance == hexes


@pytest.mark.parametrize(
    "track",
    [
        "B29 B30 B31 B32 B33",
        "E26 E27 D28 C29 B30 B31 B32 B33",
        "J29 I29 H29 G29 F30 E31 D32",
        "AA24 BB24 CC23 DD22 EE21 FF20 GG19 HH18 II17 JJ16",
        "DD19 EE19 FF18 GG18 HH17 II17 JJ16",
        "AA22 BB22 CC21 DD20",
        "EE22 FF22 GG22 HH22 II22 JJ22 KK22",
    ],
)
def test_a_track_of_the_scenarios_can_be_sailed(europe: Board, track: str) -> None:
    assert check_path(europe, track.split()) == ()


def test_oslo_is_reached_without_the_skagerrak_from_the_kattegat_only(europe: Board) -> None:
    shut = {"skagerrak", "kiel-canal"}
    way = route(europe, "Kiel", "Oslo", closed=shut)
    assert way is not None
    assert way.distance == 6
    assert route(europe, "Scapa Flow", "Oslo", closed=shut) is None


# ---------------------------------------------------------------- boxes and the edges
def test_box_entries(europe: Board, pacific: Board) -> None:
    assert [(e.hex, e.distance) for e in pacific.boxes["Australia"].entries] == [
        ("NN15", 8),
        ("NN24", 8),
        ("NN31", 10),
    ]
    assert [(e.hex, e.distance) for e in pacific.boxes["India"].entries] == [("CC2", 8)]
    atlantic = [e.hex for e in europe.boxes["AtlanticUS"].entries]
    assert atlantic[0] == "A23"
    assert atlantic[-1] == "EE1"
    assert len(atlantic) == 31
    us = [e.hex for e in pacific.boxes["PacificUS"].entries]
    assert us[0] == "A59"
    assert us[-1] == "KK48"
    assert {"AtlanticSW", "IndianOceanSW"} <= set(europe.boxes)
    assert {"PacificSW", "IndianOceanSW", "SouthAfrica"} <= set(pacific.boxes)


def test_box_distances_count(pacific: Board) -> None:
    way = route(pacific, "India", "CC2")
    assert way is not None
    assert way.distance == 8
    noumea = route(pacific, "Australia", "Noumea")
    assert noumea is not None
    assert noumea.distance == 10
    field = reach(pacific, "India box", 20)
    assert field[Node("CC2", 0)] == 8
    assert max(field.values()) == 20
    assert Node("Australia", 0) not in field  # boxes end a way and never lie on one


def test_virtual_hexes_lie_beyond_the_edge(europe: Board, pacific: Board) -> None:
    assert "EE1w1" in europe.virtual
    assert "EE1w1" in europe.notional_ports
    assert "EE1w2" not in europe.notional_ports
    assert "KK48e1" in pacific.notional_ports
    detour = route(europe, "V5", "T6", offboard=True, avoid={"U5", "U6", "V6"})
    assert detour is not None
    assert any(h in europe.virtual for h in detour.hexes)
    inside = route(europe, "V5", "T6", avoid={"U5", "U6", "V6"})
    assert inside is None or not any(h in europe.virtual for h in inside.hexes)
    step_off = reach(pacific, "KK48", 3, offboard=True)
    assert step_off[Node("KK48e1", 0)] == 1


def test_every_port_floats_and_says_who_put_it_there(europe: Board, pacific: Board) -> None:
    for board in (europe, pacific):
        ports = list(board.ports())
        assert len(ports) >= 70
        for p in ports:
            assert p.waters, p.name
            assert p.source in ("rule", "scenario", "geography")
            assert all(p.fronts.values()), p.name
            assert all(board.distance(p.hex, n.hex) <= 1 for n in p.waters)


def test_islands_and_groups(pacific: Board, europe: Board) -> None:
    groups = pacific.island_groups
    assert set(groups["Hawaiian Islands"]) >= {"Pearl Harbor", "Hawaii", "Maui", "Kauai", "Necker"}
    assert set(groups["Aleutian Islands"]) >= {"Dutch Harbor", "Attu", "Kiska", "Adak"}
    assert set(groups["Society Islands"]) >= {"Papeete", "Bora Bora"}
    for name in ("Midway", "Wake", "Johnston Island", "Truk"):
        assert pacific.hex(pacific.find(name).hex).one_hex_island
    assert europe.hex("GG19").one_hex_island
    assert europe.hex("F39").one_hex_island
    for name in ("Palawan", "New Ireland", "Halmahera"):
        assert pacific.find(name).ports == 0


def test_beaches(europe: Board, pacific: Board) -> None:
    assert not europe.hex("AA7").beach
    assert not pacific.hex("DD11").beach
    assert europe.hex("F40").beach
    assert not europe.hex("L31").beach


def test_seeking_finds_what_find_does(europe: Board) -> None:
    for text in ("Kiel", "kiel", " J30 ", "j30", "Atlantic U.S.", "SCAPA FLOW", "PÄRNU"):
        assert europe.find_or_none(text) == europe.find(text)
    for text in ("", "Kiell", "J300"):
        assert europe.find_or_none(text) is None


def test_find_suggests(europe: Board) -> None:
    assert europe.find("scapa").name == "Scapa Flow"
    assert europe.find("PÄRNU").hex == "F40"
    assert europe.find("j30").hex == "J30"
    assert europe.find("Atlantic U.S.").hex == "AtlanticUS"
    with pytest.raises(BoardError, match="did you mean Gibraltar"):
        europe.find("Gibralter")
    with pytest.raises(BoardError, match="no place or hex 'Z99'"):
        europe.find("Z99")
    with pytest.raises(BoardError, match="no body of water 7"):
        europe.water(Node("J30", 7))
    with pytest.raises(BoardError, match="there is no board"):
        load("atlantis")


def test_a_land_hex_has_no_ways(europe: Board) -> None:
    with pytest.raises(BoardError, match="no water"):
        route(europe, "L31", "Kiel")
    assert check_path(europe, ["I31", "L31"])[0].code == "no-water"
    assert check_path(europe, ["I31", "Q99"])[0].code == "unknown"
