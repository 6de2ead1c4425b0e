"""JSON Schema for what is asked and answered: short words to write it, and a check of what came in.

Only the part of JSON Schema (2020-12) that the table of operations uses: types, `enum`, bounds, lengths, items, properties.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dayleaf.core.closest import closest
from dayleaf.core.errors import UsageError

Schema = dict[str, Any]

LONGEST = 1_000_000
"""Characters of a text that is not said to be shorter; a longer one is refused before anything is done."""

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def text(description: str, *, longest: int = LONGEST, **more: object) -> Schema:
    """A string."""
    return {"type": "string", "description": description, "maxLength": longest, **more}


def choice(description: str, *values: str) -> Schema:
    """One of a few words."""
    return {"type": "string", "description": description, "enum": list(values)}


def whole(description: str, least: int, most: int, **more: object) -> Schema:
    """A whole number."""
    return {"type": "integer", "description": description, "minimum": least, "maximum": most, **more}


def share(description: str) -> Schema:
    """A number from 0 to 1."""
    return {"type": "number", "description": description, "minimum": 0, "maximum": 1}


def yes_or_no(description: str) -> Schema:
    """A boolean, false when it is left out."""
    return {"type": "boolean", "description": description, "default": False}


def several(description: str, item: Schema, most: int = 100) -> Schema:
    """A list."""
    return {"type": "array", "description": description, "items": item, "maxItems": most}


def record(properties: Mapping[str, Schema], required: Sequence[str] = (), *, closed: bool = True) -> Schema:
    """An object; closed: it has no other properties."""
    made: Schema = {"type": "object", "properties": dict(properties), "required": list(required)}
    return made | ({"additionalProperties": False} if closed else {})


def maybe(schema: Schema) -> Schema:
    """The same, or null."""
    return schema | {"type": [schema["type"], "null"]}


def checked(given: object, schema: Schema, where: str) -> dict[str, Any]:
    """The object that was given, when it fulfils the schema, without what is null: that says the same as leaving it out.

    Raises:
        UsageError: it does not; says which property, and what it must be.
    """
    _check(given, schema, where)
    return {name: value for name, value in given.items() if value is not None} if isinstance(given, Mapping) else {}


def _check(value: object, schema: Schema, where: str) -> None:
    wanted = schema["type"]
    names = [wanted] if isinstance(wanted, str) else wanted
    if not any(isinstance(value, _TYPES[name]) and not (isinstance(value, bool) and name != "boolean") for name in names):
        raise UsageError(f"{where} must be {_article(names)}, not {_told(value)}", hint=schema.get("description", ""))
    if "enum" in schema and value not in schema["enum"]:
        raise UsageError(f"{where} is {value!r}", hint=f"give one of {', '.join(schema['enum'])}")
    match value:
        case str() if len(value) > (most := schema.get("maxLength", LONGEST)):
            raise UsageError(f"{where} has {len(value)} characters, more than {most}", hint="give less")
        case int() | float() if not isinstance(value, bool):
            _check_number(value, schema, where)
        case list():
            _check_items(value, schema, where)
        case dict():
            _check_properties(value, schema, where)


def _check_number(value: float, schema: Schema, where: str) -> None:
    low, high = schema.get("minimum"), schema.get("maximum")
    if value != value or (low is not None and value < low) or (high is not None and value > high):  # noqa: PLR0124 NaN is unlike itself
        raise UsageError(f"{where} is {value}", hint=f"give a number from {low} to {high}")


def _check_items(value: list[Any], schema: Schema, where: str) -> None:
    if len(value) > schema.get("maxItems", LONGEST):
        raise UsageError(f"{where} has {len(value)} items, more than {schema['maxItems']}", hint="give fewer")
    for number, item in enumerate(value):
        _check(item, schema.get("items", {"type": list(_TYPES)}), f"{where}[{number}]")


def _check_properties(value: dict[str, Any], schema: Schema, where: str) -> None:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            raise UsageError(f"{where} lacks {name!r}", hint=known[name].get("description", ""))
    for name, item in value.items():
        if name in known:
            if item is not None or name in schema.get("required", ()):  # null says the same as leaving it out
                _check(item, known[name], f"{where}.{name}")
        elif schema.get("additionalProperties") is False:
            near = closest(name, known)
            hint = f"did you mean {near!r}?" if near else f"known are {', '.join(known) or 'none'}"
            raise UsageError(f"{where} has no {name!r}", hint=hint)


def _article(names: Sequence[str]) -> str:
    return " or ".join(("null" if name == "null" else f"{'an' if name[0] in 'aio' else 'a'} {name}") for name in names)


def _told(value: object) -> str:
    return next((name for name, types in _TYPES.items() if type(value) in types), type(value).__name__)
