"""Sessions: window, idleness, retries, what was told."""

from __future__ import annotations

import datetime as dt

import pytest

from dayleaf.core import conversation as talk
from dayleaf.core.conversation import Limits, Told
from dayleaf.core.errors import UsageError

NOW = dt.datetime(2025, 12, 1, 9, tzinfo=dt.UTC)
LIMITS = Limits()


def minutes(count: float) -> dt.datetime:
    return NOW + dt.timedelta(minutes=count)


def said(conversation):
    return [(message.role, message.text) for turn in conversation.turns for message in turn.messages]


def test_a_turn_is_a_message_and_what_follows():
    one = talk.begun(None, "a", "Hello", NOW, LIMITS)
    one, turn = talk.ended(one, "a", [("tool", "5 rows"), ("assistant", "Hi")], minutes(1), LIMITS)
    two = talk.begun(one, "a", "And now?", minutes(2), LIMITS)
    assert said(two) == [("user", "Hello"), ("tool", "5 rows"), ("assistant", "Hi"), ("user", "And now?")]
    assert (turn.number, two.number, two.open) == (1, 2, True)


def test_the_oldest_turn_drops_silently():
    one = None
    for number in range(1, 61):
        one = talk.begun(one, "a", f"message {number}", minutes(number), LIMITS)
        one, _ = talk.ended(one, "a", [("assistant", "yes")], minutes(number), LIMITS)
    assert one is not None
    assert [turn.number for turn in one.turns] == list(range(11, 61))
    assert one.number == 60


def test_after_an_hour_of_silence_it_begins_anew():
    one = talk.begun(None, "a", "Hello", NOW, LIMITS)
    one = talk.told(one, [Told("f", 1, "p", 1)], (), LIMITS)
    still = talk.begun(one, "a", "Still there?", minutes(59.9), LIMITS)
    assert (still.number, set(still.told)) == (2, {"f"})
    gone = talk.begun(one, "a", "Still there?", minutes(60), LIMITS)
    assert (gone.number, dict(gone.told), said(gone)) == (1, {}, [("user", "Still there?")])


def test_the_same_message_at_once_is_the_same_turn():
    one = talk.begun(None, "a", "Hello", NOW, LIMITS)
    told = talk.told(one, [Told("f", 1, "p", 1)], (), LIMITS)
    again = talk.begun(told, "a", "Hello", NOW + dt.timedelta(seconds=9), LIMITS)
    assert (again.number, dict(again.told)) == (1, {})
    assert talk.begun(told, "a", "Hello", NOW + dt.timedelta(seconds=11), LIMITS).number == 2
    ended, _ = talk.ended(told, "a", [("assistant", "Hi")], NOW, LIMITS)
    assert talk.begun(ended, "a", "Hello", NOW, LIMITS).number == 2


def test_what_was_told_is_bounded_and_the_newest_stay():
    one = talk.begun(None, "a", "Hello", NOW, LIMITS)
    facts = [Told(str(number), number, "p", 1) for number in range(5)]
    few = talk.told(one, facts, (), Limits(told=3))
    assert list(few.told) == ["2", "3", "4"]
    again = talk.told(few, [Told("2", 9, "p", 1)], ["3"], Limits(told=3))
    assert [(id, told.hash) for id, told in again.told.items()] == [("4", 4), ("2", 9)]
    assert dict(talk.compacted(again).told) == {}


def test_too_many_sessions_let_the_most_silent_go():
    all = {str(number): talk.begun(None, str(number), "x", minutes(number), LIMITS) for number in range(5)}
    assert set(talk.kept(all, minutes(5), Limits(sessions=2))) == {"3", "4"}
    assert set(talk.kept(all, minutes(62), LIMITS)) == {"3", "4"}


def test_long_messages_and_long_windows_are_cut():
    limits = Limits(message=100, letters=250)
    one = None
    for number in range(4):
        one = talk.begun(one, "a", f"{number}" * 500, minutes(number), limits)
    assert one is not None
    assert [len(turn.messages[0].text) for turn in one.turns] == [104, 104]
    assert one.turns[-1].messages[0].text.endswith("[…]")


def test_a_reply_without_a_turn_is_kept():
    one, turn = talk.ended(None, "a", [("assistant", "Hi")], NOW, LIMITS)
    assert (one.number, said(one), turn.number) == (1, [("assistant", "Hi")], 1)
    with pytest.raises(UsageError):
        talk.ended(None, "a", [("robot", "Hi")], NOW, LIMITS)
