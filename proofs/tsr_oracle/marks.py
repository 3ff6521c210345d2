"""Values of variables that can be told anywhere, and whether the runner itself has printed one (OUT-1, PLAN-2)."""

from __future__ import annotations

from collections.abc import Iterator

from tsr_model.discovery import CONFIG
from tsr_model.dotenv import Dotenv, Line, parse_dotenv
from tsr_model.filesystem import ROOT, at_place
from tsr_model.kernel import stat
from tsr_model.names import path
from tsr_model.packages import MARKERS
from tsr_model.prediction import Prediction
from tsr_model.world import place_in_world, world
from tsr_oracle.environments import options_of
from tsr_oracle.observe import Observation
from tsr_spec.case import WORLD, File, Given, HardLink, Link, process_environment

SHORTEST = 6
"""Letters. A shorter value may stand in a line by accident."""

_OWN = ("✗ ", "! ")


def leaked(given: Given, foretold: Prediction, seen: Observation, *, ours: bool) -> tuple[str, str] | None:
    """The clause and the words, where the runner's own output holds the value of a variable.

    Of an implementation that is not `ours` it is told what is its own only where nothing else can have printed it: all
    that a dry run or `--list` prints, and what is said before the first command.
    """
    for name, value in telling_values(given, foretold):
        if tells(given) and value in seen.stdout:
            return "OUT-1" if "--list" in given.argv else "PLAN-2", f"the value of {name} was printed"
        if value in _own_lines(seen.stderr, whole=foretold.stage == "load", ours=ours):
            return "OUT-1", f"the value of {name} was printed in a message"
    return None


def tells(given: Given) -> bool:
    """Whether the runner is asked to say something and to run nothing."""
    return given.argv[:1] == ("--list",) or "--dry-run" in options_of(given)


def _own_lines(stderr: str, *, whole: bool, ours: bool) -> str:
    if whole:
        return stderr
    return "\n".join(line for line in stderr.splitlines() if line.startswith(_OWN)) if ours else ""


def telling_values(given: Given, foretold: Prediction) -> Iterator[tuple[str, str]]:
    """The variables with a value that nothing else has: no config, no path, not what is typed, not the plan itself."""
    known = "\0".join((*_known(given), foretold.stdout if foretold.stage == "load" and foretold.stdout else ""))
    for name, value in dict.fromkeys(_values(given, foretold)):
        if len(value) >= SHORTEST and value not in known:
            yield name, value


def _values(given: Given, foretold: Prediction) -> Iterator[tuple[str, str]]:
    yield from process_environment(given).items()
    for environment in foretold.environments:
        yield from environment.items()
    shown = _may_be_shown(given)
    for entry in given.tree:
        if isinstance(entry, File) and entry.path not in shown:
            yield from ((line.name, line.value) for line in assignments(entry))


def assignments(entry: File) -> tuple[Line, ...]:
    """What a file sets, read as a file of variables; nothing where it can't be read as one."""
    read = parse_dotenv(entry.data)
    return read.lines if isinstance(read, Dotenv) else ()


def _may_be_shown(given: Given) -> frozenset[str]:
    """The paths of files that are a config or a manifest, be it by a link: a message may show any part of their text,
    and they set no variables."""
    files = world(given).files
    named = [entry.path for entry in given.tree if entry.path.rpartition("/")[2] in (CONFIG, *MARKERS)]
    numbers = {stat(files, ROOT, path(f"{WORLD}/{one}")) for one in named}
    return frozenset(
        entry.path
        for entry in given.tree
        if isinstance(entry, File) and at_place(files, place_in_world(entry.path)) in numbers
    )


def _known(given: Given) -> Iterator[str]:
    yield from given.argv
    shown = _may_be_shown(given)
    for entry in given.tree:
        yield f"{WORLD}/{entry.path}"
        match entry:
            case File(data=text) if entry.path in shown:
                yield text
            case Link(target=text) | HardLink(to=text):
                yield text
    for place in (given.cwd, given.home):
        yield f"{WORLD}/{place}"
