"""A store of LangGraph: what `SqliteStore` answers, ours answers; on pages that people read; gone in time; found by recall."""

from __future__ import annotations

import asyncio
import datetime as dt
import shutil
import sqlite3
import tempfile
import uuid
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sdks import sdk

from dayleaf import EditConflict, Memory, SecretRefused, UsageError
from dayleaf.core.page.items import id_of, page_of

sdk("langgraph.store.sqlite")

from langgraph.store.base import GetOp, InvalidNamespaceError, PutOp, SearchOp  # noqa: E402 they are there now
from langgraph.store.memory import InMemoryStore  # noqa: E402
from langgraph.store.sqlite import SqliteStore  # noqa: E402

from dayleaf.doors.langgraph_store import DayleafStore  # noqa: E402

NOW = dt.datetime(2025, 12, 1, 9, tzinfo=dt.UTC)


@pytest.fixture
def store(tmp_path):
    with DayleafStore(tmp_path) as made:
        yield made


LABELS = st.sampled_from(("users", "123", "Größe", "a/b", "日記", "CON", "two words", "x" * 80, "users/123"))
SPACES = st.lists(LABELS, min_size=1, max_size=3).map(tuple)
KEYS = st.sampled_from(("food", "a/b.c", "ü", " ", "-->", str(uuid.UUID(int=7)), "y" * 300))
WORDS = st.text(st.sampled_from("ab \nü茶-<>!`@#\\\"'\x07\u2028"), max_size=8)
LEAVES = st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False, width=16) | WORDS
VALUES = st.dictionaries(
    st.sampled_from(("text", "rank", "-->", "ü")), LEAVES | st.lists(LEAVES, max_size=2) | st.dictionaries(WORDS, LEAVES), max_size=3
)
FILTERS = st.none() | st.dictionaries(st.just("rank"), st.integers(-9, 9) | st.fixed_dictionaries({"$gte": st.integers(-9, 9)}), max_size=1)
CALLS = st.one_of(
    st.tuples(st.just("put"), SPACES, KEYS, VALUES),
    st.tuples(st.just("put"), SPACES, KEYS, VALUES),
    st.tuples(st.just("get"), SPACES, KEYS),
    st.tuples(st.just("delete"), SPACES, KEYS),
)


def plainly(item):
    return None if item is None else (item.namespace, item.key, item.value)


@settings(max_examples=25)
@given(st.lists(CALLS, max_size=25), st.lists(LABELS, max_size=2).map(tuple), st.integers(1, 3))
def test_any_calls_are_answered_as_by_the_sqlite_store(calls, prefix, depth):
    folder = Path(tempfile.mkdtemp(prefix="dayleaf-store-"))
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    theirs = SqliteStore(connection)
    theirs.setup()
    try:
        with DayleafStore(folder) as ours:
            for name, *values in calls:
                one, other = (getattr(store, name)(*values) for store in (ours, theirs))
                assert plainly(one) == plainly(other)
            many = {"limit": 1000}
            for store in (ours, theirs):
                store.found = {(*item.namespace, item.key): item.value for item in store.search(prefix, **many)}
            assert ours.found == theirs.found
            for asked in ({}, {"prefix": prefix or ("users",)}, {"suffix": ("123",)}, {"max_depth": depth}, {"prefix": ("*", "123")}):
                assert ours.list_namespaces(**asked) == theirs.list_namespaces(**asked), asked
    finally:
        connection.close()
        shutil.rmtree(folder)


@given(st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3), FILTERS)
@settings(max_examples=25)
def test_any_filter_finds_what_it_finds_in_the_store_in_memory(values, wanted):
    folder = Path(tempfile.mkdtemp(prefix="dayleaf-store-"))
    theirs = InMemoryStore()
    try:
        with DayleafStore(folder) as ours:
            for key, value in values.items():
                number = {"rank": value["rank"] if type(value.get("rank")) in (int, float) else 0}
                for store in (ours, theirs):
                    store.put(("n",), key, value | number)
            assert {item.key for item in ours.search(("n",), filter=wanted)} == {item.key for item in theirs.search(("n",), filter=wanted)}
    finally:
        shutil.rmtree(folder)


