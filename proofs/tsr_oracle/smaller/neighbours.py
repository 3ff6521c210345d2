"""All the smaller neighbours of a case that are worth a try."""

from __future__ import annotations

from collections.abc import Iterator

from tsr_model.prediction import predict
from tsr_oracle.smaller import places, surroundings, texts, trees
from tsr_oracle.smaller.declared import still_declared
from tsr_oracle.smaller.manifests import shorter_manifests
from tsr_oracle.smaller.safety import stays
from tsr_spec.case import CaseError, Given, given_to_json
from tsr_spec.read_json import given_from_json

_WAYS = (
    *(trees.without_entries, surroundings.fewer, texts.shorter_texts, shorter_manifests, trees.with_less_above),
    *(trees.plainer_entries, trees.shorter_links, surroundings.shorter, places.shallower, places.shorter_names),
)
"""What takes most away stands first."""


def neighbours(given: Given) -> Iterator[Given]:
    """The case with one thing less, or one that is plainer."""
    for way in _WAYS:
        yield from (smaller for smaller in way(given) if smaller != given)


def is_worth_a_try(smaller: Given, given: Given) -> bool:
    """Whether a neighbour can be played, stays within its world, and declares what its manifests say."""
    return _is_case(smaller) and stays(smaller, given) and still_declared(smaller, given)


def _is_case(given: Given) -> bool:
    """Whether it can be written down, and foretold."""
    try:
        predict(given_from_json(given_to_json(given)))
    except CaseError:
        return False
    return True
