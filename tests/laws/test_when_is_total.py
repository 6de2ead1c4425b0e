"""Law: any text may be asked for its time; an answer is a range of at least one day and its words stand in the text."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.errors import UsageError
from dayleaf.core.when import find, understand, window

_WORDS = """
last next this the a of in on at from to until since before after around between and early mid late end beginning week weeks month year
day quarter decade century weekend Monday fri sun May march 3 3rd 31 31. 2024 '24 30d Q3 KW 53 53. H2 20:15 2024-02-29 29.2. 2/29 12/2024
ago letzte nächsten vor in drei Tagen Wochen Jahres Anfang Ende Mitte seit bis vom 30. Februar Ostern Silvester Christmas first second
- – , . / ' more than or later 9999 0001 1000 99 zweiten Hälfte easter
前 后 三 年 月 日 上周 星期 一 から まで 先週 金曜日 最後の 第53週 令和 元年
"""
_words = st.sampled_from(_WORDS.split())
_text = st.one_of(st.lists(_words, max_size=9).map(" ".join), st.lists(_words, max_size=9).map("".join), st.text(max_size=40))
_day = st.one_of(st.dates(), st.sampled_from([dt.date.min, dt.date.max, dt.date(2024, 2, 29), dt.date(2020, 12, 31), dt.date(2021, 1, 1)]))


@given(_text, _day, st.sampled_from([None, "en", "de", "zh", "ja"]))
def test_a_question_is_understood_or_not(text: str, today: dt.date, lang: str | None) -> None:
    found = understand(text, dt.datetime.combine(today, dt.time(12)), lang)
    if found is not None:
        assert found.text in text
        assert found.tolerance_days >= 0


@given(_text, st.one_of(st.none(), _day))
def test_what_is_found_stands_in_order_and_apart(text: str, told: dt.date | None) -> None:
    last = 0
    for found in find(text, told):
        assert last <= found.start_offset < found.end_offset <= len(text)
        last = found.end_offset


@given(_text, _day)
def test_an_absolute_date_stands_whatever_the_day(text: str, told: dt.date) -> None:
    relative = find(text, told)
    for date in find(text, None):
        assert any(other.start_offset < date.end_offset and date.start_offset < other.end_offset for other in relative)


@given(_text, _day, st.sampled_from(["since", "until", "during"]))
def test_an_option_gives_a_window_or_says_how_to_write_one(expression: str, today: dt.date, edge: str) -> None:
    moment = dt.datetime.combine(today, dt.time(12))
    try:
        span = window(expression, moment, edge)
    except UsageError as error:
        said = error.hint
    else:
        said = {"since": span.end, "until": span.start, "during": None}[edge] is None
    assert said
