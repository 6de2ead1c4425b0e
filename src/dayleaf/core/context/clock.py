"""The local date and time, as a context says it."""

from __future__ import annotations

import datetime as dt

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def said(now: dt.datetime) -> str:
    """`Monday 2025-12-01 09:00 CET (+01:00), ISO week 49`, in the local zone; to the minute, for seconds tell a model nothing."""
    offset = now.strftime("%z")
    offset = f"{offset[:3]}:{offset[3:5]}" if offset else ""
    zone = now.tzname() or ""
    place = f" {zone} ({offset})" if zone.isalpha() and zone != "UTC" else f" {offset}" if offset else ""
    return f"{_DAYS[now.weekday()]} {now:%Y-%m-%d %H:%M}{place}, ISO week {now.isocalendar().week}"


def lasting(seconds: float) -> str:
    """A time left: `45s`, `4m32s`, `2h05m`, `3d04h`."""
    whole = max(int(seconds), 0)
    if whole < 60:
        return f"{whole}s"
    if whole < 3600:
        return f"{whole // 60}m{whole % 60:02}s"
    if whole < 86_400:
        return f"{whole // 3600}h{whole % 3600 // 60:02}m"
    return f"{whole // 86_400}d{whole % 86_400 // 3600:02}h"


def sized(size: int) -> str:
    """A size: `512 B`, `45 kB`, `3.2 MB`."""
    if size < 1000:
        return f"{size} B"
    return f"{size / 1000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"
