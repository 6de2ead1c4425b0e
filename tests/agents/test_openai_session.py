"""A session of the OpenAI Agents SDK: what `SQLiteSession` answers, ours answers; several at once; an agent that runs with it."""

from __future__ import annotations

import asyncio
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sdks import sdk

from dayleaf.core.errors import DiskFailed, UsageError

sdk("agents")

from agents import Agent, Runner, SQLiteSession, set_tracing_disabled  # noqa: E402 they are there now
from agents.items import ModelResponse  # noqa: E402
from agents.memory import Session  # noqa: E402
from agents.models.interface import Model  # noqa: E402
from agents.usage import Usage  # noqa: E402
from openai.types.responses import ResponseOutputMessage, ResponseOutputText  # noqa: E402

from dayleaf.doors.openai_session import DayleafSession  # noqa: E402

TEXTS = st.text(st.sampled_from('abü茶\n"\\\ud83d\ude00 '), max_size=6)
ITEMS = st.lists(st.fixed_dictionaries({"role": st.sampled_from(("user", "assistant")), "content": TEXTS | st.integers()}), max_size=4)
CALLS = st.one_of(
    st.tuples(st.just("add_items"), st.integers(0, 1), ITEMS),
    st.tuples(st.just("add_items"), st.integers(0, 1), ITEMS),
    st.tuples(st.just("get_items"), st.integers(0, 1), st.none() | st.integers(-2, 6)),
    st.tuples(st.just("pop_item"), st.integers(0, 1), st.none()),
    st.tuples(st.just("clear_session"), st.integers(0, 1), st.none()),
)


@pytest.mark.parametrize("limit", [None, 3])
def test_any_calls_are_answered_as_by_the_sqlite_session(tmp_path_factory, limit):
    @settings(max_examples=20)
    @given(st.lists(CALLS, max_size=25))
    def same(calls):
        folder = tmp_path_factory.mktemp("sessions")
        ours = [DayleafSession(f"chat-{number}", folder, {"limit": limit}) for number in range(2)]
        theirs = [SQLiteSession(f"chat-{number}", folder / "theirs.db", session_settings={"limit": limit}) for number in range(2)]

        async def play():
            for name, number, value in calls:
                values = () if name in {"pop_item", "clear_session"} else (value,)
                assert await getattr(ours[number], name)(*values) == await getattr(theirs[number], name)(*values), name
            for one, other in zip(ours, theirs, strict=True):
                assert await one.get_items(-1) == await other.get_items(-1)

        try:
            asyncio.run(play())
        finally:
            for session in (*ours, *theirs):
                session.close()

    same()


def test_it_is_a_session(tmp_path):
    with DayleafSession("chat", tmp_path) as session:
        assert isinstance(session, Session)
        assert session.session_settings.limit is None


def test_what_was_said_is_there_after_a_restart_and_is_no_fact(tmp_path):
    item = {"role": "user", "content": "The zebra is called Karl."}
    with DayleafSession("chat", tmp_path) as session:
        asyncio.run(session.add_items([item]))
    with DayleafSession("chat", tmp_path) as session:
        assert asyncio.run(session.get_items()) == [item]
        assert session._memory.recall("zebra").hits == ()
    assert (tmp_path / ".memory" / ".gitignore").read_text() == "*\n"
    assert (tmp_path / ".memory" / "sessions.sqlite").stat().st_mode & 0o077 == 0


def test_reading_makes_no_file(tmp_path):
    with DayleafSession("chat", tmp_path) as session:
        assert asyncio.run(session.get_items()) == []
        assert asyncio.run(session.pop_item()) is None
    assert not (tmp_path / ".memory" / "sessions.sqlite").exists()


def test_threads_lose_nothing(tmp_path):
    def write(writer):
        with DayleafSession("chat", tmp_path) as session:
            for number in range(10):
                asyncio.run(session.add_items([{"role": "user", "content": f"{writer}-{number}"}]))

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with DayleafSession("chat", tmp_path) as session:
        said = [item["content"] for item in asyncio.run(session.get_items())]
    assert sorted(said) == sorted(f"{writer}-{number}" for writer in range(4) for number in range(10))
    assert [one for one in said if one.startswith("2-")] == [f"2-{number}" for number in range(10)]


def test_who_is_cancelled_leaves_a_whole_item(tmp_path):
    async def play(session):
        task = asyncio.ensure_future(session.add_items([{"role": "user", "content": "kept"}]))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await session.get_items()

    with DayleafSession("chat", tmp_path) as session:
        assert asyncio.run(play(session)) == [{"role": "user", "content": "kept"}]


def test_what_is_no_json_is_refused_whole(tmp_path):
    with DayleafSession("chat", tmp_path) as session:
        with pytest.raises(UsageError, match="not JSON"):
            asyncio.run(session.add_items([{"role": "user", "content": "x"}, {"role": "user", "content": {1, 2}}]))
        assert asyncio.run(session.get_items()) == []


def test_a_file_that_is_no_database_is_said_to_be_none(tmp_path):
    (tmp_path / ".memory").mkdir()
    (tmp_path / ".memory" / "sessions.sqlite").write_bytes(b"no database at all" * 100)
    with DayleafSession("chat", tmp_path) as session, pytest.raises(DiskFailed, match=r"sessions\.sqlite"):
        asyncio.run(session.get_items())


def test_a_session_needs_an_id(tmp_path):
    with pytest.raises(UsageError):
        DayleafSession("", tmp_path)


class Parrot(Model):
    """A model without a model: says how many messages it was given, and the last."""

    async def get_response(self, *_, input, **__):
        heard = f"{len(input)}: {input[-1]['content']}"
        text = ResponseOutputText(annotations=[], text=heard, type="output_text")
        message = ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *_, **__):
        raise NotImplementedError


def test_an_agent_remembers_what_was_said_before(tmp_path):
    set_tracing_disabled(disabled=True)
    agent = Agent(name="parrot", model=Parrot())

    async def play():
        with DayleafSession("chat", tmp_path) as session:
            first = await Runner.run(agent, "hello", session=session)
        with DayleafSession("chat", tmp_path) as session:
            second = await Runner.run(agent, "again", session=session)
        return first.final_output, second.final_output

    assert asyncio.run(play()) == ("1: hello", "3: again")


def test_a_file_that_was_deleted_is_begun_anew_and_holds_what_follows(tmp_path):
    (tmp_path / "memory").mkdir()
    with DayleafSession("chat", tmp_path) as session:
        asyncio.run(session.add_items([{"role": "user", "content": "before"}]))
        for file in (tmp_path / ".memory").glob("sessions.sqlite*"):
            file.unlink()
        asyncio.run(session.add_items([{"role": "user", "content": "after"}]))
    with DayleafSession("chat", tmp_path) as again:
        assert [item["content"] for item in asyncio.run(again.get_items(10**30))] == ["after"]


def test_an_id_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "memory").mkdir()
    with pytest.raises(UsageError, match="no text"):
        DayleafSession("chat\ud800", tmp_path)
