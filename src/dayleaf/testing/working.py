"""WorkingMemorySuite: what every working memory must do, as tests to inherit."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor

from dayleaf.core.errors import UsageError
from dayleaf.core.working import Listed, Room, Slot
from dayleaf.ports import WorkingMemory
from dayleaf.testing.closing import Closing

NOW = dt.datetime(2025, 12, 1, 9, tzinfo=dt.timezone(dt.timedelta(hours=1)))
ROOM = Room()


def later(seconds: float) -> dt.datetime:
    """A moment so many seconds after `NOW`."""
    return NOW + dt.timedelta(seconds=seconds)


def slot(key: str, value: str = "v", namespace: str = "session/a", category: str | None = None, ttl: float = 300) -> Slot:
    """A slot put at `NOW`."""
    return Slot(namespace, key, value, category, later(ttl))


class WorkingMemorySuite(Closing):
    """What every `WorkingMemory` must do. Give `make`; each test makes one of its own."""

    def make(self) -> WorkingMemory:
        """A new, empty working memory."""
        raise NotImplementedError

    def test_what_is_put_is_got(self) -> None:
        """Any text, to the last letter."""
        held = self.new(self.make)
        for value in ("", "plain", "zwei\nZeilen\r\nmit ß und 日本語 und 😀", "\x00\ud800", "x" * 100_000):
            held.put(slot("k", value), NOW, ROOM)
            got = held.get("session/a", "k", NOW)
            assert got is not None
            assert (got.value, got.category) == (value, None)
            assert abs((got.expires - later(300)).total_seconds()) < 0.001
        held.close()

    def test_a_put_replaces(self) -> None:
        """Value, category and end."""
        held = self.new(self.make)
        held.put(slot("k", "old", category="draft", ttl=10), NOW, ROOM)
        held.put(slot("k", "new", category="final", ttl=20), NOW, ROOM)
        assert [(one.key, one.category, round(one.expires_in)) for one in held.inventory(NOW)] == [("k", "final", 20)]
        held.close()

    def test_what_has_expired_is_gone_at_once(self) -> None:
        """At its last moment, not after it, and without a sweep."""
        held = self.new(self.make)
        held.put(slot("k", ttl=300), NOW, ROOM)
        assert held.get("session/a", "k", later(299.9)) is not None
        assert held.get("session/a", "k", later(300)) is None
        assert not held.list("session/a", later(300))
        assert not held.inventory(later(300))
        assert not held.delete("session/a", "k", later(300))
        held.close()

    def test_a_sweep_makes_room_and_takes_nothing_that_lives(self) -> None:
        """It says how many were gone."""
        held = self.new(self.make)
        for number in range(3):
            held.put(slot(f"k{number}", ttl=10 * (number + 1)), NOW, ROOM)
        assert held.sweep(later(25)) == 2
        assert held.sweep(later(25)) == 0
        assert [one.key for one in held.inventory(NOW)] == ["k2"]
        held.close()

    def test_an_inventory_is_in_order_and_counts_bytes(self) -> None:
        """By namespace, then key; sizes in UTF-8."""
        held = self.new(self.make)
        for key, space in (("b", "team"), ("z", "session/a"), ("a", "session/a")):
            held.put(slot(key, "ß", space), NOW, ROOM)
        assert [(one.namespace, one.key, one.size) for one in held.inventory(NOW)] == [
            ("session/a", "a", 2),
            ("session/a", "z", 2),
            ("team", "b", 2),
        ]
        assert [one.address for one in held.list("session/a", NOW)] == ["session/a/a", "session/a/z"]
        assert isinstance(held.inventory(NOW)[0], Listed)
        held.close()

    def test_namespaces_are_apart(self) -> None:
        """Names that only look alike are others."""
        held = self.new(self.make)
        held.put(slot("b/c", "one", "a"), NOW, ROOM)
        held.put(slot("c", "two", "a/b"), NOW, ROOM)
        first, second = held.get("a", "b/c", NOW), held.get("a/b", "c", NOW)
        assert (first and first.value, second and second.value) == ("one", "two")
        assert held.delete("a", "b/c", NOW)
        assert not held.delete("a", "b/c", NOW)
        assert held.get("a/b", "c", NOW) is not None
        assert held.get("A/B", "C", NOW) is None
        held.close()

    def test_a_full_namespace_says_so_and_others_go_on(self) -> None:
        """A limit reached changes nothing; replacing is always possible; what expires makes room."""
        held, room = self.new(self.make), Room(slots=2, bytes=100, value=60, whole=150)
        held.put(slot("a", "x" * 40, ttl=10), NOW, room)
        held.put(slot("b", "x" * 40), NOW, room)
        for refused in (slot("c"), slot("b", "x" * 61), slot("d", "x" * 60, "team")):
            told = ""
            try:
                held.put(refused, NOW, Room(slots=2, bytes=100, value=60, whole=120))
            except UsageError as error:
                told = error.message
            assert told, refused
        held.put(slot("b", "x" * 50), NOW, room)
        held.put(slot("d", "x" * 50, "team"), NOW, room)
        held.put(slot("c"), later(10), room)
        assert [one.address for one in held.inventory(later(10))] == ["session/a/b", "session/a/c", "team/d"]
        held.close()

    def test_sixteen_megabytes_fit(self) -> None:
        """And come back whole."""
        held = self.new(self.make)
        value = "0123456789abcdef" * (1 << 20)
        held.put(slot("big", value), NOW, ROOM)
        got = held.get("session/a", "big", NOW)
        assert got is not None
        assert got.value == value
        held.close()

    def test_many_threads_put_and_read(self) -> None:
        """Nothing is lost, nothing is torn."""
        held = self.new(self.make)

        def busy(own: int) -> None:
            for number in range(20):
                held.put(slot(f"{number}", f"{own}" * 1000, f"subagent/{own}"), NOW, ROOM)
                got = held.get(f"subagent/{own}", f"{number}", NOW)
                assert got is not None
                assert got.value == f"{own}" * 1000
                held.inventory(NOW)

        with ThreadPoolExecutor(4) as threads:
            for done in [threads.submit(busy, own) for own in range(4)]:
                done.result()
        assert len(held.inventory(NOW)) == 80
        held.close()

    def test_it_can_be_closed_twice(self) -> None:
        """And nothing is raised."""
        held = self.new(self.make)
        held.put(slot("k"), NOW, ROOM)
        held.close()
        held.close()
