#!/usr/bin/env python3
"""Write the TypeScript types of the room's API for the page's scripts, from the OpenAPI
description.

    python -m tools types

Makes ``src/flagplot/room/page/types.d.ts``. A field of a response is always present; a field of a
request is optional when it has a default.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from flagplot.room.app import create_app
from flagplot.room.described import complete_description as complete
from flagplot.room.described import schema_names
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
    """Return the OpenAPI description."""
    return complete(create_app(Store("sqlite://")).openapi_schema.to_schema())


def taken(api: Schema) -> set[str]:
    """Return the names of the structures that requests contain."""
    known, found = api["components"]["schemas"], set()
    todo = [
        n
        for address in api["paths"].values()
        for deed in address.values()
        for n in schema_names(deed.get("requestBody"))
    ]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += schema_names(known[name])
    return found


def sparing(of: type[msgspec.Struct] = msgspec.Struct) -> set[str]:
    """Return the names of the structures that leave out default values on the wire."""
    found = (
        {of.__name__} if of is not msgspec.Struct and of.__struct_config__.omit_defaults else set()
    )
    return found.union(*map(sparing, of.__subclasses__()))


def typed(schema: Schema) -> str:
    """Return a schema as a TypeScript type."""
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
    """Return a structure as an interface."""
    wanted = schema.get("required", ())
    lines = [
        f"  {field}{'?' if may_lack and field not in wanted else ''}: {typed(of)};"
        for field, of in schema["properties"].items()
    ]
    return "\n".join([f"export interface {name} {{", *lines, "}"])


def address(path: str) -> str:
    """Return an address as a type: each part in braces, and the query, is any text."""
    return f"`{re.sub(r'{[^}]*}', '${string}', path)}${{string}}`".replace(
        "${string}${string}", "${string}"
    )


def answers(api: Schema) -> str:
    """Return the type of the response of each address, the longest address first, since any text
    may contain slashes."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path, deeds in sorted(api["paths"].items(), key=lambda p: (-p[0].count("/"), p[0])):
        for method, deed in deeds.items():
            for status in ("200", "201"):
                content = deed["responses"].get(status, {}).get("content", {})
                of = content.get("application/json")
                # ready-made bytes have no schema
                if of and of["schema"].get("type") != "string":
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
    """Return the whole file."""
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
