"""Tools out of a Python module: `package.module:attribute`."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Mapping
from typing import Any

from .json_text import parsed
from .shapes import tools_in
from .tool import SourceError, Tool

FORM = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def is_attribute(spec: str) -> bool:
    """Whether a source is written as `module:attribute`."""
    return FORM.fullmatch(spec) is not None


def tools_of_attribute(spec: str) -> list[Tool]:
    """The tools that an attribute of a module holds, in any form that a file may have.

    The module is imported with the current directory on the path, so its code runs. Objects with `model_dump`
    (the MCP SDK's and pydantic's) are taken by what that gives. Raises SourceError.
    """
    module_name, _, attribute = spec.partition(":")
    value = imported(module_name, spec)
    for name in attribute.split("."):
        try:
            value = getattr(value, name)
        except AttributeError:
            raise SourceError(
                f"{spec} does not exist: module `{module_name}` has no `{attribute}`."
            ) from None
    try:
        text = json.dumps(value, default=plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise SourceError(f"{spec} is not made of JSON values: {error}.") from None
    return list(tools_in(parsed(text, spec), spec))


def imported(module_name: str, spec: str) -> Any:
    """The module of that name."""
    sys.path.insert(0, "")
    try:
        return importlib.import_module(module_name)
    except (Exception, SystemExit) as error:  # the module's own code runs and may raise anything
        why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise SourceError(f"{spec} cannot be imported: {why}.") from None
    finally:
        sys.path.remove("")


def plain(value: Any) -> Any:
    """An object of Python's as JSON values, for what `json` does not know itself."""
    dump = getattr(value, "model_dump", None)
    if callable(dump) and not isinstance(value, type):
        return dump(mode="json", by_alias=True, exclude_none=True)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)) or not hasattr(value, "__iter__"):
        raise TypeError(f"it holds an object of type {type(value).__name__}")
    return list(value)
