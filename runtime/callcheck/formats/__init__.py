"""The formats of JSON Schema, each as a check `str -> bool` (Validation 2020-12, section 7.3).

A check is linear in the length of its argument and never raises, whatever the string holds: lone surrogates, NUL and
a megabyte of dots included. Which specification each one follows, and where it had to choose: `docs/formats.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from .dates_and_times import is_date, is_date_time, is_duration, is_time
from .expressions import (
    is_adjusted_json_pointer,
    is_json_pointer,
    is_regex,
    is_relative_json_pointer,
    is_uri_template,
)
from .identifiers import is_iri, is_iri_reference, is_uri, is_uri_reference, is_uuid
from .internationalised import is_idn_email, is_idn_hostname
from .network import is_ascii_hostname, is_email, is_hostname, is_ipv4, is_ipv6

__all__ = ["FORMATS", "Check", "formats_of"]

Check = Callable[[str], bool]

_DRAFT_4: dict[str, Check] = {
    "date-time": is_date_time,
    "email": is_email,
    "hostname": is_ascii_hostname,
    "ipv4": is_ipv4,
    "ipv6": is_ipv6,
    "uri": is_uri,
}
_DRAFT_6: dict[str, Check] = {
    **_DRAFT_4,
    "json-pointer": is_json_pointer,
    "uri-reference": is_uri_reference,
    "uri-template": is_uri_template,
}
_DRAFT_7: dict[str, Check] = {
    **_DRAFT_6,
    "date": is_date,
    "hostname": is_hostname,
    "idn-email": is_idn_email,
    "idn-hostname": is_idn_hostname,
    "iri": is_iri,
    "iri-reference": is_iri_reference,
    "regex": is_regex,
    "relative-json-pointer": is_relative_json_pointer,
    "time": is_time,
}
_2019_09: dict[str, Check] = {**_DRAFT_7, "duration": is_duration, "uuid": is_uuid}
_2020_12: dict[str, Check] = {**_2019_09, "relative-json-pointer": is_adjusted_json_pointer}

#: Every format of every draft, each as draft 2020-12 defines it.
FORMATS: Mapping[str, Check] = MappingProxyType(_2020_12)

_BY_DIALECT: Mapping[str, Mapping[str, Check]] = {
    "http://json-schema.org/draft-04/schema": MappingProxyType(_DRAFT_4),
    "http://json-schema.org/draft-06/schema": MappingProxyType(_DRAFT_6),
    "http://json-schema.org/draft-07/schema": MappingProxyType(_DRAFT_7),
    "https://json-schema.org/draft/2019-09/schema": MappingProxyType(_2019_09),
    "https://json-schema.org/draft/2020-12/schema": FORMATS,
}


def formats_of(dialect: str) -> Mapping[str, Check]:
    """The formats that a dialect defines, by name; `dialect` is the URI of its meta-schema.

    An empty fragment at the end of the URI does not matter. A dialect that is not one of the five drafts has all of
    `FORMATS`.
    """
    return _BY_DIALECT.get(dialect.removesuffix("#"), FORMATS)
