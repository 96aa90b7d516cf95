"""Random regular expressions, and texts that they nearly match."""

from __future__ import annotations

from random import Random

from callcheck.ecma.characters import Ranges
from callcheck.ecma.syntax import Alternation, Characters, Group, Item, Look, Repeat, Sequence

ATOMS = (
    *("a", "b", "c", "-", "_", "1", "é", "😀", " "),
    *(".", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", "[ab]", "[^a]", "[a-c1-3]", r"[\w-]", r"[^\s\d]", "[^]"),
    *(
        r"\p{L}",
        r"\P{L}",
        r"\p{Lu}",
        r"[\p{Nd}\-]",
        r"[^\p{L}]",
        r"\p{Script=Greek}",
        r"\p{scx=Grek}",
        r"\p{Emoji}",
    ),
    *(r"\x41", r"\u0061", r"\u{1F600}", r"\ud83d\ude00", r"\cJ", r"\n", r"\t", r"\/", r"\$", "[-a]", r"[\b]"),
)
QUANTIFIERS = ("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}", "{0}")
ASSERTIONS = ("^", "$", r"\b", r"\B")
LOOKS = ("(?=", "(?!", "(?<=", "(?<!")
# Items without length, and how often they are taken; `?`, `*` and `{0,…}` make them optional.
WITHOUT_LENGTH = (
    "^",
    "$",
    r"\b",
    r"\B",
    "(?:)",
    "a{0}",
    "(?=a)",
    "(?!a)",
    "(?<=a)",
    "(?<!b)",
    r"(?<=\b)",
    "(?:^|a)",
)
OPTIONAL = ("?", "*", "??", "{0,2}", "{0}", "+", "{2}", "{1,}?")
CHARACTERS = "abc-_1 A\n\té😀Ωd9\u2028\ufeff٣\x1c\ud800"


def random_pattern(random: Random, depth: int = 0) -> str:
    """A regular expression of ECMA-262 with the `u` flag."""
    choice = random.random()
    if depth > 3 or choice < 0.34:
        return random.choice(ATOMS)
    inner = random_pattern(random, depth + 1)
    if choice < 0.54:
        return inner + random_pattern(random, depth + 1)
    if choice < 0.64:
        return f"(?:{inner}|{random_pattern(random, depth + 1)})"
    if choice < 0.67:
        return f"(?:|{inner})"
    if choice < 0.70:
        return f"{random.choice(LOOKS)}{inner})"
    if choice < 0.74:
        return f"(?:{random.choice(WITHOUT_LENGTH)}){random.choice(OPTIONAL)}{inner}"
    if choice < 0.78:
        return random_lookbehind(random, depth, inner)
    if choice < 0.86:
        return f"({inner}){random.choice(QUANTIFIERS)}"
    if choice < 0.90:
        name = f"n{depth}_{random.randrange(10**9)}"
        return f"(?<{name}>{inner}){random_pattern(random, depth + 1)}" + random.choice(("", f"\\k<{name}>"))
    assertion = random.choice(ASSERTIONS)
    return assertion + inner if random.random() < 0.5 else inner + assertion


def random_lookbehind(random: Random, depth: int, inner: str) -> str:
    """A lookbehind after something that it may see: of several lengths, with what has none, with a lookaround inside."""
    before = _without_names(random, random_pattern(random, depth + 2))
    after = _without_names(random, inner)
    beside = f"(?:{random.choice(WITHOUT_LENGTH)}){random.choice(OPTIONAL)}"
    seen = random.choice(
        (
            f"{before}{beside}",
            f"{beside}{before}",
            f"{before}|{after}",
            f"(?:{before}){random.choice(QUANTIFIERS)}",
        )
    )
    seen = seen if random.random() < 0.8 else f"(?={after}){seen}"
    return f"(?:{before})(?<{random.choice('=!')}{seen}){inner if random.random() < 0.5 else ''}"


def _without_names(random: Random, pattern: str) -> str:
    """The pattern where it can stand twice, else another: no two groups have the same name."""
    return random.choice(ATOMS) if "(?<n" in pattern else pattern


def random_text(random: Random, expression: Item) -> str:
    """A text that the expression may match, sometimes with something changed."""
    text = _matched(random, expression)
    if random.random() < 0.6:
        position = random.randrange(len(text) + 1)
        changed = random.choice(CHARACTERS) if random.random() < 0.7 else ""
        text = text[:position] + changed + text[position + random.randrange(2) :]
    return text[:60]


def _matched(random: Random, item: Item) -> str:
    if isinstance(item, Characters):
        return _character(random, item.ranges)
    if isinstance(item, Sequence):
        return "".join([_matched(random, each) for each in item.items])
    if isinstance(item, Alternation):
        return _matched(random, random.choice(item.branches))
    if isinstance(item, Group):
        return _matched(random, item.body)
    if isinstance(item, Repeat):
        most = item.minimum + 2 if item.maximum is None else item.maximum
        count = random.randint(item.minimum, min(most, item.minimum + 3))
        return "".join([_matched(random, item.repeated) for _ in range(min(count, 40))])
    if isinstance(item, Look) and item.ahead and not item.negative and random.random() < 0.5:
        return _matched(random, item.body)
    return ""


def _character(random: Random, ranges: Ranges) -> str:
    if not ranges:
        return ""
    for _ in range(3):
        candidate = ord(random.choice(CHARACTERS))
        if any(low <= candidate <= high for low, high in ranges):
            return chr(candidate)
    low, high = random.choice(ranges)
    return chr(random.randint(low, min(high, low + 40)))
