"""The protocol's own SDK as the client: the same questions in process-less form over standard streams and over HTTP."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import asynccontextmanager

import pytest
from running import program, running

mcp = pytest.importorskip("mcp")
pytest.importorskip("uvicorn")

from mcp.client.streamable_http import streamable_http_client  # noqa: E402 behind the question whether it is there
from mcp.shared._httpx_utils import create_mcp_http_client  # noqa: E402


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    made = tmp_path_factory.mktemp("mcp")
    program(made, "init")
    program(made, "retain", "Keeps a parrot named Coco.", "--entity", "Ada")
    return made


def over_streams(root):
    command = ["-c", "from dayleaf.doors.cli import run; run()", "-C", str(root), "mcp"]
    return mcp.StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))


@asynccontextmanager
async def over_http(found):
    async with create_mcp_http_client(headers={"Authorization": f"Bearer {found.note['token']}"}) as http:
        yield streamable_http_client(f"{found.url}/mcp", http_client=http)


async def conversation(client):
    tools = {tool.name for tool in (await client.list_tools()).tools}
    assert {"recall", "retain", "context", "memory_get", "work_put"} <= tools
    found = await client.call_tool("recall", {"query": "which parrot does Ada keep?"})
    assert found.structured_content["hits"][0]["content"] == "Keeps a parrot named Coco."
    wrong = await client.call_tool("recall", {"qery": "parrot"})
    assert wrong.is_error
    assert "did you mean 'query'?" in wrong.content[0].text
    assert "Ada" in (await client.read_resource("memory://entity/Ada")).contents[0].text
    return found


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_standard_streams(root, mode):
    async def run():
        async with mcp.Client(over_streams(root), mode=mode) as client:
            await conversation(client)

    asyncio.run(run())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_http_with_several_clients_at_once(root, mode):
    async def one(found):
        async with over_http(found) as transport, mcp.Client(transport, mode=mode) as client:
            await conversation(client)

    async def several(found):
        await asyncio.gather(*(one(found) for _ in range(4)))

    with running(root) as found:
        asyncio.run(several(found))


def test_over_http_without_the_token(root):
    async def run(url):
        async with mcp.Client(url):
            pytest.fail("the server let a stranger in")

    with running(root) as found, pytest.raises(BaseExceptionGroup) as refused:
        asyncio.run(run(f"{found.url}/mcp"))
    assert refused.group_contains(mcp.MCPError)
