"""Rewrites about unions, conjunctions and listed values."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from ..annotations import is_annotation, split, text_of
from ..merge import conjunction, is_anything, is_never, union
from ..modern import LATEST
from ..positions import rebuilt
from ..roots import object_root
from ..survey import APPLIED
from ..work import spend
from .rule import Here, without
from .telling import told as with_notes

Schema = Any
# For reading a schema that is merged.
_CHARACTERS_OF_A_STEP = 10


def plain_schemas(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """A schema is an object: `true` is `{}`, and what nothing fits is left out where it can be."""
    made = _without_impossible_properties(schema, here)
    for keyword in ("anyOf", "oneOf", "prefixItems"):
        if keyword in made:
            branches = made[keyword]
            if keyword != "prefixItems":
                branches = [branch for branch in branches if not is_never(branch)] or branches
            made = {**made, keyword: [_open(branch, here) for branch in branches]}
    if here.is_root and not all(isinstance(inner, dict) for inner in made.get("$defs", {}).values()):
        made = {**made, "$defs": {name: _open(inner, here) for name, inner in made["$defs"].items()}}
    for keyword in ("items", "additionalProperties"):
        if made.get(keyword) is True:
            made = {**made, keyword: {}}
    if "additionalProperties" in made and is_never(made["additionalProperties"]):
        made = {**made, "additionalProperties": False}
    if "items" in made and is_never(made["items"]):
        made = {
            keyword: value for keyword, value in made.items() if keyword not in ("items", "unevaluatedItems")
        }
        most = len(made.get("prefixItems", ()))
        made["maxItems"] = min(most, made.get("maxItems", most))
    return made if made != schema else schema


def _without_impossible_properties(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    properties = schema.get("properties", {})
    if not any(inner is True or is_never(inner) for inner in properties.values()):
        return schema
    kept = {}
    for name, inner in properties.items():
        if not is_never(inner):
            kept[name] = {} if inner is True else inner
        elif schema.get("additionalProperties") is not False:
            here.widened("properties", f"{json.dumps(name)}, which may not be given, is not spoken of")
    return {**schema, "properties": kept}


def _open(schema: Schema, here: Here) -> Schema:
    if is_never(schema):
        here.widened("not", "what nothing fits is left open")
        return {}
    return {} if schema is True else schema


def one_of_as_any_of(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """A union is an `anyOf`."""
    if "oneOf" not in schema:
        return schema
    if len(schema["oneOf"]) > 1 and not _tells_apart(schema["oneOf"]):
        here.widened("oneOf", "so that more than one branch may hold")
    if "anyOf" in schema:
        return _with_conjuncts(schema, "oneOf", [{"anyOf": schema["oneOf"]}])
    return {("anyOf" if keyword == "oneOf" else keyword): value for keyword, value in schema.items()}


def _tells_apart(branches: list[Schema]) -> bool:
    """Whether the types of the branches plainly keep any two of them from holding at once."""
    types = [branch.get("type") for branch in branches if isinstance(branch, dict)]
    apart = len(types) == len(branches) and all(isinstance(name, str) for name in types)
    return apart and len(set(types)) == len(types) and not {"number", "integer"} <= set(types)


def _with_conjuncts(schema: dict[str, Any], keyword: str, conjuncts: list[Schema]) -> dict[str, Any]:
    made = {other: value for other, value in schema.items() if other != keyword}
    return {**made, "allOf": [*made.get("allOf", ()), *conjuncts]}


def flat(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """No `allOf`, and no `anyOf` beside anything but annotations: what stands together becomes one schema."""
    told, asserted = split(schema)
    if "allOf" not in asserted and (not is_mixed(asserted) or here.is_root):
        return schema
    if _is_typed_union(asserted):
        return {**told, "anyOf": asserted["anyOf"]}
    if _is_single_conjunct(asserted):
        inner = asserted["allOf"][0]
        return flat({**inner, **told}, here) if isinstance(inner, dict) else told
    merged = _merged_object(schema, here)
    if merged is not None:
        return merged
    return _merged_values(told, asserted, here)


def is_mixed(asserted: dict[str, Any]) -> bool:
    """Whether a union stands beside something else that asserts."""
    return "anyOf" in asserted and len(asserted) > 1


def _is_single_conjunct(asserted: dict[str, Any]) -> bool:
    return list(asserted) == ["allOf"] and len(asserted["allOf"]) == 1


def _is_typed_union(asserted: dict[str, Any]) -> bool:
    """Whether a union stands beside a type alone that each of its branches states too."""
    return set(asserted) == {"anyOf", "type"} and all(
        isinstance(branch, dict) and branch.get("type") == asserted["type"] for branch in asserted["anyOf"]
    )


def _merged_object(schema: dict[str, Any], here: Here) -> dict[str, Any] | None:
    """A schema of objects alone as one object, without what it applies; None for a schema of anything else.

    None as well for what leads back to a schema that it stands in: as one object it would have no end.
    """
    followed = here.definitions.followed_by(schema)
    recursive = followed & here.definitions.recursive
    if recursive & here.inside:
        return None
    definitions = here.definitions.named_by(sorted(followed))
    whole = {**schema, "$defs": definitions} if definitions else schema
    text = json.dumps(whole)
    spend(len(text) // _CHARACTERS_OF_A_STEP)
    root = object_root(whole, text, keeps=False)
    if root.reason is not None or not root.only_objects:
        return None
    applied = [keyword for keyword in schema if keyword in APPLIED]
    made = without(root.schema, applied, here, silently=lambda keyword: keyword in root.covered)
    made = {keyword: value for keyword, value in made.items() if keyword != "$defs" or "$defs" in schema}
    # What two schemas say of one property may have come together as an `allOf`.
    properties = {
        name: _flat_below(inner, replace(here.below("properties", name), inside=here.inside | recursive))
        for name, inner in made.get("properties", {}).items()
    }
    return {**made, "properties": properties} if properties else made


def _flat_below(schema: Schema, here: Here) -> Schema:
    """`flat`, for a schema and everything below it."""
    if not isinstance(schema, dict):
        return schema
    made = rebuilt(schema, LATEST, lambda tokens, inner: _flat_below(inner, here.below(*tokens)))
    return flat(made, here)


def _merged_values(told: dict[str, Any], asserted: dict[str, Any], here: Here) -> dict[str, Any]:
    """What stands together as one set of keywords, as far as it can be said so."""
    parts = [branch for branch in asserted.get("allOf", ()) if not is_anything(branch)]
    made = {keyword: value for keyword, value in asserted.items() if keyword not in ("allOf", "anyOf")}
    notes: dict[str, Any] = {}
    unions = [asserted["anyOf"]] if "anyOf" in asserted else []
    for part in parts:
        inner_told, inner = split(part)
        if isinstance(inner_told.get("description"), str):
            told = {**told, "description": told.get("description") or inner_told["description"]}
        if list(inner) == ["anyOf"]:
            unions.append(inner["anyOf"])
            continue
        both = conjunction(made, inner, LATEST) if made else inner
        if isinstance(both, dict):
            made = both
        else:
            here.widened("allOf", "a part that cannot be said together with the rest is left out")
            notes |= {keyword: value for keyword, value in inner.items() if keyword != "type"}
    return with_notes(_with_union(told, made, unions, here), notes)


def _with_union(
    told: dict[str, Any], made: dict[str, Any], unions: list[list[Schema]], here: Here
) -> dict[str, Any]:
    """The keywords distributed over the branches of one union; further unions are left out."""
    if not unions:
        return {**told, **made}
    for _ in unions[1:]:
        here.widened("anyOf", "of several unions only one can be said")
    branches = []
    for branch in unions[0]:
        branch_told, inner = split(branch)
        both = conjunction(inner, made, LATEST) if made and inner else inner or made
        if both is False:
            continue
        if both is None:
            here.widened(
                "anyOf", "a union that cannot be said together with what stands beside it is left out"
            )
            return {**told, **made}
        branches.append({**branch_told, **both})
    if not branches:
        here.widened("anyOf", "what nothing fits is left open")
        return {**told, **made}
    merged = union(branches, LATEST)
    return {**merged, **told} if isinstance(merged, dict) else told


def unnested(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """A branch of a union is no union."""
    branches = schema.get("anyOf", ())
    if not any("anyOf" in branch for branch in branches):
        return schema
    spliced: dict[str, Schema] = {}
    for branch in branches:
        inner = described_branches(branch, here)
        for part in inner["anyOf"] if list(inner) == ["anyOf"] else [branch]:
            spliced.setdefault(text_of(part), part)
    return {**schema, "anyOf": list(spliced.values())}


def without_anything(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """A union without its branch that takes anything, so that the other ones tell the model what is wanted."""
    branches = schema.get("anyOf", ())
    asking = [branch for branch in branches if not is_anything(branch)]
    if len(asking) == len(branches) or not asking:
        return schema
    here.narrowed("anyOf", "what an open branch lets through beside what is declared cannot be said")
    told = {keyword: value for keyword, value in schema.items() if keyword != "anyOf"}
    return (
        {**told, "anyOf": asking}
        if len(asking) > 1 or told.keys() & asking[0].keys()
        else {**told, **asking[0]}
    )


def const_as_enum(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """A single value is an `enum` of one."""
    if "const" not in schema:
        return schema
    made = {keyword: value for keyword, value in schema.items() if keyword != "const"}
    return {**made, "enum": [schema["const"]]}


def enum_of_strings(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """Listed values are strings that are not empty, beside the type `string`."""
    values = schema.get("enum")
    if values is None or (
        schema.get("type") == "string" and all(isinstance(value, str) and value for value in values)
    ):
        return schema
    return with_notes(without(schema, ["enum"], here), {"enum": values})


def described_branches(schema: dict[str, Any], here: Here) -> dict[str, Any]:
    """A union stands alone: what describes it goes to its first branch."""
    if "anyOf" not in schema or len(schema) == 1:
        return schema
    description = schema.get("description")
    others = [keyword for keyword in schema if keyword != "anyOf" and not is_annotation(keyword)]
    if others:
        return schema
    first, *rest = schema["anyOf"]
    if isinstance(description, str) and description:
        inner = first.get("description")
        first = {**first, "description": f"{description}\n{inner}" if inner else description}
    return {"anyOf": [first, *rest]}
