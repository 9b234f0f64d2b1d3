#!/usr/bin/env python3
"""Write what the room's API takes and answers as types for the page's scripts, out of the API's own
description.

    python -m tools types

Makes ``src/flagplot/room/page/types.d.ts``. A field of an answer is always there; one of a request
may be left out where the room knows what is meant then.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from flagplot.room.app import create_app
from flagplot.room.described import described as complete
from flagplot.room.described import named
from flagplot.room.store import Store

TARGET = Path(__file__).resolve().parents[1] / "src/flagplot/room/page/types.d.ts"
HEAD = "/* What the room's API takes and answers, made by python -m tools types. */\n"
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}

Schema = dict[str, Any]


def described() -> Schema:
    """The API's description of itself."""
    return complete(create_app(Store("sqlite://")).openapi_schema.to_schema())


def taken(api: Schema) -> set[str]:
    """The structures that requests are made of."""
    known, found = api["components"]["schemas"], set()
    todo = [
        n
        for address in api["paths"].values()
        for deed in address.values()
        for n in named(deed.get("requestBody"))
    ]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += named(known[name])
    return found


def sparing(of: type[msgspec.Struct] = msgspec.Struct) -> set[str]:
    """The structures that leave out on the wire what is as usual."""
    found = (
        {of.__name__} if of is not msgspec.Struct and of.__struct_config__.omit_defaults else set()
    )
    return found.union(*map(sparing, of.__subclasses__()))


def typed(schema: Schema) -> str:
    """A schema as a type of TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(v) for v in schema["enum"])
    if "oneOf" in schema:
        return " | ".join(dict.fromkeys(typed(part) for part in schema["oneOf"] if part))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(typed, schema['prefixItems']))}]"
        item = typed(schema.get("items", {}))
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        return f"Record<string, {typed(schema.get('additionalProperties') or {})}>"
    return PLAIN.get(str(kind), "unknown")


def structure(name: str, schema: Schema, may_lack: bool) -> str:
    """A structure as an interface."""
    wanted = schema.get("required", ())
    lines = [
        f"  {field}{'?' if may_lack and field not in wanted else ''}: {typed(of)};"
        for field, of in schema["properties"].items()
    ]
    return "\n".join([f"export interface {name} {{", *lines, "}"])


def address(path: str) -> str:
    """An address as a type: whatever stands in braces is any text, and so is what is asked after
    it."""
    return f"`{re.sub(r'{[^}]*}', '${string}', path)}${{string}}`".replace(
        "${string}${string}", "${string}"
    )


def answers(api: Schema) -> str:
    """What is answered at which address: the longest first, since any text may hold slashes."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path, deeds in sorted(api["paths"].items(), key=lambda p: (-p[0].count("/"), p[0])):
        for method, deed in deeds.items():
            for status in ("200", "201"):
                content = deed["responses"].get(status, {}).get("content", {})
                of = content.get("application/json")
                if (
                    of and of["schema"].get("type") != "string"
                ):  # bytes that are ready made are not described
                    found.setdefault(method.upper(), []).append(
                        (address(path), typed(of["schema"]))
                    )
    out = [
        "/** What the room answers. */",
        "export type Answered<M extends string, P extends string> =",
    ]
    for method, rows in found.items():
        out.append(f"  M extends '{method}' ? (")
        out += [f"    P extends {at} ? {what} :" for at, what in rows]
        out.append("    unknown) :")
    return "\n".join([*out, "  unknown;"])


def text() -> str:
    """The whole file."""
    api = described()
    lack = taken(api) | sparing()
    parts = [
        structure(name, schema, name in lack)
        for name, schema in sorted(api["components"]["schemas"].items())
    ]
    return "\n\n".join([HEAD + parts[0], *parts[1:], answers(api)]) + "\n"


def main() -> None:
    """Write the file of types."""
    TARGET.write_text(text(), "utf-8")
