"""The grammar of Chinese and Japanese time expressions: the larger unit first, the direction behind."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.when.cascade import Level, Made, Match
from dayleaf.core.when.holidays import feast
from dayleaf.core.when.points import nearby, season, spanned
from dayleaf.core.when.ranges import AROUND
from dayleaf.core.when.resolve import complete, next_weekday, resolve, weekday_in
from dayleaf.core.when.span import (
    DAY,
    SLACK,
    Partial,
    Span,
    Unit,
    halves,
    nth_within,
    of_day,
    portion,
    shift,
    unit_at,
    week_of_year,
    years_span,
)

POINTS = Level()
INSIDE = Level()
PARTS = Level()
RANGES = Level()
OPEN = Level()
LEVELS = (POINTS, INSIDE, PARTS, RANGES, OPEN)

_UNIT = {"t": Unit.DAY, "d": Unit.DAY, "w": Unit.WEEK, "M": Unit.MONTH, "m": Unit.MONTH, "q": Unit.QUARTER, "k": Unit.YEAR, "y": Unit.YEAR,
         "H": Unit.HALF, "B": Unit.WORKDAY}  # fmt: skip
_COUNTED = "[tdwMqkyHB]"


def span_of(match: Match, group: str) -> Span | None:
    """The days a reduced token means."""
    value = match[group]
    return resolve(value, match.scene) if isinstance(value, (Span, Partial)) else None


def _year(match: Match) -> int | None:
    """The year of an "n年", None if the number counts years instead."""
    number: int = match["y"]
    spelled = match.spelled("y")
    if match["g"] is not None:
        return int(match["g"]) + number
    if number >= 1000:
        return number if number <= 2999 else None
    if len(spelled) == 2 and number <= 99 and spelled.isdecimal():  # "08年", "18年10月"
        return 2000 + number if number < 50 else 1900 + number
    return None


@POINTS.rule(r"(?:(?P<g>G)?(?P<y>n)y_?)?(?P<m>n)m_?(?P<d>n)d?(?![tMwyqkm])", "m n")
@POINTS.rule(r"(?:(?P<g>G)?(?P<y>n)y_?)(?P<m>n)m", "m n y")
@POINTS.rule(r"(?P<m>n)m(?!n?d)", "m n")
def _date(match: Match) -> Made:
    year = _year(match) if match["y"] is not None else None
    if (match["y"] is not None and year is None) or not 1 <= match["m"] <= 12:
        return None
    if match.behind()[-1:] == "O" and match.behind()[-2:] != "GO":  # the first year of an era that is not known here
        return None
    if match["d"] is None:
        return "M", Partial(year, match["m"])
    return ("P", Partial(year, match["m"], match["d"])) if 1 <= match["d"] <= 31 else None


@POINTS.rule(r"m_?(?P<d>n)d?", "m n")
def _first_month(match: Match) -> Made:
    return "P", Partial(None, 1, match["d"])


@POINTS.rule(r"(?P<g>G)?(?P<y>n)y", "n y")
def _year_only(match: Match) -> Made:
    year = _year(match)
    following = match.coming()[:1]
    if year is None or (year < 1000 and following in ("b", "a", "H")):
        return None
    if len(match.spelled("y")) == 2 and match["g"] is None and not match.spelled("y").startswith("0") and following == "b":
        return None
    return "Y", Partial(year)


@POINTS.rule(r"(?P<d>n)d", "n d")
def _day_only(match: Match) -> Made:
    number, spelled = match["d"], match.spelled("d")
    if not 1 <= number <= 31 or not (spelled.isdecimal() or number >= 10):
        return None
    return "P", Partial(day=number)


@POINTS.rule(r"(?P<d>D)", "D")
def _day_word(match: Match) -> Made:
    return spanned(unit_at(match.scene.today, Unit.DAY, match["d"])) if match.scene.today else None


@POINTS.rule(r"(?P<r>R)", "R")
def _named_unit(match: Match) -> Made:
    unit, offset = match["r"]
    today = match.scene.today
    if today is None:
        return None
    if offset is None:
        offset = 0 if match.scene.ahead or today.weekday() > 4 else -1
    return spanned(unit_at(today, unit, offset))


@POINTS.rule(r"(?P<c>c)", "c")
def _weekday(match: Match) -> Made:
    return "P", Partial(weekday=match["c"])


@POINTS.rule(r"(?P<r>R)_?(?P<c>c)", "R c")
def _weekday_of(match: Match) -> Made:
    unit, offset = match["r"]
    if unit is not Unit.WEEK or match.scene.today is None:
        return None
    return spanned(weekday_in(unit_at(match.scene.today, unit, offset), match["c"]))


@POINTS.rule(rf"(?P<x>[<>])_?(?P<n>n)(?P<u>{_COUNTED})", "<> n")
@POINTS.rule(rf"(?P<x>[ab])(?P<n>n)(?P<u>{_COUNTED})", "ab n")
def _counted(match: Match) -> Made:
    today, unit, back = match.scene.today, _UNIT[match.cls("u")], match.cls("x") in "<b"
    if today is None or match["n"] >= 1000 or (match.cls("x") in "ab" and match.behind().rstrip("_")[-1:] in ("R", "y", "m")):
        return None
    if unit is Unit.WORKDAY:
        return "Q", Span(shift(today, unit, -match["n"]), today + DAY) if back else Span(today + DAY, shift(today, unit, match["n"]) + DAY)
    if back:
        so_far = match.cls("x") == "<" and match.spelled("x") != "上"  # 前两天, 上两天: the two days before today
        return "Q", Span(shift(today, unit, -match["n"]), today + (DAY if so_far else 0 * DAY))
    return "Q", Span(today + DAY, shift(today + DAY, unit, match["n"]))


@POINTS.rule(rf"(?:(?P<o>D)A)?(?P<n>n)(?P<u>{_COUNTED})_?(?P<s>[ba])", "ab n")
def _ago(match: Match) -> Made:
    if match.scene.today is None or match["n"] >= 1000 or match.cls("u") == "m" or match.spelled("n")[0] in "0０":
        return None
    origin = match.scene.today + (match["o"] or 0) * DAY
    unit, sign = _UNIT[match.cls("u")], -1 if match.cls("s") in "b<" else 1
    return "P", of_day(shift(origin, unit, sign * match["n"]), tolerance=SLACK.get(unit, 0))


@POINTS.rule(r"(?P<c>C)", "C")
def _weekday_of_week(match: Match) -> Made:
    offset, weekday = match["c"]
    return spanned(weekday_in(unit_at(match.scene.today, Unit.WEEK, offset), weekday)) if match.scene.today else None


@POINTS.rule(r">(?P<c>c)", "> c")
def _next_weekday(match: Match) -> Made:
    return spanned(of_day(next_weekday(match.scene.today, match["c"]))) if match.scene.today else None


@POINTS.rule(r"(?:(?P<y>n)y_?)?(?P<m>[nN])(?P<p>p)", "p nN")
def _part_of_month(match: Match) -> Made:
    part, unit = match["p"]
    year = _year(match) if match["y"] is not None else None
    month = resolve(Partial(year, match["m"]), match.scene) if unit is Unit.MONTH and 1 <= match["m"] <= 12 else None
    return spanned(portion(month, part)) if month else None


@POINTS.rule(r"(?P<m>N)", "N")
def _month_name(match: Match) -> Made:
    return "M", Partial(month=match["m"])


@POINTS.rule(r"(?P<n>n)J", "n J")
def _century(match: Match) -> Made:
    return spanned(years_span(match["n"] * 100 - 100, match["n"] * 100, Unit.CENTURY)) if 1 <= match["n"] <= 29 else None


@POINTS.rule(r"(?P<g>G)O", "G O")
def _first_of_era(match: Match) -> Made:
    return "Y", Partial(match["g"] + 1)


@PARTS.rule(r"(?P<f>F)", "F")
def _feast(match: Match) -> Made:
    return spanned(nearby(lambda year: feast(match["f"], year), match.scene))


# ---- inside ---------------------------------------------------------------------------------------------------------


@INSIDE.rule(r"(?P<y>Y)_?(?P<p>[PM])", "Y PM")
def _in_year(match: Match) -> Made:
    year, value = span_of(match, "y"), match["p"]
    if not isinstance(value, Partial) or value.year is not None or value.month is None or year is None or year.start is None:
        return None
    return match.cls("p"), value._replace(year=year.start.year)


@INSIDE.rule(r"(?P<m>M)_?(?P<p>P)", "M P")
def _in_month(match: Match) -> Made:
    month, value = span_of(match, "m"), match["p"]
    if not isinstance(value, Partial) or value.month is not None or value.day is None or month is None:
        return None
    return spanned(nth_within(month, Unit.DAY, None, value.day))


@INSIDE.rule(r"(?P<a>P)_{0,2}(?P<b>P)", "P")
def _with_weekday(match: Match) -> Made:
    first, second = match["a"], match["b"]
    for date, weekday in ((first, second), (second, first)):
        if isinstance(weekday, Partial) and weekday.weekday is not None and weekday.day is None:
            if isinstance(date, Partial) and date.day is not None:
                return "P", date._replace(weekday=weekday.weekday)
            if isinstance(date, Span):
                return "P", date
    if isinstance(first, Span) and isinstance(second, Partial) and second.day is not None:
        return "P", second
    return None


@INSIDE.rule(r"(?P<p>P)_?w", "w P")
def _week_of(match: Match) -> Made:
    day = span_of(match, "p")
    return spanned(unit_at(day.start, Unit.WEEK)) if day and day.start and match.whole()[-2:] in ("の週", "の周", "的周", "的週") else None


@INSIDE.rule(r"(?P<c>[YM])_?(?:Z(?P<n>n)(?P<u>[wtqMmd])|(?P<e>[Ee<b])_?(?P<k>n)?(?P<v>[wtqMmd]))", "YM ZEe<b")
@INSIDE.rule(r"(?P<c>[YM])_?(?:Z(?P<n>n)_?(?P<u>x?)(?P<w>P)|(?P<e>E)_?(?P<w2>P))", "YM P ZE")
def _nth(match: Match) -> Made:
    whole = span_of(match, "c")
    if whole is None:
        return None
    day = match["w"] if match["w"] is not None else match["w2"]
    backwards = match.cls("e") == "E"
    if day is not None:
        if not isinstance(day, Partial) or day.weekday is None:
            return None
        return spanned(nth_within(whole, Unit.DAY, day.weekday, -1 if backwards else match["n"]))
    if match["n"] is not None:
        return spanned(nth_within(whole, _UNIT[match.cls("u")], None, match["n"]))
    return _several(whole, _UNIT[match.cls("v")], match["k"] or 1, backwards=backwards)


def _several(whole: Span, unit: Unit, count: int, *, backwards: bool) -> Made:
    first = nth_within(whole, unit, None, -count if backwards else 1)
    last = nth_within(whole, unit, None, -1 if backwards else count)
    return spanned(Span(first.start, last.end, unit if count == 1 else Unit.DAY)) if first and last else None


@INSIDE.rule(r"(?:(?P<y>Y)_?)?Z(?P<n>n)(?P<u>[wq])|(?:(?P<y2>Y)_?)(?P<n2>n)(?P<u2>q)", "wq n ZY")
def _numbered(match: Match) -> Made:
    """第31週, 第1四半期: of that year, or of the latest that has begun."""
    number, unit = (match["n"], match.cls("u")) if match["n"] is not None else (match["n2"], match.cls("u2"))
    year = span_of(match, "y") or span_of(match, "y2")

    def of_year(number_of_year: int) -> Span:
        if unit == "w":
            return week_of_year(number_of_year, number)
        return unit_at(dt.date(number_of_year, 1, 1), Unit.QUARTER, number - 1)

    if year is not None and year.start is not None:
        return spanned(of_year(year.start.year))
    return spanned(nearby(of_year, match.scene))


@INSIDE.rule(r"(?P<y>Y)_?(?P<s>s)", "Y s")
def _season(match: Match) -> Made:
    year = span_of(match, "y")
    return spanned(season(match["s"], year.start.year)) if year and year.start else None


@INSIDE.rule(r"(?P<y>Y)_?(?P<f>F)", "Y F")
def _feast_of(match: Match) -> Made:
    year = span_of(match, "y")
    return spanned(feast(match["f"], year.start.year)) if year and year.start else None


# ---- parts ------------------------------------------------------------------------------------------------------------


@PARTS.rule(r"(?P<c>[YMWQ])_?(?P<k>[034])", "YMWQ 034")
def _part(match: Match) -> Made:
    whole = span_of(match, "c")
    part = portion(whole, {"0": 0, "3": 1, "4": 2}[match.cls("k")]) if whole else None
    if whole is None or part is None:
        return None
    if match.spelled("k") == "いっぱい":
        return match.cls("c"), match["c"]
    return spanned(part._replace(certain=whole.certain))


@PARTS.rule(r"(?:(?P<y>Y)_?)?(?P<p>p)", "p")
def _unit_part(match: Match) -> Made:
    part, unit = match["p"]
    year = span_of(match, "y")
    day = year.start if year and year.start else match.scene.today
    return spanned(portion(unit_at(day, unit), part)) if day else None


@PARTS.rule(r"(?P<c>[YMWQ])_?(?P<h>[12])", "YMWQ 12")
@PARTS.rule(r"(?P<h>[12])", "12")
def _half(match: Match) -> Made:
    whole, half = span_of(match, "c"), int(match.cls("h"))
    if whole is None and match.scene.today is not None and match.spelled("h")[-1] in "年月":
        whole = unit_at(match.scene.today, Unit.YEAR if match.spelled("h").endswith("年") else Unit.MONTH)
    return spanned(halves(whole, half)) if whole else None


# ---- ranges -----------------------------------------------------------------------------------------------------------


@RANGES.rule(r"f?_?(?P<a>[PMWYQ])_?[TA]_?(?P<b>[PMWYQ])(?:_?T)?", "TA PMWYQ")
@RANGES.rule(r"f?(?P<a>[PMYQ])&(?P<b>[PMYQ])_", "& PMYQ")
def _from_to(match: Match) -> Made:
    if not isinstance(match["a"], (Span, Partial)) or not isinstance(match["b"], (Span, Partial)):
        return None
    ends = complete(match["a"], match["b"], match.scene)
    return ("R", Span(ends[0].start, ends[1].end, Unit.DAY, ends[0].certain and ends[1].certain)) if ends else None


@RANGES.rule(r"f?(?P<a>n)T(?P<b>Y)", "n T Y")
def _years(match: Match) -> Made:
    last = span_of(match, "b")
    if not 1000 <= match["a"] <= 2999 or last is None or last.end is None:
        return None
    return "R", Span(dt.date(match["a"], 1, 1), last.end) if dt.date(match["a"], 1, 1) < last.end else None


@OPEN.rule(r"f?(?P<c>[PMWYQ])_?I?_?(?P<s>[aASbT~])", "PMWYQ aASbT~")
def _open(match: Match) -> Made:
    span, inclusive = span_of(match, "c"), "I" in match.classes()
    if span is None or span.start is None:
        return None
    match match.cls("s"):
        case "A" | "S":
            return "R", Span(span.start, None, Unit.DAY, span.certain)
        case "a":
            return "R", Span(span.start if inclusive else span.end, None, Unit.DAY, span.certain)
        case "b":
            return "R", Span(None, span.end if inclusive else span.start, Unit.DAY, span.certain)
        case "T":
            return "R", Span(None, span.end, Unit.DAY, span.certain)
        case _ if span.end is not None:
            return "R", Span(span.start - AROUND * DAY, span.end + AROUND * DAY, Unit.DAY, span.certain, AROUND)
        case _:
            return None


@OPEN.rule(r"f(?P<c>[PMWYQ])", "f PMWYQ")
def _from(match: Match) -> Made:
    span = span_of(match, "c")
    return ("R", Span(span.start, None, Unit.DAY, span.certain)) if span and span.start else None
