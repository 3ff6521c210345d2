"""`landlockpy`, a library by others, beside `tsr_landlock`: processes that each of them has confined by the same rules.

Usage: two_readings.py RULE_SETS

Prints, as JSON, how many operations were tried within so many sets of rules that were drawn, how many were permitted,
and those to which the answers differ.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from both_answers import PERMITTED, confined, in_a_process_of_its_own, made, possible
from compared_trees import DIRECTORY, FILE, Check, Tree, draw
from fence_and_kernel import draw_checks
from landlockpy import AccessFS, AccessNet, Ruleset, Scope

import tsr_landlock

OF_A_TREE = 20  # sets of rules

_OF_A_FILE = AccessFS.WRITE_FILE | AccessFS.TRUNCATE
_OF_A_DIRECTORY = (
    _OF_A_FILE
    | AccessFS.REFER
    | AccessFS.REMOVE_DIR
    | AccessFS.REMOVE_FILE
    | AccessFS.MAKE_CHAR
    | AccessFS.MAKE_DIR
    | AccessFS.MAKE_REG
    | AccessFS.MAKE_SOCK
    | AccessFS.MAKE_FIFO
    | AccessFS.MAKE_BLOCK
    | AccessFS.MAKE_SYM
)
_DEVICES = [device for device in ("/dev/null", "/dev/zero", "/dev/full", "/dev/ptmx") if os.path.exists(device)]


def by_landlockpy(roots: Sequence[str], devices: Sequence[str]) -> None:
    """Confine this process as CONF-4 has it."""
    with Ruleset(handled_fs=_OF_A_DIRECTORY, handled_net=AccessNet.NONE, scoped=Scope.SIGNAL) as rules:
        for root in roots:
            rules.allow_path(root, _OF_A_DIRECTORY if os.path.isdir(root) else _OF_A_FILE)
        for device in devices:
            rules.allow_path(device, AccessFS.WRITE_FILE)
        rules.restrict()


def about_the_system() -> dict[str, str]:
    """How this process may open each device, and whether it may signal its parent."""
    ways = {"to write": os.O_WRONLY, "to be cut": os.O_RDWR | os.O_TRUNC, "to read": os.O_RDONLY}
    operations: dict[str, Callable[[], object]] = {
        f"{device} {way}": partial(_open, device, flags) for device in _DEVICES for way, flags in ways.items()
    }
    operations["signal"] = partial(os.kill, os.getppid(), 0)
    return {name: _said(operation) for name, operation in operations.items()}


def _open(path: str, flags: int) -> None:
    os.close(os.open(path, flags))


def _said(operation: Callable[[], object]) -> str:
    try:
        operation()
    except OSError as error:
        return error.strerror or ""
    return PERMITTED


def answers(number: int) -> Iterator[tuple[str, str, str]]:
    """For each operation within each of some sets of rules on one tree: what was tried, and both answers."""
    chance = Random(number)
    tree = draw(chance)
    with made(tree) as top:
        checks = possible(draw_checks(chance, tree, top), top)
        for _ in range(OF_A_TREE):
            roots, devices = draw_rules(chance, tree, top)
            theirs = within(partial(by_landlockpy, roots, devices), checks, top)
            ours = within(partial(tsr_landlock.restrict, roots, devices=devices), checks, top)
            yield from ((f"{name} within {roots} {devices}", said, ours[name]) for name, said in theirs.items())


def within(restrict: Callable[[], object], checks: Sequence[Check], top: str) -> dict[str, str]:
    """What the kernel says to processes that have restricted themselves so."""

    def system() -> dict[str, str]:
        restrict()
        return about_the_system()

    said: dict[str, str] = in_a_process_of_its_own(system)
    return said | dict(zip(map(str, checks), confined(checks, top, restrict), strict=True))


def draw_rules(chance: Random, tree: Tree, top: str) -> tuple[list[str], list[str]]:
    """Some roots, of directories and files anywhere in the tree or none at all, and some devices."""
    places = [f"{top}/{entry.path}" for entry in tree.entries if entry.kind in (DIRECTORY, FILE)]
    roots = chance.sample(places, min(len(places), chance.randint(0, 5)))
    return roots, chance.sample(_DEVICES, chance.randint(0, len(_DEVICES)))


def main(rule_sets: str) -> None:
    tried = [one for number in range(int(rule_sets) // OF_A_TREE) for one in answers(number)]
    different = [one for one in tried if one[1] != one[2]]
    granted = sum(one[1] == PERMITTED for one in tried)
    print(json.dumps({"tried": len(tried), "permitted": granted, "different": different}))


if __name__ == "__main__":
    main(sys.argv[1])
