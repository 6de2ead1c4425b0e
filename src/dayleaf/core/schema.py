"""Whether a value fits a JSON Schema, of the few kinds we ask language models with; and the object in what they wrote around it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

LONGEST = 200_000
"""Characters of an answer that are looked at."""

DEEPEST = 12
"""Levels of an answer that are looked at."""

_NUMBERS = (int, float)


def faults(value: object, schema: Mapping[str, object], where: str = "$", depth: int = 0) -> list[str]:
    """What of a value does not fit, in words; empty if it fits.

    Known are `type` (object, array, string, integer, number), `enum`, `properties`, `required`, `items`, `minItems`,
    `maxItems`, `minLength`, `maxLength`, `minimum`, `maximum`. An object may have no other keys than its properties.
    """
    if depth > DEEPEST:
        return [f"{where} is too deep"]
    if "enum" in schema and value not in cast("Sequence[object]", schema["enum"]):
        return [f"{where} is none of the values allowed"]
    match schema.get("type"):
        case "object":
            return _object(value, schema, where, depth)
        case "array":
            return _array(value, schema, where, depth)
        case "string":
            return _within(len(value), schema, "Length", where) if isinstance(value, str) else [f"{where} is no text"]
        case "integer" | "number" as kind:
            numeric = isinstance(value, int if kind == "integer" else _NUMBERS) and not isinstance(value, bool)
            return _within(cast("float", value), schema, "imum", where) if numeric else [f"{where} is no {kind}"]
        case _:
            return []


def _object(value: object, schema: Mapping[str, object], where: str, depth: int) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where} is no object"]
    inside = cast("Mapping[str, Mapping[str, object]]", schema.get("properties", {}))
    found = [f"{where}.{name} is missing" for name in cast("Sequence[str]", schema.get("required", ())) if name not in value]
    found += [f"{where} has an unknown key" for name in value if name not in inside]
    for name, own in inside.items():
        if name in value:
            found += faults(value[name], own, f"{where}.{name}", depth + 1)
    return found


def _array(value: object, schema: Mapping[str, object], where: str, depth: int) -> list[str]:
    if not isinstance(value, list):
        return [f"{where} is no list"]
    found = _within(len(value), schema, "Items", where)
    own = cast("Mapping[str, object]", schema.get("items", {}))
    for number, item in enumerate(value):
        found += faults(item, own, f"{where}[{number}]", depth + 1)
    return found


def _within(size: float, schema: Mapping[str, object], what: str, where: str) -> list[str]:
    least, most = (cast("float | None", schema.get(f"{side}{what}")) for side in ("min", "max"))
    if size != size or (least is not None and size < least) or (most is not None and size > most):  # noqa: PLR0124 NaN
        return [f"{where} is out of range"]
    return []


def object_in(text: str) -> dict[str, object] | None:
    """The first whole JSON object in a text, whatever stands around it; None if there is none."""
    text = text[:LONGEST]
    decoder = json.JSONDecoder(parse_constant=_refuse)
    at = text.find("{")
    for _ in range(20):
        if at < 0:
            return None
        try:
            found, _end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        return found if isinstance(found, dict) else None
    return None


def _refuse(constant: str) -> object:
    raise ValueError(constant)
