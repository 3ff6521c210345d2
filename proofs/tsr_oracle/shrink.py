"""Makes a failing case smaller for as long as it fails in the same way: the same class, by the same clause."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from tsr_oracle.smaller.neighbours import is_worth_a_try, neighbours
from tsr_spec.case import Given

MOST_RUNS = 600


def shrink(given: Given, fails: Callable[[Given], bool], most: int = MOST_RUNS) -> Given:
    """The smallest case found in `most` tries at the most. `fails` says whether a case still fails the same way.

    Where the tries were enough, none of the result's own neighbours fails. No case is tried twice.
    """
    seen, runs, position, fruitless = {given}, 0, 0, False
    while True:
        for candidate in islice(neighbours(given), position, None):
            if candidate in seen:
                position += 1
                continue
            seen.add(candidate)
            if is_worth_a_try(candidate, given):
                if runs == most:
                    return given
                runs += 1
                if fails(candidate):
                    given, fruitless = candidate, False  # and at this position there is another one now
                    break
            position += 1
        else:
            if fruitless:
                return given
            position, fruitless = 0, True
