"""What the compiler needs only for some of its work, and says so where it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def from_the_extra() -> Iterator[None]:
    """Around an import of what the extra `compiler` installs. Raises ModuleNotFoundError that names the library and the extra."""
    try:
        yield
    except ModuleNotFoundError as missing:
        library = (missing.name or "callcheck").partition(".")[0]
        if library.startswith("callcheck"):
            raise
        raise ModuleNotFoundError(
            f"this needs {library}, which comes with: pip install 'callcheck[compiler]'", name=missing.name
        ) from None