def test_a_value_stands_in_markdown_that_a_person_reads(tmp_path):
    with DayleafStore(Memory.open(tmp_path, now=NOW)) as store:
        store.put(("users", "123"), "food", {"likes": "pizza --> with olives", "rank": 2, "of": ["Nora", "Wei"]})
        store._memory.close()
    head, bullet, comment = (tmp_path / "bank/store/users/123.md").read_text().replace("\n\n", "\n").splitlines()
    assert head == "# users / 123"
    assert bullet.startswith("- W(cat=store/users/123, origin=agent, id=st-")
    assert bullet.endswith("): likes: pizza --> with olives; rank: 2; of: Nora, Wei")
    assert comment == (
        f"  <!-- dayleaf:item {id_of(('users', '123'), 'food')}"
        ' {"namespace": ["users", "123"], "key": "food", "value": {"likes": "pizza --\\u003e with olives", "rank": 2,'
        ' "of": ["Nora", "Wei"]}, "created": "2025-12-01T09:00:00+00:00", "updated": "2025-12-01T09:00:00+00:00"} -->'
    )


def test_everything_else_on_the_page_stays(tmp_path, store):
    page = tmp_path / "bank/store/users.md"
    store.put(("users",), "a", {"text": "likes tea"})
    store.put(("users",), "b", {"text": "likes rice"})
    page.write_bytes(page.read_bytes().replace(b"\n", b"\r\n") + b"\r\n- W @Nora: a person wrote this \xff.\r\n")
    before = page.read_bytes()
    store.put(("users",), "a", {"text": "likes coffee"})
    changed = page.read_bytes()
    assert changed.count(b"\n") == changed.count(b"\r\n")
    assert changed.endswith(b"- W @Nora: a person wrote this \xff.\r\n")
    assert b"likes coffee" in changed
    store.delete(("users",), "a")
    store.delete(("users",), "b")
    assert page.read_bytes() == b"# users\r\n\r\n\r\n- W @Nora: a person wrote this \xff.\r\n"
    assert before.startswith(b"# users\r\n")


def test_what_lasts_is_found_by_recall_and_by_search(store):
    store.put(("users", "1"), "food", {"text": "Nora mag Grünkohl mit Pinkel."})
    store.put(("users", "2"), "home", {"text": "Wei lives near the harbour."})
    store.put(("docs",), "food", {"text": "Grünkohl grows in winter."})
    assert {hit.content for hit in store._memory.recall("Grünkohl").hits} == {"Nora mag Grünkohl mit Pinkel.", "Grünkohl grows in winter."}
    found = store.search(("users",), query="Who likes Grünkohl?")
    assert [(item.key, item.namespace) for item in found][:1] == [("food", ("users", "1"))]
    assert found[0].score > 0
    assert ("docs",) not in {item.namespace for item in found}
    assert store.search(("users",), query="Zeppelin") == []


def test_what_merely_stands_beside_a_find_is_none(store):
    for key, text in (("a", "walks to the harbour"), ("b", "has a zebra"), ("c", "<!-- ``` ~~~"), ("d", "paints doors")):
        store.put(("n",), key, {"text": text})
    store.put(("n",), "e", {"text": "sings"}, ttl=5)
    assert [item.key for item in store.search(("n",), query="zebra")] == ["b"]
    assert [item.key for item in store.search(("n",), query="the painted door of the harbour")] in (["d", "a"], ["a", "d"])


def test_values_that_say_the_same_are_all_found(store):
    for key in "abc":
        store.put(("users", key), "food", {"text": "likes cabbage with potatoes"})
    store.put(("users", "d"), "food", {"text": "likes cabbage with potatoes"}, ttl=5)
    assert {item.namespace[1] for item in store.search(("users",), query="cabbage")} == {"a", "b", "c", "d"}


def test_what_is_not_to_be_indexed_is_kept_and_not_found(store):
    store.put(("users",), "a", {"text": "a zebra", "note": "a walrus"}, index=False)
    store.put(("users",), "b", {"text": "a tiger", "note": "a lemur"}, index=["note"])
    assert store.get(("users",), "a").value == {"text": "a zebra", "note": "a walrus"}
    for word in ("zebra", "walrus", "tiger"):
        assert store._memory.recall(word).hits == ()
    assert [item.key for item in store.search(("users",), query="lemur")] == ["b"]


def test_a_value_with_a_time_to_live_is_gone_when_it_is_over(tmp_path):
    memory = Memory.open(tmp_path, now=NOW)

    def at(minutes):
        return DayleafStore(memory.at(NOW + dt.timedelta(minutes=minutes)))

    at(0).put(("users", "1"), "mood", {"text": "is hungry now"}, ttl=10)
    assert not (tmp_path / "bank").exists()
    assert at(9).get(("users", "1"), "mood", refresh_ttl=False).value == {"text": "is hungry now"}
    assert [item.key for item in at(9).search((), query="hungry", refresh_ttl=False)] == ["mood"]
    assert at(9).list_namespaces() == [("users", "1")]
    assert at(9).get(("users", "1"), "mood") is not None  # reading it lets the time begin anew
    assert at(18).search(("users",), refresh_ttl=False) != []
    assert at(20).get(("users", "1"), "mood") is None
    assert at(20).search(("users",)) == []
    assert at(20).sweep_ttl() == 1
    memory.close()


