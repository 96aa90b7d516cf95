"""What tests of names share: the dialects, two URIs, and the refusal of a schema."""

from __future__ import annotations

from typing import Any

import pytest
from callcheck.issues import SchemaError
from callcheck.policy import JSON_SCHEMA, Policy

from tests.engines import ENGINES

DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_6 = "http://json-schema.org/draft-06/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019_09 = "https://json-schema.org/draft/2019-09/schema"
DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"
ONE, TWO = "http://example.com/one", "http://example.com/two"


def refusal_of(engine: str, schema: Any, policy: Policy = JSON_SCHEMA, resources: Any = None) -> SchemaError:
    with pytest.raises(SchemaError) as refusal:
        ENGINES[engine]("tool", schema, policy, None, resources)
    return refusal.value
