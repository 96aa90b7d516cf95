"""What was advertised once is remembered, by content."""

from __future__ import annotations

import copy
import threading
from typing import Any

from callcheck_compiler.advertise import advertise

from tests.advertising import CREATE, DELETE, branch


def test_equal_content_gives_the_same_object() -> None:
    schema = {"anyOf": [CREATE, DELETE]}
    assert advertise(schema) is advertise(copy.deepcopy(schema))
    assert advertise({"anyOf": [DELETE, CREATE]}) is not advertise(schema)


def test_content_and_not_identity_is_remembered() -> None:
    schema: dict[str, Any] = {"anyOf": [branch({"a": {"type": "string"}})]}
    first = advertise(schema)
    schema["anyOf"][0]["properties"]["a"]["type"] = "integer"
    assert advertise(schema)["properties"]["a"] == {"type": "integer"}
    assert first["properties"]["a"] == {"type": "string"}
    assert first["anyOf"][0]["properties"]["a"] == {"type": "string"}


def test_many_threads_get_the_same_object() -> None:
    schema = {"anyOf": [CREATE, branch({"thread": {"type": "integer"}}, ["thread"])]}
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(advertise(copy.deepcopy(schema)))) for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 16
    assert all(root is found[0] for root in found)
