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
        """This moment, with the zone's offset.

        Raises:
            UsageError: `TZ` names an offset of a day or more.
        """
        now = dt.datetime.now(dt.UTC)
        try:
            return now.astimezone(self._zone)
        except (ValueError, OverflowError) as error:
            message = f"the time zone of this machine makes no sense: {error}"
            raise UsageError(message, hint="set TZ to a name such as Europe/Berlin") from error


class FixedClock:
    """A clock that stands still, for replays and tests.

    Args:
        moment: what it says; without an offset it is taken in the zone.
        zone: whose days count; None takes the offset given, or this machine's zone when none is.

    Raises:
        UsageError: the zone cannot say when that was (the first and last day of the calendar).
    """

    def __init__(self, moment: dt.datetime, zone: dt.tzinfo | None = None) -> None:
        self._moment = moment
        local = moment.utcoffset() is None
        try:
            if zone is not None:
                self._moment = moment.replace(tzinfo=zone) if local else moment.astimezone(zone)
            elif local:
                self._moment = moment.astimezone()
        except (ValueError, OverflowError) as error:
            raise UsageError(f"{moment.isoformat()} is no moment of this zone", hint="give it an offset, such as +00:00") from error

    def now(self) -> dt.datetime:
        """The moment it was given."""
        return self._moment


def _zone(name: str) -> dt.tzinfo:
    import zoneinfo  # here, for start-up time: most workspaces live in the machine's own zone

    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:  # OSError: the name of a folder of zones
        raise UsageError(f"there is no time zone {name!r}", hint="write an IANA name such as Europe/Berlin") from error
