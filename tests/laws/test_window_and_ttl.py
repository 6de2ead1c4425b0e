"""Whatever happens in whatever order: the window, the idle hour and every time to live are kept, to the moment."""

from __future__ import annotations

import datetime as dt
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from dayleaf.adapters.private.working import SqliteWorkingMemory
from dayleaf.adapters.working_ram import RamWorkingMemory
from dayleaf.core import conversation as talk
from dayleaf.core.conversation import Conversation, Limits, Told
from dayleaf.core.errors import UsageError
from dayleaf.core.working import Room, Slot

START = dt.datetime(2025, 12, 1, 9, tzinfo=dt.UTC)
LIMITS = Limits(turns=3, idle=dt.timedelta(seconds=50), sessions=2, told=4)
ROOM = Room(slots=3, bytes=30, value=20, whole=60)


class Tiers(RuleBasedStateMachine):
    """Against a model that is nothing but lists of what was done when."""

    @initialize()
    def begin(self) -> None:
        self.now = START
        self._folder = tempfile.TemporaryDirectory()
        self.talks: dict[str, Conversation] = {}
        self.heard: dict[str, list[tuple[dt.datetime, int]]] = {}
        self.seen: dict[str, dt.datetime] = {}
        self.stores = [RamWorkingMemory(), SqliteWorkingMemory(Path(self._folder.name) / "w.sqlite")]
        self.slots: dict[tuple[str, str], tuple[str, dt.datetime]] = {}
        self.said = 0

    @rule(seconds=st.integers(0, 40))
    def wait(self, seconds: int) -> None:
        self.now += dt.timedelta(seconds=seconds)

    @rule(session=st.sampled_from("abc"))
    def say(self, session: str) -> None:
        self.said += 1
        if session not in self.seen or self.now - self.seen[session] >= LIMITS.idle:
            self.heard[session] = []
        self.heard[session].append((self.now, self.said))
        self.talks[session] = talk.begun(self.talks.get(session), session, str(self.said), self.now, LIMITS)
        self.seen[session] = self.now

    @rule(session=st.sampled_from("abc"), ids=st.lists(st.sampled_from("uvwxyz"), max_size=6))
    def tell(self, session: str, ids: list[str]) -> None:
        if session in self.talks:
            found = self.talks[session]
            self.talks[session] = talk.told(found, [Told(id, 1, "p", 1) for id in ids], (), LIMITS)
            assert len(self.talks[session].told) <= LIMITS.told
            assert set(list(dict.fromkeys(reversed(ids)))[: LIMITS.told]) <= set(self.talks[session].told)

    @rule(space=st.sampled_from("st"), key=st.sampled_from("kl"), size=st.integers(0, 25), ttl=st.integers(1, 60))
    def put(self, space: str, key: str, size: int, ttl: int) -> None:
        slot = Slot(space, key, "x" * size, None, self.now + dt.timedelta(seconds=ttl))
        outcomes = []
        for store in self.stores:
            try:
                store.put(slot, self.now, ROOM)
                outcomes.append("ok")
            except UsageError as error:
                outcomes.append(error.message.split("; the next")[0])
        assert len(set(outcomes)) == 1
        if outcomes[0] == "ok":
            self.slots[space, key] = (slot.value, slot.expires)

    @rule(space=st.sampled_from("st"), key=st.sampled_from("kl"))
    def delete(self, space: str, key: str) -> None:
        held = self.slots.pop((space, key), None)
        for store in self.stores:
            assert store.delete(space, key, self.now) == (held is not None and held[1] > self.now)

    @rule()
    def sweep(self) -> None:
        for store in self.stores:
            store.sweep(self.now)

    @invariant()
    def every_value_lives_to_its_moment(self) -> None:
        living = {place: held for place, held in getattr(self, "slots", {}).items() if held[1] > self.now}
        for store in getattr(self, "stores", ()):
            listed = {(one.namespace, one.key): one for one in store.inventory(self.now)}
            assert set(listed) == set(living)
            for place, (value, end) in living.items():
                got = store.get(*place, self.now)
                assert got is not None
                assert got.value == value
                assert abs(listed[place].expires_in - (end - self.now).total_seconds()) < 0.001

    @invariant()
    def every_window_holds_the_newest_turns(self) -> None:
        for session, found in getattr(self, "talks", {}).items():
            expected = [str(said) for _, said in self.heard[session][-LIMITS.turns :]]
            assert [turn.messages[0].text for turn in found.turns] == expected
        if hasattr(self, "talks"):
            kept = talk.kept(self.talks, self.now, LIMITS)
            living = sorted((seen, id) for id, seen in self.seen.items() if self.now - seen < LIMITS.idle)
            assert set(kept) == {id for _, id in living[-LIMITS.sessions :]}

    def teardown(self) -> None:
        for store in getattr(self, "stores", ()):
            store.close()
        if hasattr(self, "_folder"):
            self._folder.cleanup()


Tiers.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestWindowAndTtl = Tiers.TestCase
