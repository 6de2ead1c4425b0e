"""Law: only the user teaches preferences; the order of lines does not matter; a second pass changes nothing; no text breaks it."""

from __future__ import annotations

import datetime as dt

from hypothesis import given, settings
from hypothesis import strategies as st

from dayleaf.core.dream.preferences import Around, Turn, decide, infer, read_log
from dayleaf.core.fact import Source
from dayleaf.core.page.edit import splice

TODAY = dt.date(2026, 5, 9)
SAYINGS = """Never mention my weight again!
From now on use metric units.
Shorter, please.
Too long again.
Keep it brief.
Longer, please.
I hate spinach.
Spinach is fine.
Forget that.
Ab jetzt alles auf Deutsch.
Ohne Knoblauch, bitte.
Nie wieder Knoblauch!
I'd rather walk than drive.
Remember: my desk is number 14.
Remember: my desk is number 15.
Let's play: you are a king and I am a knight.
Always knock before you enter.
What time is it?
Stop! Don't delete logs, we need them. Compress them instead.""".split("\n")
_roles = st.sampled_from(["user", "assistant", "tool", "system"])
_pieces = st.sampled_from(
    [*"never nie immer please : > ``` I too zu remember ab <a> 。 你好".split(), "\n", '"', "„", "I hate", "ab jetzt", "\x00"]
)
_texts = st.one_of(st.text(max_size=80), st.lists(st.one_of(_pieces, st.text(max_size=5)), max_size=12).map(" ".join))


def log_of(said: list[tuple[int, str, str]]) -> list[Turn]:
    """Turns on the days given, a session a day, in this order."""
    start = dt.datetime(2026, 5, 1, 8, tzinfo=dt.UTC)
    turns = []
    for number, (day, role, text) in enumerate(said, 1):
        at = start + dt.timedelta(days=day, minutes=number)
        turns.append(Turn(f"s{day}", number, role, at, text, Source(f".memory/conversations/{at.date()}.jsonl", number, number)))
    return turns


_logs = st.lists(st.tuples(st.integers(0, 6), _roles, st.sampled_from(SAYINGS)), max_size=14).map(log_of)
_others = st.sampled_from(["assistant", "tool", "system", "User", ""])
_plain = st.lists(st.tuples(st.integers(0, 6), _others, st.sampled_from(SAYINGS))).map(log_of)


@given(_plain)
def test_nobody_else_teaches_anything(turns: list[Turn]) -> None:
    assert infer(turns) == infer([])


@given(_logs)
def test_all_evidence_is_of_the_user(turns: list[Turn]) -> None:
    users = {turn.source for turn in turns if turn.role == "user"}
    assert all(users.issuperset(one.evidence) and one.evidence for one in infer(turns).new)


@settings(max_examples=60)
@given(_logs, st.randoms(use_true_random=False))
def test_the_order_of_lines_does_not_matter(turns: list[Turn], random) -> None:
    shuffled = list(turns)
    random.shuffle(shuffled)
    assert infer(shuffled) == infer(turns)


@settings(max_examples=60)
@given(_logs, st.integers(0, 14))
def test_a_second_pass_changes_nothing_wherever_the_first_one_stood(turns: list[Turn], first: int) -> None:
    page: bytes | None = None
    for seen in (turns[:first], turns):
        edit = decide(page, seen, TODAY, Around()).edit
        page = page if edit is None else splice(page, edit)
    assert decide(page, turns, TODAY, Around()).edit is None


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.just("user"), _texts), max_size=3).map(log_of))
def test_no_text_breaks_it(turns: list[Turn]) -> None:
    decided = decide(None, turns, TODAY, Around())
    assert decided.edit is None or splice(None, decided.edit)


@given(st.binary(max_size=200))
def test_no_log_breaks_it(data: bytes) -> None:
    turns, _ = read_log(".memory/conversations/2026-05-04.jsonl", data)
    assert infer(turns) is not None
