"""The completed OpenAPI description: the error responses of every address, the security scheme of
seats, and the types of ready-made bodies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from .errors import Problem
from .geometry import BoardGeometry

Schema = dict[str, Any]
REF = "#/components/schemas/{name}"
SEAT = "seat"
"""The name of the security scheme by which a request names its seat."""
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
"""Responses that are sent as bytes, by address."""
REASONS = {
    "400": "The request cannot be read; `place` names the field or the offset.",
    "401": "The key opens no seat of this game: `no-seat`.",
    "403": "The seat may not do this (`invitation`, `no-side`, `spectator`), or the request comes from another site: "
    "`foreign-page`, `foreign-host`.",
    "404": "It does not exist: `not-found`.",
    "409": "Not possible in the present state of the game: `stale`, `not-asked`, `not-now`, `over`, `refused` and "
    "others.",
    "413": "The body is too large: `too-large`.",
    "415": "The body is not JSON: `wrong-type`.",
    "429": "Too many requests: `too-fast`; `Retry-After` gives the seconds to wait.",
    "500": "The log of this game cannot be read (`log-fault`), a rule failed (`rule-fault`), or "
    "the room did (`fault`).",
    "503": "The game is busy (`busy`), or the database is unavailable (`store-fault`); nothing was "
    "done.",
}
"""The meaning of each error status."""
TAGS = {
    "room": "What the room offers: books, boards, lessons.",
    "games": "Setting up games, taking seats, reports.",
    "seat": "The view and the acts of a seat.",
    "rules": "The clauses of the rule books, and odds without a game.",
}


def complete_description(api: Schema) -> Schema:
    """Return the description that the routes generate, completed."""
    schemas = dict(api["components"]["schemas"])
    _, made = msgspec.json.schema_components([Problem, BoardGeometry], ref_template=REF)
    schemas |= made
    for name, schema in schemas.items():
        # several schemas share a title, and generators name types by it
        untitled = {k: v for k, v in schema.items() if k != "title"}
        schemas[name] = simplify_schema(untitled)
    paths = {
        path: {way: describe_operation(path, way, told) for way, told in ways.items()}
        for path, ways in api["paths"].items()
    }
    used, todo = set[str](), list(schema_names(paths))
    while todo:
        name = todo.pop()
        if name not in used:
            used.add(name)
            todo += schema_names(schemas[name])
    scheme = {
        "type": "http",
        "scheme": "bearer",
        "description": "The secret of a seat: the part after # in its link.",
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


def schema_names(schema: Any) -> Iterator[str]:
    """Yield the names of the schemas that a part of the description refers to."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for part in schema.values():
            yield from schema_names(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from schema_names(part)


def simplify_schema(schema: Any) -> Any:
    """Return a schema without parts that mean nothing and break generators: ``items: false`` after
    ``prefixItems``, and alternatives that another one includes (any value in a list of some length,
    an integer beside a number)."""
    if isinstance(schema, list):
        return [simplify_schema(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {k: simplify_schema(v) for k, v in schema.items() if not (k == "items" and v is False)}
    ways = [way for way in found.get("oneOf", ()) if way]
    if {"type": "number"} in ways:
        ways = [way for way in ways if way != {"type": "integer"}]
    if len(ways) == 1:
        del found["oneOf"]
        return {**ways[0], **found}
    return found | {"oneOf": ways} if ways else found


def describe_operation(path: str, way: str, told: Schema) -> Schema:
    """Return the description of one operation, with its responses."""
    responses = {
        status: answer for status, answer in told["responses"].items() if status.startswith("2")
    }
    if path in READY_MADE:
        responses = {"200": {"description": told["summary"], "content": READY_MADE[path]}}
    if path in ("/api/boards/{board}", "/api/pictures/{board}"):
        responses["304"] = {"description": "Unchanged: the browser's copy is valid."}
    for status in refusals(path, way):
        content = {"application/json": {"schema": {"$ref": REF.format(name="Problem")}}}
        responses[status] = {"description": REASONS[status], "content": content}
    return told | {"responses": responses, "security": [{SEAT: []}] if names_seat(path) else []}


def names_seat(path: str) -> bool:
    """Return whether a request to this address must name a seat."""
    return path.startswith("/api/games/{game}/") and not path.endswith("/report")


def refusals(path: str, way: str) -> Iterator[str]:
    """Yield the error statuses of an address."""
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
