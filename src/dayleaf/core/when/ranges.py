"""The last levels: from and to, since, until, before, after, around."""

from __future__ import annotations

from dayleaf.core.when.cascade import Level, Made, Match
from dayleaf.core.when.periods import span_of as _span_of
from dayleaf.core.when.periods import value_of
from dayleaf.core.when.points import alone
from dayleaf.core.when.resolve import complete, resolve
from dayleaf.core.when.span import DAY, WEEK, Partial, Span, Unit, unit_at

DAYS = Level()
"""Ranges whose beginning is only a day's number: they must be seen before the date at their end is."""

RANGES = Level()
"""From one date to another."""

OPEN = Level()
"""Ranges with an open side, and around."""

AROUND = 3
"""Days either side that "around" means."""

_ANY = "[PMWYQ]"
_RAW = "[PMWYQmrwjy#HSJDqIE]"


def span_of(match: Match, group: str) -> Span | None:
    """The days a token means; a bare year must not go on as a count ("around 1500 people")."""
    if match.cls(group) == "y" and not alone(match):
        return None
    return _span_of(match, group)


def _ends(match: Match) -> tuple[Span, Span] | None:
    """Both ends of a range, each as a span."""
    first = value_of(match.cls("a"), match["a"], match.scene)
    last = value_of(match.cls("b"), match["b"], match.scene)
    if first is None or last is None or (match.cls("b") == "y" and not alone(match)):
        return None
    if match.cls("y") and isinstance(first, Partial) and first.year is None:
        first = first._replace(year=match["y"])
    up_to_now = match.cls("b") in tuple("JE") and isinstance(first, Partial)
    return complete(first, last, match.scene._replace(ahead=False, log=False) if up_to_now else match.scene)


def _joined(ends: tuple[Span, Span]) -> Made:
    return "R", Span(ends[0].start, ends[1].end, Unit.DAY, ends[0].certain and ends[1].certain)


def _range(match: Match) -> Made:
    ends = _ends(match)
    return _joined(ends) if ends else None


@DAYS.rule(r"[fz]d?(?P<a>[no])[tU&-]d?(?P<b>P)", "fz no tU&- P")
@DAYS.rule(r"d?(?P<a>[no])[tU/-]d?(?P<b>P)", "no tU/- P")
@DAYS.rule(r"[fz]?(?P<a>P)[tU/-]d?(?P<b>[no])(?![uhmrwF])(?:,?[gi]?(?P<y>y))?", "no tU/- P")
@DAYS.rule(r"z(?P<a>P)&d?(?P<b>[no])(?![uhmrw])(?:,?[gi]?(?P<y>y))?", "no z & P")
@DAYS.rule(r"[fz]?(?P<a>P)[tU/-]d?(?P<b>#)", "# P tU/-")
@DAYS.rule(r"[fz]?d?(?P<a>[on#])[tU/-]d?(?P<b>#)", "# tU/-")
@DAYS.rule(r"[fz]d?(?P<a>#)[tU&-]d?(?P<b>P)", "# P fz")
@DAYS.rule(r"(?P<a>#)[tU-]d?(?P<b>P)", "# P tU-")
def _days(match: Match) -> Made:
    if match.cls("a") == "n" and match.cls("b") == "#" and "/" in match.spelled("b"):
        return None
    last = match["b"]
    if (
        match.cls("b") == "P"
        and match.cls("a") in "no"
        and not (isinstance(last, Partial) and last.month is not None and last.weekday is None)
    ):
        return None
    return _range(match)


@DAYS.rule(r"(?P<a>[no])[&]d?(?P<b>P)", "no & P")
@DAYS.rule(r"(?P<a>P)[&]d?(?P<b>[no])(?![uhmrw])(?:,?[gi]?(?P<y>y))?", "no & P")
@RANGES.rule(r"(?P<a>[PMmr])[&/]d?(?P<b>[PMmr])", "&/")
def _two(match: Match) -> Made:
    """As in "May and June 2024", "March 5 and 6", "März/April": one range if the second follows the first."""
    ends = _ends(match)
    return _joined(ends) if ends and ends[0].end == ends[1].start else None


@DAYS.rule(r"[fz]d?(?P<a>[no])[tU&-]d?(?P<b>[no])[gdpi]{0,2}(?P<c>[Mmr])", "fz no tU&- Mmr")
@DAYS.rule(r"(?P<c>M),?[fz]d?(?P<a>[no])[tU&-]d?(?P<b>[no])", "fz no tU&- M")
def _days_of_month(match: Match) -> Made:
    month = span_of(match, "c")
    if month is None or month.start is None or not match["a"] < match["b"] <= 31:
        return None
    return "R", Span(month.start.replace(day=match["a"]), month.start.replace(day=match["b"]) + DAY, Unit.DAY, month.certain)


