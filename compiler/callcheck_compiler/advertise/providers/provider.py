"""A provider: its rules, and how a schema is brought into its form."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import Any, TypeVar

from callcheck.issues import SchemaError

from ...keywords.dialects import Dialect
from ..hoist import hoisted
from ..inline import inlined
from ..modern import LATEST, modern
from ..positions import check_form
from ..references import named_in
from ..report import Advertised, Refusal, Report
from ..roots import dialect_to_read, is_object_root, object_root
from .rule import Here, Record, Rule, without


class References(enum.Enum):
    """What a provider makes of `$ref`."""

    ANY = "follows any `$ref` that JSON Schema has"
    KEPT = "follows any `$ref` that stays inside the schema"
    DEFINITIONS = "follows `#` and `#/$defs/NAME`"
    NONE = "follows no `$ref`"


@dataclass(frozen=True)
class Names:
    """Which names of tools a provider takes, and where that is written."""

    says: str
    pattern: str
    source: str


@dataclass(frozen=True)
class Provider:
    """One provider's form of a tool's parameters.

    name        what `advertise` is told
    title       how it is called in a report
    references  which references it follows, and `references_source` where that is written; one that follows any reads any draft
    names       which names of tools it takes
    rules       what else it takes, in the order in which a schema is made to fit
    """

    name: str
    title: str
    references: References
    references_source: str
    names: Names
    rules: tuple[Rule, ...]

    def form(self, schema: Any, text: str) -> Advertised:
        """The schema as this provider takes it; the same object when it takes it as it is."""
        if schema is True:
            schema, text = {}, "{}"
        refusal = self._refusal(schema, text)
        if refusal is not None:
            return Advertised(schema, Report(self.name, refused=(refusal,)))
        record = Record()
        made = schema
        if self.references is not References.ANY:
            dialect = dialect_to_read(schema)
            made = modern(self._with_references(schema, text, dialect, record), dialect)
        for rule in self.rules:
            made = rule.applied(made, self.title, record)
        made = _settled_references(made, self.title, record)
        widened, narrowed, refused = record.widened, record.narrowed, record.refused
        untold = " ".join(forms for forms in _once(record.forms) if forms not in made.get("description", ""))
        report = Report(self.name, _once(widened), _once(narrowed), _once(refused), untold)
        return Advertised(made, report)

    def takes_name(self, name: str) -> bool:
        """Whether a tool may have this name."""
        return re.fullmatch(self.names.pattern, name, re.ASCII) is not None

    def _refusal(self, schema: Any, text: str) -> Refusal | None:
        """Why nothing can be made of the schema; None when something can."""
        reason = object_root(schema, text).reason
        if reason is not None:
            return Refusal("", "type", f"{self.title} takes an object at the root, but {reason}")
        try:
            check_form(schema, dialect_to_read(schema))
        except SchemaError as error:
            keyword = error.keyword_location.rpartition("/")[2]
            return Refusal(
                error.keyword_location, keyword, f"{self.title} takes JSON Schema, but {error.reason}"
            )
        return None

    def _with_references(
        self, schema: dict[str, Any], text: str, dialect: Dialect, record: Record
    ) -> dict[str, Any]:
        if self.references is not References.NONE:
            kept = _KEPT[self.references]
            # A reference to a root that will be another one leads to a copy of it.
            stays = is_object_root(schema)
            return hoisted(
                schema, text, dialect, lambda name: (name != "#" or stays) and kept.fullmatch(name)
            )

        def left_open(location: str, keyword: str, reason: str) -> None:
            Here(location, f"{self.title} {self.references.value}", record).widened(keyword, reason)

        return inlined(schema, text, dialect, left_open)


Entry = TypeVar("Entry")


def _once(entries: list[Entry]) -> tuple[Entry, ...]:
    return tuple(dict.fromkeys(entries))


# The references that stay as they are, for what they name stays where it is.
_KEPT = {
    References.KEPT: re.compile(
        r"#(/(\$defs|definitions)/.+|/properties/[A-Za-z0-9_.-]{1,64}(/.*)?)?", re.ASCII
    ),
    References.DEFINITIONS: re.compile(r"#(/\$defs/[^/%~]+)?"),
}


def _settled_references(schema: dict[str, Any], title: str, record: Record) -> dict[str, Any]:
    """The schema without what turns around a reference, where what that leads to says more or less than it did."""
    changed = _changed_definitions(schema, record)
    if not changed:
        return schema

    def rewrite(schema: dict[str, Any], here: Here) -> dict[str, Any]:
        turning = [
            keyword
            for keyword in ("not", "if", "oneOf")
            if keyword in schema and _named(schema[keyword]) & changed
        ]
        if "oneOf" in turning and "anyOf" not in schema:
            turning.remove("oneOf")
            here.widened("oneOf", "so that more than one branch may hold")
            schema = {
                ("anyOf" if keyword == "oneOf" else keyword): value for keyword, value in schema.items()
            }
        return without(schema, turning, here)

    return Rule("takes less than what a reference here names", "", rewrite).applied(schema, title, record)


def _changed_definitions(schema: dict[str, Any], record: Record) -> set[str]:
    """The references that lead to something that says more or less than it did, directly or through others."""
    definitions = {"#": {key: value for key, value in schema.items() if key not in ("$defs", "definitions")}}
    for shelf in ("$defs", "definitions"):
        definitions |= {f"#/{shelf}/{name}": inner for name, inner in schema.get(shelf, {}).items()}
    if len(definitions) == 1 and "#" not in named_in(schema, LATEST):
        return set()
    changed = set()
    for location, _, _ in (*record.widened, *record.narrowed):
        shelf, _, name = location[1:].partition("/")
        is_shelved = shelf in ("$defs", "definitions")
        changed.add(f"#/{shelf}/{name.partition('/')[0]}" if is_shelved else "#")
    named = {name: named_in(inner, LATEST) for name, inner in definitions.items()}
    size = -1
    while size != len(changed):
        size = len(changed)
        changed |= {name for name, inner in named.items() if inner & changed}
    return changed


def _named(schemas: Any) -> set[str]:
    """The definitions that a schema, or a list of them, refers to."""
    parts = schemas if isinstance(schemas, list) else [schemas]
    return {name for part in parts for name in named_in(part, LATEST)}
