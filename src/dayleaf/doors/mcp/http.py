"""MCP over HTTP (the streamable transport, without streams): one posted message, one JSON answer."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping

from dayleaf.doors.mcp.protocol import (
    BAD_PARAMS,
    HANDSHAKE,
    INVALID,
    META,
    MODERN,
    NO_METHOD,
    OTHER_VERSION,
    PARSE,
    Message,
    Server,
    failure,
    id_of,
)
from dayleaf.doors.mcp.stdio import decoded
from dayleaf.doors.reply.json import encode

MISMATCH = -32020
"""The code of a request whose headers say something else than its body."""

_STATUS = {PARSE: 400, INVALID: 400, BAD_PARAMS: 400, MISMATCH: 400, OTHER_VERSION: 400, NO_METHOD: 404}
"""The status of an error, for requests without a handshake; those with one get 200, as they always did."""

_NAMED = {"tools/call": "name", "resources/read": "uri", "prompts/get": "name"}


def posted(server: Server, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
    """The status and body of the answer to one POST; a notification is acknowledged by 202 and nothing."""
    try:
        message = decoded(body)
    except (ValueError, RecursionError):
        return 400, encode(failure(None, PARSE, "this is no JSON"))
    version = headers.get("mcp-protocol-version")
    if version is not None and version not in HANDSHAKE and version not in MODERN:
        supported = {"supported": [*HANDSHAKE, *MODERN], "requested": version}
        return 400, encode(failure(id_of(message), OTHER_VERSION, f"the revision {version} is not spoken here", supported))
    modern = version in MODERN
    answer = _mismatch(message, headers) if modern and isinstance(message, dict) and "id" in message else None
    answer = answer or server.answer(message)
    if answer is None:
        return 202, b""
    code = answer["error"]["code"] if "error" in answer else None
    bad = code in (PARSE, INVALID) or modern
    return (_STATUS.get(code, 200) if bad and code is not None else 200), encode(answer)


def _mismatch(message: Message, headers: Mapping[str, str]) -> Message | None:
    """What the headers say otherwise than the body; proxies route by them, so they must not lie."""
    params = message.get("params")
    params = params if isinstance(params, dict) else {}
    meta = params.get("_meta")
    said = meta.get(META + "protocolVersion") if isinstance(meta, dict) else None
    wrong = [
        name
        for name, value in (
            ("mcp-protocol-version", said),
            ("mcp-method", message.get("method")),
            ("mcp-name", params.get(_NAMED.get(str(message.get("method")), ""))),
        )
        if value is not None and _header(headers.get(name)) != value
    ]
    return failure(id_of(message), MISMATCH, f"the header {wrong[0]} says something else than the body") if wrong else None


def _header(value: str | None) -> str | None:
    """A header's value; what no header can hold comes as `=?base64?…?=`."""
    if value is None or not value.startswith("=?base64?") or not value.endswith("?="):
        return value
    try:
        return b64decode(value[9:-2], validate=True).decode()
    except ValueError:
        return None