@DAYS.rule(r"[fz]d?(?P<a>o)[tU&]d?(?P<b>o)(?![uwmrh])", "fz o tU&")
def _bare_days(match: Match) -> Made:
    first, last = match["a"], match["b"]
    if not (match.spelled("a")[0].isdigit() and match.spelled("b")[0].isdigit()) or max(first, last) > 31:
        return None
    return _range(match)


@RANGES.rule(rf"[fz]d?(?P<a>{_RAW})[tU&-]{{1,2}}d?(?P<b>{_RAW})", "fz tU&-")
@RANGES.rule(r"d?(?P<a>[PMYQmry])[tU-]{1,2}d?(?P<b>[PMYQmryJED])", "tU- PMYQmry")
@RANGES.rule(r"[fs]?(?P<a>[PMWYQmryH])(?P<b>E)", "E")
def _from_to(match: Match) -> Made:
    first, last = match.cls("a"), match.cls("b")
    if first == "y" and last == "y" and not match.cls("f"):
        years = (match["a"], match["b"])
        if not 1900 <= years[0] < years[1] <= 2099:  # elsewhere "1200-1300" may count anything
            return None
    if first in "mrwj" and last == "y":
        return None
    if first in "mr" and last in "mr" and not _month_like(match):
        return None
    return _range(match)


def _month_like(match: Match) -> bool:
    """As in "may to march" in small letters could be anything; "from May to March" and "Nov-Feb" could not."""
    return match.cls("a") == "m" or match.spelled("a")[:1].isupper() or match.whole().casefold().startswith(("from", "between"))


@OPEN.rule(rf"sd?(?P<c>{_ANY}|[yHSmrwjI])", "s")
@OPEN.rule(r"~?(?P<c>[PMWYQy])(?P<x>\+)", "+")
@OPEN.rule(r"f(?P<c>[PMWYQmry])p?(?P<x>\+)", "+ f")
@OPEN.rule(r"fd?(?P<c>[PMWYQmry])(?P<o>p)(?![PMWYQmrwdy])", "f p")
def _since(match: Match) -> Made:
    span = span_of(match, "c")
    if span is None or span.start is None or (match.cls("o") and match.spelled("o").casefold() not in ("on", "an")):
        return None
    start = span.start
    if isinstance(match["c"], Partial) and match["c"].weekday is not None and match["c"].day is None and start == match.scene.today:
        start -= WEEK  # nobody says "since Monday" of today
    return "R", Span(start, None, Unit.DAY, span.certain)


@OPEN.rule(rf"Ud?(?P<c>{_ANY}|[yHSmrwjIJ])", "U")
@OPEN.rule(r"(?P<c>[PMWYQy])(?P<x><)", "<")
def _until(match: Match) -> Made:
    scene = match.scene
    if scene.log and not match.cls("x"):
        match.scene = scene._replace(ahead=True)
    span = span_of(match, "c")
    if span is None or span.end is None:
        return None
    start = None
    if scene.log and scene.today:  # a note's "by Friday" runs from its day; a term that had run out is only named
        start = scene.today if scene.today < span.end else span.start
    return "R", Span(start, span.end, Unit.DAY, span.certain)


@OPEN.rule(rf"[bv]d?(?P<c>{_ANY}|[yHSmrwI])", "bv")
def _before(match: Match) -> Made:
    span = span_of(match, "c")
    return ("R", Span(None, span.start, Unit.DAY, span.certain)) if span and span.start else None


@OPEN.rule(r"[bv]d?(?P<u>u)", "bv u")
def _before_weekend(match: Match) -> Made:
    if match["u"] is not Unit.WEEKEND or match.scene.today is None:
        return None
    return "R", Span(None, unit_at(match.scene.today, Unit.WEEKEND).start, Unit.DAY, certain=False)


@OPEN.rule(rf"Ad?(?P<c>{_ANY}|[yHSmrwI])", "A")
def _after(match: Match) -> Made:
    span = span_of(match, "c")
    return ("R", Span(span.end, None, Unit.DAY, span.certain)) if span and span.end else None


@OPEN.rule(r"(?P<e>E)", "E")
def _to_date(match: Match) -> Made:
    unit, today = match["e"], match.scene.today
    if today is None:
        return None
    return "R", Span(None if unit is None else unit_at(today, unit).start, today + DAY)


@OPEN.rule(rf"~[dp]{{0,2}}(?P<c>{_ANY}|[yHSmrwI])", "~")
def _around(match: Match) -> Made:
    span = span_of(match, "c")
    if span is None or span.start is None or span.end is None:
        return None
    if (span.end - span.start).days > 5:  # "around May" is May, give or take
        return "R", span._replace(tolerance=AROUND)
    return "R", Span(span.start - AROUND * DAY, span.end + AROUND * DAY, Unit.DAY, span.certain, AROUND)


def whole(cls: str, value: object) -> bool:
    """Whether a token that needs other words around it in a sentence is a date when it stands alone."""
    return cls in "mrwjySHqI#oX" and value is not None


__all__ = ["DAYS", "OPEN", "RANGES", "resolve", "whole"]
