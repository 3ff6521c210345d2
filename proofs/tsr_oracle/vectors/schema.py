"""Judges a document by the published schema, without a library for that.

Of JSON Schema it knows the words that `vectors.schema.json` uses, and any other word is an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
_SAYS_NOTHING = {"$schema", "$defs", "title", "description"}


@cache
def published() -> Schema:
    """The schema of vectors."""
    schema: Schema = json.loads((files("tsr_spec") / "data" / "vectors.schema.json").read_text("utf-8"))
    return schema


def wrong(value: object, name: str) -> str | None:
    """What is wrong with a value by the definition of this name, and where in it; None where nothing is."""
    return next(_wrong(value, {"$ref": f"#/$defs/{name}"}, name), None)


def _wrong(value: Any, schema: Schema, at: str) -> Iterator[str]:
    for word, said in schema.items():
        if word in _BY_VALUE:
            if not _BY_VALUE[word](value, said):
                yield f"{at}: {json.dumps(value)[:60]} is not as `{word}` has it: {json.dumps(said)[:60]}"
        elif word not in _SAYS_NOTHING:
            yield from _INNER[word](value, said, schema, at)


def _fits(value: Any, schema: Schema) -> bool:
    return next(_wrong(value, schema, ""), None) is None


# --- words that are judged by the value alone ----------------------------------------------------------------------


def _is_of_type(value: Any, name: str) -> bool:
    return isinstance(value, _TYPES[name]) and (name == "boolean") == isinstance(value, bool)


def _is_same(value: Any, said: Any) -> bool:
    return type(value) is type(said) and bool(value == said)


def _is_unique(value: Any, said: bool) -> bool:
    texts = [json.dumps(item, sort_keys=True) for item in value] if isinstance(value, list) else []
    return not said or len({*texts}) == len(texts)


_BY_VALUE: dict[str, Callable[[Any, Any], bool]] = {
    "type": _is_of_type,
    "const": _is_same,
    "enum": lambda value, said: any(_is_same(value, one) for one in said),
    "pattern": lambda value, said: not isinstance(value, str) or re.search(said.replace("$", r"\Z"), value) is not None,
    "minimum": lambda value, said: not isinstance(value, int) or value >= said,
    "maximum": lambda value, said: not isinstance(value, int) or value <= said,
    "minLength": lambda value, said: not isinstance(value, str) or len(value) >= said,
    "minItems": lambda value, said: not isinstance(value, list) or len(value) >= said,
    "maxItems": lambda value, said: not isinstance(value, list) or len(value) <= said,
    "uniqueItems": _is_unique,
    "required": lambda value, said: not isinstance(value, dict) or {*said} <= value.keys(),
    "dependentRequired": lambda value, said: (
        not isinstance(value, dict) or all({*needed} <= value.keys() for key, needed in said.items() if key in value)
    ),
    "oneOf": lambda value, said: sum(_fits(value, one) for one in said) == 1,
    "anyOf": lambda value, said: any(_fits(value, one) for one in said),
}


# --- words that are judged by what is in the value -----------------------------------------------------------------


def _by_reference(value: Any, said: str, schema: Schema, at: str) -> Iterator[str]:
    yield from _wrong(value, published()["$defs"][said.rpartition("/")[2]], at)


def _properties(value: Any, said: Schema, schema: Schema, at: str) -> Iterator[str]:
    for key, inner in said.items() if isinstance(value, dict) else ():
        if key in value:
            yield from _wrong(value[key], inner, f"{at}.{key}")


def _others(value: Any, said: Schema | bool, schema: Schema, at: str) -> Iterator[str]:
    for key in value.keys() - schema.get("properties", {}).keys() if isinstance(value, dict) else ():
        if isinstance(said, bool):
            yield f"{at}: the key {key!r} is not known"
        else:
            yield from _wrong(value[key], said, f"{at}.{key}")


def _names(value: Any, said: Schema, schema: Schema, at: str) -> Iterator[str]:
    for key in value if isinstance(value, dict) else ():
        yield from _wrong(key, said, at)


def _dependent(value: Any, said: Schema, schema: Schema, at: str) -> Iterator[str]:
    for key, inner in said.items() if isinstance(value, dict) else ():
        if key in value:
            yield from _wrong(value, inner, at)


def _first_items(value: Any, said: list[Schema], schema: Schema, at: str) -> Iterator[str]:
    for number, (item, inner) in enumerate(zip(value, said, strict=False)) if isinstance(value, list) else ():
        yield from _wrong(item, inner, f"{at}[{number}]")


def _items(value: Any, said: Schema | bool, schema: Schema, at: str) -> Iterator[str]:
    start = len(schema.get("prefixItems", ()))
    for number, item in enumerate(value[start:], start) if isinstance(value, list) else ():
        if isinstance(said, bool):
            yield f"{at}: holds more than {start} items"
        else:
            yield from _wrong(item, said, f"{at}[{number}]")


_INNER: dict[str, Callable[[Any, Any, Schema, str], Iterator[str]]] = {
    "$ref": _by_reference,
    "properties": _properties,
    "additionalProperties": _others,
    "propertyNames": _names,
    "dependentSchemas": _dependent,
    "prefixItems": _first_items,
    "items": _items,
}
