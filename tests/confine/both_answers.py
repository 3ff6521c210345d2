"""One tree: what the kernel does to a confined process there, and what the fence says of the same places (CONF-G3)."""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from compared_operations import CONTENT, ENTRY, OPERATIONS, CannotTell, place
from compared_trees import Check, Tree, is_within, spelled

import tsr_landlock
from tsr_impl import calls
from tsr_impl.fence import Fence, Refused, physical_directory

PERMITTED, DENIED, IMPOSSIBLE = "permitted", "denied", "impossible"
NOT_UNDONE = "permitted, but not to take it back"
BENEATH, OUTSIDE, ACROSS, ROOT = "beneath a root", "outside", "across", "a root itself"

HOLDS_ROOT = "the fence denies to move or remove what holds the workspace root (FENCE-11), also beneath another root"
OTHER_NAME = "the kernel permits to write to a root that is a file by another name of that file (a hard link), outside"

_DENIALS = (errno.EACCES, errno.EXDEV)  # what Landlock says; anything else comes from elsewhere


@dataclass(frozen=True, slots=True)
class Compared:
    """A check that can be done: on which side its places are, and both answers. `known`: why they may differ."""

    check: Check
    side: str
    places: tuple[str, ...]
    kernel: str
    fence: str
    known: str = ""

    def differs(self) -> bool:
        """Whether one of them is not what the side says; a root itself is on neither."""
        wanted = PERMITTED if self.side == BENEATH else DENIED
        return self.side != ROOT and not self.known and (self.kernel, self.fence) != (wanted, wanted)


@contextmanager
def made(tree: Tree) -> Iterator[str]:
    """The tree, while this process is in its first root; the physical path of its top.

    Raises OSError where an entry can't be made, or a root is missing.
    """
    top = os.path.realpath(tempfile.mkdtemp())
    before = os.open(".", os.O_RDONLY)
    try:
        tree.make(top)
        for root in reversed(tree.physical_roots(top)):
            os.stat(root)
        os.chdir(root)
        yield top
    finally:
        os.fchdir(before)
        os.close(before)
        shutil.rmtree(top)


def compare(tree: Tree, checks: Sequence[Check], top: str) -> list[Compared]:
    """Both answers to each check that can be done by who is not confined."""
    asked = possible(checks, top)
    answers = confined(asked, top, lambda: tsr_landlock.restrict(tree.physical_roots(top)))
    return _beside_the_fence(tree, top, asked[: len(answers)], answers)


def possible(checks: Sequence[Check], top: str) -> list[Check]:
    """Those that who is not confined can do."""
    return [check for check in checks if attempt(check, top) == PERMITTED]


def confined(checks: Sequence[Check], top: str, restrict: Callable[[], object]) -> list[str]:
    """What the kernel says to each, in a process that has restricted itself; up to one that can't be taken back."""

    def tried() -> list[str]:
        restrict()
        answers: list[str] = []
        while len(answers) < len(checks) and NOT_UNDONE not in answers:  # from there on the tree is another one
            answers.append(attempt(checks[len(answers)], top))
        return answers

    answers: list[str] = in_a_process_of_its_own(tried)
    return answers


def attempt(check: Check, top: str) -> str:
    """Do it, take it back, and say what came of it."""
    try:
        undo = OPERATIONS[check.operation].do(*(spelled(operand, top) for operand in check.operands))
    except CannotTell:
        return IMPOSSIBLE
    except OSError as error:
        return DENIED if error.errno in _DENIALS else errno.errorcode[error.errno or 0]
    try:
        undo()
    except OSError:
        return NOT_UNDONE
    return PERMITTED


def in_a_process_of_its_own(answer: Callable[[], Any]) -> Any:
    """What a function says in a process that is gone then, with all its boundaries."""
    end, told = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(end)
            with open(told, "w", encoding="utf-8") as pipe:
                json.dump(answer(), pipe)
        except BaseException as error:
            os.write(2, f"{error!r}\n".encode())
            os._exit(1)
        os._exit(0)
    os.close(told)
    with open(end, encoding="utf-8") as pipe:
        said = pipe.read()
    if os.waitpid(child, 0)[1]:
        raise RuntimeError("the confined process failed")
    return json.loads(said)


def _beside_the_fence(tree: Tree, top: str, checks: Sequence[Check], kernel: Sequence[str]) -> list[Compared]:
    project, *admitted = roots = tree.physical_roots(top)
    compared = []
    with physical_directory(calls.open_directory(project), project) as root:
        fence = Fence(root, admitted)
        for check, answer in zip(checks, kernel, strict=True):
            roles = OPERATIONS[check.operation].roles
            names = [spelled(operand, top) for operand in check.operands]
            places = tuple(map(place, names, roles))
            said = DENIED if any(map(_refused, [fence] * len(names), names, roles)) else PERMITTED
            known = ""
            if answer == PERMITTED and _holds_project(places, roles, project):
                known, said = HOLDS_ROOT, DENIED
            elif answer == PERMITTED != said and _is_other_name(places, roles, roots):
                known = OTHER_NAME
            compared.append(Compared(check, _side(places, roots), places, answer, said, known))
    return compared


def _refused(fence: Fence, name: str, role: str) -> bool:
    """Whether the fence has the place outside its bounds. Any other fault is raised: there is none."""
    judge = fence.entry if role == ENTRY else fence.content
    try:
        judge(fence.root, name).close()
    except Refused:
        return True
    return False


def _side(places: Sequence[str], roots: Sequence[str]) -> str:
    sides = {_side_of(one, roots) for one in places}
    return ROOT if ROOT in sides else sides.pop() if len(sides) == 1 else ACROSS


def _side_of(one: str, roots: Sequence[str]) -> str:
    if any(one != root and is_within(one, root) for root in roots):
        return BENEATH
    return ROOT if one in roots else OUTSIDE


def _holds_project(places: Sequence[str], roles: Sequence[str], project: str) -> bool:
    """Whether an entry is to go that is the first root, or is above it; nothing else can be done to such an entry."""
    return any(role == ENTRY and is_within(project, one) for one, role in zip(places, roles, strict=True))


def _is_other_name(places: Sequence[str], roles: Sequence[str], roots: Sequence[str]) -> bool:
    """Whether what is in a file is concerned, and a root is the same file."""
    return roles == (CONTENT,) and any(
        os.path.exists(places[0]) and os.path.samefile(places[0], root) for root in roots
    )
