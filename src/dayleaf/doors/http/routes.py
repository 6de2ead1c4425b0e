"""Which address asks for which operation, and the OpenAPI document made of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from dayleaf import __version__
from dayleaf.core.errors import TABLE
from dayleaf.doors.operations.table import OPERATIONS, Operation


class Way(NamedTuple):
    """An address of the server: method and path (arguments in braces), and the operation it asks for."""

    method: str
    path: str
    name: str

    @property
    def operation(self) -> Operation:
        """What it asks for."""
        return OPERATIONS[self.name]


WAYS = (
    Way("POST", "/v1/recall", "recall"),
    Way("POST", "/v1/retain", "retain"),
    Way("GET", "/v1/about/{name}", "about"),
    Way("POST", "/v1/get", "memory_get"),
    Way("POST", "/v1/context", "context"),
    Way("POST", "/v1/turn", "end_turn"),
    Way("GET", "/v1/core", "core_show"),
    Way("POST", "/v1/core/append", "core_append"),
    Way("POST", "/v1/core/replace", "core_replace"),
    Way("POST", "/v1/core/insert", "core_insert"),
    Way("GET", "/v1/work", "work_list"),
    Way("POST", "/v1/work/put", "work_put"),
    Way("POST", "/v1/work/get", "work_get"),
    Way("POST", "/v1/work/delete", "work_delete"),
    Way("POST", "/v1/reflect", "reflect"),
    Way("POST", "/v1/forget", "forget"),
)


def openapi() -> dict[str, Any]:
    """The OpenAPI 3.1 document of the server."""
    paths: dict[str, dict[str, Any]] = {}
    for way in WAYS:
        paths.setdefault(way.path, {})[way.method.lower()] = _operation(way)
    paths["/v1/health"] = {"get": {"operationId": "health", "summary": "Whether the server answers", "security": [], "responses": _ok({})}}
    error = {
        "type": "object",
        "properties": {
            "schema": {"type": "integer"},
            "error": {
                "type": "object",
                "properties": {name: {"type": "string"} for name in ("code", "message", "hint")},
                "required": ["code", "message", "hint"],
            },
        },
        "required": ["schema", "error"],
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "dayleaf", "version": __version__, "description": "A memory for AI agents: Markdown is the truth."},
        "paths": paths,
        "components": {"schemas": {"Error": error}, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{"token": []}],
    }


def _operation(way: Way) -> dict[str, Any]:
    operation = way.operation
    made: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.title,
        "description": operation.description,
        "responses": _ok(operation.gives) | _failures(),
    }
    if way.method == "POST":
        return made | {"requestBody": {"required": True, "content": {"application/json": {"schema": operation.takes}}}}
    required = operation.takes["required"]
    made["parameters"] = [
        {
            "name": name,
            "in": "path" if f"{{{name}}}" in way.path else "query",
            "required": name in required,
            "description": schema.get("description", ""),
            "schema": schema,
        }
        for name, schema in operation.takes["properties"].items()
    ]
    return made


def _ok(schema: dict[str, Any]) -> dict[str, Any]:
    return {"200": {"description": "Done", "content": {"application/json": {"schema": schema or {"type": "object"}}}}}


def _failures() -> dict[str, Any]:
    codes: dict[int, list[str]] = {}
    for _, code, _, status in TABLE:
        codes.setdefault(status, []).append(code)
    codes |= {401: ["no or a wrong token"], 413: ["the body is too large"], 415: ["the body is no JSON"]}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {str(status): {"description": ", ".join(codes[status]), "content": content} for status in sorted(codes)}
