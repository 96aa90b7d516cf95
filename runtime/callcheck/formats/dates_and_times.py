"""Formats `date-time`, `date`, `time` and `duration` (RFC 3339)."""

from __future__ import annotations

from .patterns import Pattern

_MONTHS_AND_DAYS = (
    "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    "|02-(?:0[1-9]|1[0-9]|2[0-8]))"
)
# A year is a leap year when 4 divides it, but a century only when 400 does.
_LEAP_YEAR = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
_DATE = f"(?:[0-9]{{4}}-{_MONTHS_AND_DAYS}|{_LEAP_YEAR}-02-29)"

_HOUR = "(?:[01][0-9]|2[0-3])"
_MINUTE = "[0-5][0-9]"
_FRACTION = r"(?:\.[0-9]+)?"
_TIME = f"{_HOUR}:{_MINUTE}:[0-5][0-9]{_FRACTION}(?:[Zz]|[+-]{_HOUR}:{_MINUTE})"
_LEAP_SECOND = f"({_HOUR}):({_MINUTE}):60{_FRACTION}(?:[Zz]|([+-])({_HOUR}):({_MINUTE}))"

_DURATION_DATE = "(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)"
_DURATION_TIME = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"

_date = Pattern(_DATE)
_time = Pattern(_TIME)
_date_time = Pattern(f"{_DATE}[Tt]{_TIME}")
_leap_second = Pattern(_LEAP_SECOND)
_duration = Pattern(f"P(?:{_DURATION_DATE}(?:{_DURATION_TIME})?|{_DURATION_TIME}|[0-9]+W)")

_LAST_MINUTE_OF_THE_DAY = 23 * 60 + 59


def is_date(value: str) -> bool:
    """Whether `value` is a `full-date` (RFC 3339, section 5.6) of the Gregorian calendar."""
    return _date.fullmatch(value) is not None


def is_time(value: str) -> bool:
    """Whether `value` is a `full-time` (RFC 3339, section 5.6); second 60 only where a leap second can be."""
    return _time.fullmatch(value) is not None or _is_leap_second(value)


def is_date_time(value: str) -> bool:
    """Whether `value` is a `date-time` (RFC 3339, section 5.6)."""
    if _date_time.fullmatch(value) is not None:
        return True
    return (
        value[17:19] == "60"
        and value[10] in "Tt"
        and _date.fullmatch(value[:10]) is not None
        and _is_leap_second(value[11:])
    )


def is_duration(value: str) -> bool:
    """Whether `value` is a `duration` (RFC 3339, appendix A)."""
    return _duration.fullmatch(value) is not None


def _is_leap_second(time: str) -> bool:
    """Whether `time` is second 60 of the last minute of a day in UTC (RFC 3339, section 5.7)."""
    match = _leap_second.fullmatch(time)
    if match is None:
        return False
    hour, minute, sign, offset_hour, offset_minute = match.groups("0")
    offset = int(offset_hour) * 60 + int(offset_minute)
    minute_of_the_day = int(hour) * 60 + int(minute) + (offset if sign == "-" else -offset)
    return minute_of_the_day % (24 * 60) == _LAST_MINUTE_OF_THE_DAY
