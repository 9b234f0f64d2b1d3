"""The API's description of itself, completed: what every address answers when it says no, how a
seat is named, the types of what is sent ready made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from .errors import Problem
from .geometry import BoardGeometry

Schema = dict[str, Any]
REF = "#/components/schemas/{name}"
SEAT = "seat"
"""The name of the way in which a request names its seat."""
LINES = {
    "application/jsonl": {
        "schema": {"type": "string", "description": "A JSON object on each line."}
    }
}
EVENTS = {"text/event-stream": {"schema": {"type": "string", "description": "Server-sent events."}}}
READY_MADE: dict[str, Schema] = {
    "/api/boards/{board}": {
        "application/json": {"schema": {"$ref": REF.format(name="BoardGeometry")}}
    },
    "/api/pictures/{board}": {
        "application/json": {"schema": {"type": "object", "additionalProperties": {}}}
    },
    "/api/games/{game}/log": LINES,
    "/api/games/{game}/news": EVENTS,
    "/api/news": EVENTS,
}
"""What is sent as bytes, by its address."""
REASONS = {
    "400": "The request cannot be read; `place` names the field or the letter.",
    "401": "No seat of this game is named: `no-seat`.",
    "403": "The seat may not (`invitation`, `no-side`, `spectator`), or another page asks: "
    "`foreign-page`, `foreign-host`.",
    "404": "There is no such thing: `not-found`.",
    "409": "Not as the game stands now: `stale`, `not-asked`, `not-now`, `over`, `refused` and "
    "others.",
    "413": "The body is too large: `too-large`.",
    "415": "The body is no JSON: `wrong-type`.",
    "429": "Too many requests: `too-fast`; `Retry-After` says how long to wait.",
    "500": "The log of this game cannot be read (`log-fault`), a rule failed (`rule-fault`), or "
    "the room did (`fault`).",
    "503": "Others keep it busy (`busy`), or the database is away (`store-fault`); nothing was "
    "done.",
}
"""Why the room says no, by status."""
TAGS = {
    "room": "What the room offers: books, boards, lessons.",
    "games": "Setting up games, taking seats, reports.",
    "seat": "What a seat sees and does.",
    "rules": "The clauses of the rule books, and odds without a game.",
}


def described(api: Schema) -> Schema:
    """Complete the description that the routes give of themselves."""
    schemas = dict(api["components"]["schemas"])
    _, made = msgspec.json.schema_components([Problem, BoardGeometry], ref_template=REF)
    schemas |= made
    for name, schema in schemas.items():
        untitled = {
            k: v for k, v in schema.items() if k != "title"
        }  # several have one title, and generators name by it
        schemas[name] = plainer(untitled)
    paths = {
        path: {way: operation(path, way, told) for way, told in ways.items()}
        for path, ways in api["paths"].items()
    }
    used, todo = set[str](), list(named(paths))
    while todo:
        name = todo.pop()
        if name not in used:
            used.add(name)
            todo += named(schemas[name])
    scheme = {
        "type": "http",
        "scheme": "bearer",
        "description": "The secret of a seat: what stands behind # in its link.",
    }
    return api | {
        "info": api["info"] | {"license": {"name": "MIT", "identifier": "MIT"}},
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": {name: schemas[name] for name in sorted(used)},
            "securitySchemes": {SEAT: scheme},
        },
    }


def named(schema: Any) -> Iterator[str]:
    """The names of the structures that a part of the description speaks of."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for part in schema.values():
            yield from named(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from named(part)


def plainer(schema: Any) -> Any:
    """A schema without what says nothing and stops generators: ``items: false`` behind
    ``prefixItems``, and of several ways those that another holds (any value in a list of some
    length, an integer beside a number)."""
    if isinstance(schema, list):
        return [plainer(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {k: plainer(v) for k, v in schema.items() if not (k == "items" and v is False)}
    ways = [way for way in found.get("oneOf", ()) if way]
    if {"type": "number"} in ways:
        ways = [way for way in ways if way != {"type": "integer"}]
    if len(ways) == 1:
        del found["oneOf"]
        return {**ways[0], **found}
    return found | {"oneOf": ways} if ways else found


def operation(path: str, way: str, told: Schema) -> Schema:
    """What an address takes and answers."""
    responses = {
        status: answer for status, answer in told["responses"].items() if status.startswith("2")
    }
    if path in READY_MADE:
        responses = {"200": {"description": told["summary"], "content": READY_MADE[path]}}
    if path in ("/api/boards/{board}", "/api/pictures/{board}"):
        responses["304"] = {"description": "It is as the browser has it."}
    for status in refusals(path, way):
        content = {"application/json": {"schema": {"$ref": REF.format(name="Problem")}}}
        responses[status] = {"description": REASONS[status], "content": content}
    return told | {"responses": responses, "security": [{SEAT: []}] if names_seat(path) else []}


def names_seat(path: str) -> bool:
    """Whether a request to this address must name a seat."""
    return path.startswith("/api/games/{game}/") and not path.endswith("/report")


def refusals(path: str, way: str) -> Iterator[str]:
    """The statuses with which an address may say no."""
    changes = way != "get"
    yield "400"
    if names_seat(path) or path == "/api/news":
        yield from ("401", "403")
    elif changes:
        yield "403"
    if "{" in path:
        yield "404"
    if names_seat(path) and changes:
        yield "409"
    if way in ("post", "put", "patch"):
        yield from ("413", "415")
    yield from ("429", "500", "503")
