"""What fits a schema, and the object in what a model wrote."""

from __future__ import annotations

import pytest

from dayleaf.core.schema import faults, object_in

SCHEMA = {
    "type": "object",
    "required": ["name", "c"],
    "properties": {
        "name": {"type": "string", "minLength": 2, "maxLength": 5},
        "c": {"type": "number", "minimum": 0, "maximum": 1},
        "n": {"type": "integer"},
        "kind": {"type": "string", "enum": ["a", "b"]},
        "list": {"type": "array", "maxItems": 2, "items": {"type": "string"}},
    },
}


@pytest.mark.parametrize(
    "value",
    [{"name": "Nora", "c": 0.5}, {"name": "Nora", "c": 1, "n": 3, "kind": "a", "list": ["x"]}],
)
def test_what_fits(value) -> None:
    assert faults(value, SCHEMA) == []


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ([], "$"),
        ({"c": 0.5}, "$.name"),
        ({"name": "N", "c": 0.5}, "$.name"),
        ({"name": "Norabella", "c": 0.5}, "$.name"),
        ({"name": "Nora", "c": 1000}, "$.c"),
        ({"name": "Nora", "c": float("nan")}, "$.c"),
        ({"name": "Nora", "c": True}, "$.c"),
        ({"name": "Nora", "c": "0.5"}, "$.c"),
        ({"name": "Nora", "c": 0, "n": 1.5}, "$.n"),
        ({"name": "Nora", "c": 0, "kind": "z"}, "$.kind"),
        ({"name": "Nora", "c": 0, "list": ["a", "b", "c"]}, "$.list"),
        ({"name": "Nora", "c": 0, "list": [1]}, "$.list[0]"),
        ({"name": "Nora", "c": 0, "more": 1}, "$"),
    ],
)
def test_what_does_not(value, where) -> None:
    assert any(fault.startswith(where + " ") for fault in faults(value, SCHEMA))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', {"a": 1}),
        ('Sure! Here it is:\n```json\n{"a": {"b": 2}}\n```\nAnything else?', {"a": {"b": 2}}),
        ('{ not this } but {"a": 1}', {"a": 1}),
        ('{"a": 1', None),
        ("no object", None),
        ("[1, 2]", None),
        ('{"a": NaN}', None),
        ("{" * 5000, None),
    ],
)
def test_the_object_in_a_text(text, found) -> None:
    assert object_in(text) == found
