"""How a tool's calls are treated: the `Policy`, and the five presets."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    from .frozen import dataclass


class Coercion(enum.Flag):
    """Which wrongly typed arguments are repaired; the rules are in `callcheck.coercion`."""

    NONE = 0
    QUOTED_BOOLEAN = enum.auto()
    QUOTED_NUMBER = enum.auto()
    INTEGRAL_FLOAT = enum.auto()
    NULLABLE_UNION = enum.auto()
    JSON_TEXT = enum.auto()
    NULL_AS_ABSENT = enum.auto()
    EMPTY_AS_OBJECT = enum.auto()
    ALL = (
        QUOTED_BOOLEAN
        | QUOTED_NUMBER
        | INTEGRAL_FLOAT
        | NULLABLE_UNION
        | JSON_TEXT
        | NULL_AS_ABSENT
        | EMPTY_AS_OBJECT
    )


class Undeclared(enum.Enum):
    """What happens to a key that an object does not declare."""

    AS_SCHEMA = "as the schema says"
    REJECT = "rejected unless declared"


class Keywords(enum.Enum):
    """Which keywords are interpreted; what is not interpreted never rejects."""

    ALL = "all"
    CORE = "core"


class Formats(enum.Enum):
    """Whether `format` is an annotation or an assertion (Validation 2020-12, section 7.2)."""

    ANNOTATE = "annotate"
    ASSERT = "assert"


class Patterns(enum.Enum):
    """Which regular expressions are taken from a schema."""

    ANY = "any that can be translated"
    LINEAR = "only those that cannot backtrack without bound"


class TextStyle(enum.Enum):
    """How a rejection reads to the model."""

    COMPLETE = "complete"
    ZOD = "zod"
    PATHS = "paths"


@dataclass(frozen=True)
class Policy:
    """How the calls of one tool are treated. Frozen, hashable, picklable.

    coercion    which rules repair a wrongly typed argument
    undeclared  whether keys that an object does not declare are rejected
    keywords    which keywords are interpreted
    formats     whether `format` asserts
    text        the style of the text that the model reads
    hints       whether that text also suggests what was probably meant
    extensions  whether what tool authors write beyond the specification is understood: OpenAPI's
                `nullable`, an unknown `$schema`, a list under `items` where the dialect has none
    patterns    which regular expressions are taken from a schema
    root        the word for the arguments as a whole in style `paths`; None means the tool's name
    """

    coercion: Coercion = Coercion.NONE
    undeclared: Undeclared = Undeclared.AS_SCHEMA
    keywords: Keywords = Keywords.ALL
    formats: Formats = Formats.ANNOTATE
    text: TextStyle = TextStyle.COMPLETE
    hints: bool = False
    extensions: bool = True
    patterns: Patterns = Patterns.ANY
    root: str | None = None


TOOL_INPUT = Policy(coercion=Coercion.QUOTED_BOOLEAN | Coercion.QUOTED_NUMBER | Coercion.INTEGRAL_FLOAT)
LENIENT = Policy(coercion=Coercion.ALL)
STRICT = Policy(undeclared=Undeclared.REJECT)
STRICT_CORE = Policy(undeclared=Undeclared.REJECT, keywords=Keywords.CORE)
JSON_SCHEMA = Policy(extensions=False)
