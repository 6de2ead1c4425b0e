"""The time: SystemClock asks the machine, FixedClock always says the same."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.errors import UsageError


class SystemClock:
    """The machine's clock, in its own zone or in the one named.

    Raises:
        UsageError: there is no zone of this name.
    """

    def __init__(self, zone: str | None = None) -> None:
        self._zone = None if zone is None else _zone(zone)

    def now(self) -> dt.datetime:
        """This moment, with the zone's offset."""
        return dt.datetime.now(dt.UTC).astimezone(self._zone)


class FixedClock:
    """A clock that stands still, for replays and tests; a moment without an offset is taken in the local zone."""

    def __init__(self, moment: dt.datetime) -> None:
        self._moment = moment if moment.utcoffset() is not None else moment.astimezone()

    def now(self) -> dt.datetime:
        """The moment it was given."""
        return self._moment


def _zone(name: str) -> dt.tzinfo:
    import zoneinfo  # here, for start-up time: most workspaces live in the machine's own zone

    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:  # OSError: the name of a folder of zones
        raise UsageError(f"there is no time zone {name!r}", hint="write an IANA name such as Europe/Berlin") from error
