"""Level four: what stands alone and then means the one near the day of speaking ("Monday", "in May", "Q3", "am Wochenende")."""

from __future__ import annotations

import re

from dayleaf.core.when.cascade import Level, Made, Match
from dayleaf.core.when.periods import named, span_of
from dayleaf.core.when.points import alone, spanned
from dayleaf.core.when.span import Partial, Scene, Span, Unit, unit_at

LEFT = Level()
"""What is left over after dates, periods and parts."""

NAMES = frozenset(("nikolaus", "valentine", "saint patrick", "martin"))
"""Feasts that are also people: they need a preposition."""

SUBJECTS = frozenset(
    "er sie es wir ich der die das wurde wurden war waren hat hatte hatten sich bereits schon erst noch auch als erstmals".split()
)
"""German words before a year that needs no preposition."""


@LEFT.rule(r"(?P<w>w)", "w")
def _bare_weekday(match: Match) -> Made:
    if _recurs(match):
        return None
    return "P", Partial(weekday=match["w"])


_EVERY = frozenset("every each jeden jedes jeder jede alle herr herrn frau mr mrs ms dr familie".split())
"""Words before a weekday that make it every one, or somebody's name."""


def _recurs(match: Match) -> bool:
    before = match.before()
    return before is not None and before.cls == "x" and match.text[before.start : before.end].casefold() in _EVERY


@LEFT.rule(r"(?P<b>[psUbf])[d]?(?P<w>j)(?!x)", "j psUbf")
def _short_weekday(match: Match) -> Made:
    return ("P", Partial(weekday=match["w"])) if match.cls("b") != "p" or match.spelled("b").casefold() in ("on", "am") else None


@LEFT.rule(r"(?P<k>I)", "I")
def _bare_week(match: Match) -> Made:
    return spanned(span_of(match, "k"))


@LEFT.rule(r"(?P<k>q)", "q")
def _bare_quarter(match: Match) -> Made:
    return spanned(span_of(match, "k")) if match.spelled("k")[0] in "Qq" else None


@LEFT.rule(r"(?P<o>o)(?P<u>u)", "o u")
def _bare_ordinal_unit(match: Match) -> Made:
    """As in "3rd quarter", "zweites Halbjahr"."""
    unit, number = match["u"], match["o"]
    if (
        unit not in (Unit.QUARTER, Unit.HALF)
        or match.spelled("u").casefold() in ("half", "halves", "hälfte")
        or number > (4 if unit is Unit.QUARTER else 2)
    ):
        return None
    return spanned(named("q", (unit, number), match.scene))


@LEFT.rule(r"(?P<b>[ipsUbAvf~])?d?(?P<u>u)(?P<k>n)(?![uh])", "u n")
def _week_number(match: Match) -> Made:
    """As in "in week 47"; without a preposition only as the whole text."""
    if match["u"] is not Unit.WEEK or not (match.cls("b") or len(match.whole()) >= len(match.text.strip(" ?.!"))):
        return None
    span = named("I", match["k"], match.scene)
    return spanned(span)


@LEFT.rule(r"(?P<h>H)", "H")
def _bare_feast(match: Match) -> Made:
    if match.spelled("h").casefold() in NAMES and match.behind()[-1:] not in tuple("psUvAzf"):
        return None
    return spanned(span_of(match, "h"))


@LEFT.rule(r"(?<=[pisUbAv~f])(?P<d>d?)(?P<s>S)", "S pisUbAv~f")
def _bare_season(match: Match) -> Made:
    return spanned(span_of(match, "s")) if alone(match) or (not match.cls("d") and match.scene.lang != "en") else None


@LEFT.rule(r"(?<=[pisUbAv~fN])d?(?P<m>[mr])", "mr pisUbAv~fN")
def _bare_month(match: Match) -> Made:
    return "M", Partial(month=match["m"])


@LEFT.rule(r"(?<=[isUbAvf])(?P<y>y)", "y isUbAvf")
def _bare_year(match: Match) -> Made:
    if not alone(match) or match.text[match.end() : match.end() + 1] in ("-", "/"):
        return None
    return "Y", Partial(year=match["y"])


@LEFT.rule(r"(?P<y>y)", "y")
def _bracketed_year(match: Match) -> Made:
    return (
        ("Y", Partial(year=match["y"]))
        if match.text[match.start() - 1 : match.start()] == "(" and match.text[match.end() : match.end() + 1] == ")"
        else None
    )


@LEFT.rule(r"(?<![xw])(?P<y>y)|(?P<b>x)(?P<z>y)", "y")
def _adverbial_year(match: Match) -> Made:
    """German "1990 gewann sie", "als er 1983 nach Berlin kam": a year without a preposition."""
    year = match["y"] or match["z"]
    before = match.spelled("b").casefold()
    if match.scene.lang != "de" or not 1900 < year < 2100 or year % 100 == 0 or match.after() is None or not alone(match):
        return None
    if (
        (before and before not in SUBJECTS)
        or (not before and match.behind()[-1:] not in ("", "."))
        or not match.coming().startswith(("x", "p", "i", "U"))
    ):
        return None
    return "Y", Partial(year=year)


@LEFT.rule(r"(?P<b>[psUbAf])[d]?(?P<d>o)(?![uwmrto&-])", "o psUbAf")
def _bare_day(match: Match) -> Made:
    """As in "on the 24th", "seit dem 3."; not "on the first try"."""
    if not 1 <= match["d"] <= 31 or not alone(match) or not match.spelled("d")[0].isdigit():
        return None
    return "P", Partial(day=match["d"])


@LEFT.rule(r"(?P<b>[pi])d(?P<u>u)", "u pi d")
def _the_unit(match: Match) -> Made:
    """As in "in the week", asked on a day of that week."""
    if match.scene.log or match.scene.today is None or match["u"] not in (Unit.WEEK, Unit.MONTH, Unit.QUARTER, Unit.YEAR):
        return None
    return spanned(unit_at(match.scene.today, match["u"])._replace(certain=False))


@LEFT.rule(r"(?P<u>u)", "u")
def _bare_weekend(match: Match) -> Made:
    if re.search(r"[bv]d?$", match.behind()) or _recurs(match) or not alone(match):
        return None
    return spanned(_weekend(match.scene)) if match["u"] is Unit.WEEKEND and not match.spelled("u").casefold().endswith("enden") else None


def _weekend(scene: Scene) -> Span | None:
    """The weekend that goes on, else the last one, or the coming one when the wording looks ahead."""
    if scene.today is None:
        return None
    return unit_at(scene.today, Unit.WEEKEND, 0 if scene.ahead or scene.today.weekday() > 4 else -1)._replace(certain=False)
