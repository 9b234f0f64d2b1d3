"""Benchmark of sea reach on one board: flagplot against networkx and rustworkx on the same graph,
checked to agree.

There are two questions: the distance of everything within 40 hexes, without a port rule, and with a
port to be touched every 20 hexes. The libraries can answer the second only on a graph of (water
node, hexes since the last port).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from timing import Figure, took

from flagplot import boards

LIMIT, LEG = 40, 20
Reached = dict[boards.Node, int]


def figures(name: str = "awaw-europe") -> dict[str, Figure]:
    """Return the mean time of a query over the ports: computed each time (with the cache emptied),
    and cached."""
    import networkx as nx
    import rustworkx as rx

    board = boards.load(name)
    closed = frozenset(board.links)
    ports = tuple(p.hex for p in board.ports())
    starts = [p for p in board.ports() if p.waters and p.hex not in board.boxes]
    nodes = [n for n in board.nodes if n.hex not in board.virtual and n.hex not in board.boxes]
    keep = set(nodes)
    steps = [(a, b) for a in nodes for b, d in board.edges.get(a, ()) if b in keep and d == 1]
    touching = board.port_nodes(ports)

    plain = nx.DiGraph(steps)
    plain.add_nodes_from(nodes)
    layered = nx.DiGraph(
        ((a, s), (b, 0 if b in touching else s + 1))
        for a, b in steps
        for s in range(LEG)
        if s + 1 <= LEG
    )
    rust_plain, plain_number = _rust(rx, plain)
    rust_layered, layered_number = _rust(rx, layered)

    def key(start: boards.Place, every: int | None, at: tuple[str, ...]) -> tuple[object, ...]:
        return (
            "reach",
            start.waters,
            LIMIT,
            every,
            frozenset(at),
            closed,
            None,
            frozenset(),
            False,
        )

    def ours(start: boards.Place, every: int | None = None, at: tuple[str, ...] = ()) -> Reached:
        board.cache.pop(key(start, every, at), None)
        return dict(boards.reach(board, start, LIMIT, closed=closed, touch_every=every, ports=at))

    def again(start: boards.Place, every: int | None = None, at: tuple[str, ...] = ()) -> Any:
        return boards.reach(board, start, LIMIT, closed=closed, touch_every=every, ports=at)

    def networkx(start: boards.Place, by_ports: bool) -> Reached:
        found: Reached = {}
        for node in start.waters:
            source: Any = (node, 0) if by_ports else node
            for n, d in nx.single_source_shortest_path_length(
                layered if by_ports else plain, source, cutoff=LIMIT
            ).items():
                h = n[0] if by_ports else n
                if d < found.get(h, LIMIT + 1):
                    found[h] = d
        return found

    def rustworkx(start: boards.Place, by_ports: bool) -> Reached:
        found: Reached = {}
        graph, number = (rust_layered, layered_number) if by_ports else (rust_plain, plain_number)
        for node in start.waters:
            source: Any = (node, 0) if by_ports else node
            found[node] = 0
            for i, d in rx.dijkstra_shortest_path_lengths(
                graph, number[source], lambda _: 1.0
            ).items():
                n = graph[i]
                h = n[0] if by_ports else n
                if d <= LIMIT and d < found.get(h, LIMIT + 1):
                    found[h] = int(d)
        return found

    few = starts[:: max(1, len(starts) // 10)]
    for start in few:
        for by_ports in (False, True):
            mine = {
                n: d
                for n, d in ours(start, *((LEG, ports) if by_ports else ())).items()
                if n.hex not in board.boxes
            }
            if mine != networkx(start, by_ports) or mine != rustworkx(start, by_ports):
                raise AssertionError(f"reach from {start.name} differs between the methods")

    def each(work: Callable[[boards.Place], Any], over: list[boards.Place]) -> Figure:
        whole = took(lambda: [work(s) for s in over], rounds=3)
        return Figure(whole.value / len(over), "s", whole.spread)

    return {
        "reach 40 hexes": each(ours, starts),
        "reach 40 hexes | networkx": each(lambda s: networkx(s, False), starts),
        "reach 40 hexes | rustworkx": each(lambda s: rustworkx(s, False), starts),
        "reach 40 hexes, asked again": each(again, starts),
        "reach 40, port every 20": each(lambda s: ours(s, LEG, ports), starts),
        "reach 40, port every 20 | networkx": each(lambda s: networkx(s, True), few),
        "reach 40, port every 20 | rustworkx": each(lambda s: rustworkx(s, True), few),
        "reach 40, port every 20, asked again": each(lambda s: again(s, LEG, ports), starts),
    }


def _rust(rx: Any, graph: Any) -> tuple[Any, dict[Any, int]]:
    """Return the directed graph for rustworkx, and its node numbers."""
    made = rx.PyDiGraph()
    number = dict(zip(graph.nodes, made.add_nodes_from(list(graph.nodes)), strict=True))
    made.add_edges_from([(number[a], number[b], 1.0) for a, b in graph.edges])
    return made, number