def test_a_value_is_in_one_place_whatever_its_time_to_live_was(tmp_path, store):
    page = tmp_path / "bank/store/n.md"
    store.put(("n",), "k", {"a": 1}, ttl=5)
    store.put(("n",), "k", {"a": 2})
    assert (store.get(("n",), "k").value, len(store.search(("n",)))) == ({"a": 2}, 1)
    store.put(("n",), "k", {"a": 3}, ttl=5)
    assert (store.get(("n",), "k").value, len(store.search(("n",))), b"item" in page.read_bytes()) == ({"a": 3}, 1, False)
    store.delete(("n",), "k")
    assert store.get(("n",), "k") is None


def test_the_default_time_to_live_is_that_of_the_settings(tmp_path):
    memory = Memory.open(tmp_path, now=NOW)
    settings_ = {"default_ttl": 10, "refresh_on_read": False}
    DayleafStore(memory, ttl=settings_).put(("n",), "k", {"a": 1})
    late = DayleafStore(memory.at(NOW + dt.timedelta(minutes=9)), ttl=settings_)
    assert late.get(("n",), "k") is not None
    assert DayleafStore(memory.at(NOW + dt.timedelta(minutes=11)), ttl=settings_).get(("n",), "k") is None
    memory.close()


def test_a_batch_reads_before_it_writes_and_its_last_word_counts(store):
    store.put(("n",), "k", {"a": 0})
    puts = [PutOp(("n",), "k", {"a": 1}), PutOp(("n",), "k", {"a": 2}), PutOp(("n",), "gone", None)]
    found = store.batch([puts[0], GetOp(("n",), "k"), *puts[1:], SearchOp(("n",))])
    assert (found[1].value, [item.value for item in found[4]]) == ({"a": 0}, [{"a": 0}])
    assert asyncio.run(store.aget(("n",), "k")).value == {"a": 2}


def test_what_was_written_last_comes_first_and_pages_turn(tmp_path):
    memory = Memory.open(tmp_path)
    for minute, key in enumerate("abcd"):
        DayleafStore(memory.at(NOW + dt.timedelta(minutes=minute))).put(("n",), key, {"a": minute})
    store = DayleafStore(memory)
    assert [item.key for item in store.search(("n",), limit=2, offset=1)] == ["c", "b"]
    created = store.get(("n",), "a").created_at
    DayleafStore(memory.at(NOW + dt.timedelta(hours=1))).put(("n",), "a", {"a": 9})
    item = store.get(("n",), "a")
    assert (item.created_at, item.updated_at) == (created, NOW + dt.timedelta(hours=1))
    memory.close()


def test_what_cannot_be_kept_is_refused(store):
    with pytest.raises(UsageError, match="not JSON"):
        store.put(("n",), "k", {"a": {1, 2}})
    with pytest.raises(SecretRefused):
        store.put(("n",), "k", {"text": "The password of the router is Xk7!fjord-92."})
    with pytest.raises(InvalidNamespaceError):
        store.put(("a.b",), "k", {})
    with pytest.raises(UsageError, match="30 days"):
        store.put(("n",), "k", {"a": 1}, ttl=50_000)
    assert store.search(()) == []


@pytest.mark.parametrize("label", ["..", "../../etc", "a/../b", ".memory", "nul", "\x00", "/", "", "x" * 5000])
def test_no_label_leads_out_of_its_folder(label):
    page = page_of(("users", label))
    assert page.startswith("bank/store/users/")
    assert page.count("/") == 3
    assert len(page) < 200


def test_an_item_a_person_broke_is_an_error_and_not_an_empty_answer(tmp_path, store):
    store.put(("n",), "k", {"a": 1})
    page = tmp_path / "bank/store/n.md"
    whole = page.read_text()
    page.write_text(whole.replace('"key": "k"', '"key": "other"'))
    with pytest.raises(EditConflict, match="cannot be read"):
        store.search(())
    page.write_text(whole.replace('"value": {', '"value": '))
    with pytest.raises(EditConflict, match=r"bank/store/n\.md#L4 holds an item that cannot be read"):
        store.get(("n",), "k")
