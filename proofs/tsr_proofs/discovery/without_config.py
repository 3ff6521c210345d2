"""Runs in three nested directories, each with a config or a marker or none: a config within the bound decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, TypeAlias

from tsr_model.prediction import Prediction, predict
from tsr_spec.case import Directory, Entry, File, Given

PLACES = ("ws", "ws/p", "ws/p/q")
Config: TypeAlias = Literal["file", "directory"]
CONFIGS: tuple[Config | None, ...] = (None, "file", "directory")
BY_CONFIG = "· t\n    dir: .\n    cmd: pwd\n"
BY_MARKER = "· t\n    dir: .\n    cmd: go t\n"


@dataclass(slots=True)
class Nested:
    """What each of the directories has, the outermost first; the run starts in the innermost. `git`: where it is."""

    configs: tuple[Config | None, ...]
    markers: tuple[bool, ...]
    git: int | None
    _predicted: Prediction | None = field(default=None, init=False, repr=False)

    @property
    def predicted(self) -> Prediction:
        """What the model says of a dry run of `t`; asked for once, and past the model's own memory."""
        if self._predicted is None:
            self._predicted = predict.__wrapped__(self._given())
        return self._predicted

    def _given(self) -> Given:
        tree: list[Entry] = []
        for at, (place, config, marker) in enumerate(zip(PLACES, self.configs, self.markers, strict=True)):
            tree += [File(f"{place}/tasks.toml", '[tasks.t]\nrun = "pwd"\n')] if config == "file" else []
            tree += [Directory(f"{place}/tasks.toml")] if config == "directory" else []
            tree += [File(f"{place}/go.mod", "")] if marker else []
            tree += [Directory(f"{place}/.git")] if at == self.git else []
        return Given(("t", "--dry-run"), (*tree, Directory(PLACES[-1])), PLACES[-1])

    def __str__(self) -> str:
        told = []
        for at, place in enumerate(PLACES):
            held = [f"tasks.toml ({self.configs[at]})"] * bool(self.configs[at]) + ["go.mod"] * self.markers[at]
            told.append(f"{place}: {', '.join(held + ['.git'] * (self.git == at)) or 'nothing'}")
        return "\n".join([*told, f"in {PLACES[-1]}"])


def nested() -> Iterator[Nested]:
    """Every choice of configs and markers, with `.git` in one of the directories or in none."""
    for configs, markers in product(product(CONFIGS, repeat=3), product((False, True), repeat=3)):
        yield from (Nested(configs, markers, git) for git in (None, 0, 1, 2))


def a_config_decides(case: Nested) -> str | None:
    """DISC-3, CLI-12, DISC-4: the nearest `tasks.toml` within the bound decides, what it may be and however near a
    marker is; only where there is none the nearest marker within it does, and without both nothing runs."""
    found, expected = case.predicted, _expected(case)
    said = found.refusal[0] if found.refusal else found.stdout
    return None if said == expected else f"the model: {said}, the second reading: {expected}"


def _expected(case: Nested) -> str:
    within = range(case.git or 0, len(PLACES))
    config = next((case.configs[at] for at in reversed(within) if case.configs[at]), None)
    if config is not None:
        return BY_CONFIG if config == "file" else "DISC-4"
    return BY_MARKER if any(case.markers[at] for at in within) else "CLI-12"


def a_marker_is_enough(case: Nested) -> str | None:
    """Witness: where a directory has a marker, its tools run the task."""
    return None if not case.markers[-1] or case.predicted.stdout == BY_MARKER else f"{case.predicted.refusal}"
