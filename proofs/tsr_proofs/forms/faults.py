"""Wrong forms of a task, and wrong places for its programs."""

from __future__ import annotations

from dataclasses import replace

from tsr_model import forms, workload
from tsr_model.config import Task
from tsr_model.filesystem import FileSystem, Number
from tsr_model.graph import Unit
from tsr_model.names import Place
from tsr_model.packages import Ecosystem, Workspace
from tsr_model.refusal import Refusal
from tsr_model.workload import Work
from tsr_proofs.seeding import Fault, Swap

# The right versions, kept before any is swapped.
_work = workload._work
_ecosystem = workload._ecosystem
_detected = forms.detected
_with_installed = forms.with_installed
_up_to = forms._up_to
_installed_in = forms._installed_in


def _run_first(space: Workspace, task: Task, unit: Unit) -> Work | Refusal | None:
    return _work(space, task if task.run is None else replace(task, delegate=None), unit)


def _marker_first(space: Workspace, task: Task, unit: Unit) -> Work | Refusal | None:
    bare = _work(space, replace(task, run=None, delegate=None), unit)
    return bare if isinstance(bare, Work) else _work(space, task, unit)


def _delegate_alone(space: Workspace, task: Task, unit: Unit) -> Work | Refusal | None:
    """A task with deps and without `run` is an aggregate, whatever it delegates to."""
    return None if task.run is None and task.deps else _work(space, task, unit)


def _never_aggregate(space: Workspace, task: Task, unit: Unit) -> Work | Refusal | None:
    return _work(space, replace(task, deps=()), unit)


def _fan_outs_too(space: Workspace, task: Task, unit: Unit) -> Work | Refusal | None:
    """A task with packages and deps is an aggregate."""
    alone = task.run is None and task.delegate is None and task.deps
    return None if alone else _work(space, task, unit)


def _marker_above(space: Workspace, directory: str) -> Ecosystem | Refusal:
    """A directory without a marker is what the root is."""
    found = _ecosystem(space, directory)
    return _ecosystem(space, ".") if isinstance(found, Refusal) else found


def _whole_name(ecosystem: Ecosystem, task: Task) -> tuple[str, ...]:
    return (*_detected(ecosystem, task)[:-1], task.name)


def _never_bun(ecosystem: Ecosystem, task: Task) -> tuple[str, ...]:
    return _detected("npm" if ecosystem == "bun" else ecosystem, task)


# --- what is installed -----------------------------------------------------------------------------------------------


def _farthest_first(place: Place, root: Place) -> list[Place]:
    return _up_to(place, root)[::-1]


def _own_only(place: Place, root: Place) -> list[Place]:
    return [place]


def _up_to_the_top(place: Place, root: Place) -> list[Place]:
    return _up_to(place, ())


def _beneath_only(place: Place, root: Place) -> list[Place]:
    """What isn't beneath the root has none of its own."""
    return _up_to(place, root) if place[: len(root)] == root else []


def _whatever_it_is(files: FileSystem, above: Place) -> str | None:
    return "/" + "/".join((*above, "node_modules", ".bin"))


def _colons_too(files: FileSystem, above: Place) -> str | None:
    plain = tuple(name.replace(":", "") for name in above)
    return _whatever_it_is(files, above) if plain != above else _installed_in(files, above)


def _behind(files: FileSystem, directory: Number, root: Place, environment: dict[str, str]) -> dict[str, str]:
    found = _with_installed(files, directory, root, {**environment, "PATH": ""})["PATH"].rstrip(":")
    return {**environment, "PATH": f"{environment['PATH']}:{found}"} if found and "PATH" in environment else environment


def _instead(files: FileSystem, directory: Number, root: Place, environment: dict[str, str]) -> dict[str, str]:
    found = _with_installed(files, directory, root, {**environment, "PATH": ""})["PATH"].rstrip(":")
    return {**environment, "PATH": found} if found else environment


def _alone_if_unset(files: FileSystem, directory: Number, root: Place, environment: dict[str, str]) -> dict[str, str]:
    found = _with_installed(files, directory, root, environment)
    there = "PATH" in environment or "PATH" not in found
    return found if there else {**found, "PATH": found["PATH"].removesuffix(":/usr/bin:/bin")}


def _fault(name: str, says: str, attribute: str, replacement: object, module: str = "forms") -> Fault:
    return Fault(name, says, (Swap(f"tsr_model.{module}", attribute, replacement),))


RUN_FIRST = _fault("run-first", "`run` goes before `delegate`", "_work", _run_first, "workload")
MARKER_FIRST = _fault("marker-first", "the marker goes before both", "_work", _marker_first, "workload")
DELEGATE_ALONE = _fault(
    "delegate-alone", "deps make an aggregate of a task that delegates", "_work", _delegate_alone, "workload"
)
NEVER_AGGREGATE = _fault(
    "never-aggregate", "a task that is its deps is detected", "_work", _never_aggregate, "workload"
)
FAN_OUTS_TOO = _fault("fan-outs-too", "a fan-out with deps is an aggregate", "_work", _fan_outs_too, "workload")
MARKER_ABOVE = _fault("marker-above", "the root's marker counts for all", "_ecosystem", _marker_above, "workload")
WHOLE_NAME = _fault("whole-name", "a tool gets the name with the package", "detected", _whole_name, "workload")
NEVER_BUN = _fault("never-bun", "npm is never bun", "detected", _never_bun, "workload")
FARTHEST_FIRST = _fault("farthest-first", "what is installed in the root goes first", "_up_to", _farthest_first)
OWN_ONLY = _fault("own-only", "only the unit's own directory counts", "_up_to", _own_only)
TO_THE_TOP = _fault("to-the-top", "what is installed above the root counts", "_up_to", _up_to_the_top)
BENEATH_ONLY = _fault("beneath-only", "beside the root nothing counts", "_up_to", _beneath_only)
WHATEVER_IT_IS = _fault("whatever-it-is", "what is no directory counts", "_installed_in", _whatever_it_is)
COLONS_TOO = _fault("colons-too", "a place with a colon counts", "_installed_in", _colons_too)
BEHIND = _fault("behind", "what is installed stands behind `PATH`", "with_installed", _behind)
INSTEAD = _fault("instead", "what is installed stands in place of `PATH`", "with_installed", _instead)
ALONE_IF_UNSET = _fault(
    "alone-if-unset", "nothing stands behind it if `PATH` is unset", "with_installed", _alone_if_unset
)
