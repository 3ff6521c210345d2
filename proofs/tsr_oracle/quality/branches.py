"""Which branches of the model generated cases take: every condition, both ways, each case of a `match`, each handler.

The model is read a second time, in a process of its own, with a call around each condition that says how it came out.
That is a fraction of the time that a trace of its lines would take.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from pathlib import Path

from tsr_oracle.quality.branch_calls import PACKAGE, Branch, Finder, Recorder

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

EXEMPTIONS = Path(__file__).with_name("exemptions.toml")


@dataclass(frozen=True, slots=True)
class Branches:
    """All the branches there are, and those that none of so many cases took."""

    cases: int
    all: tuple[Branch, ...]
    missed: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Exemption:
    """Why generated cases don't take some branches. What is None is left open: any condition, both ways."""

    module: str
    function: str
    why: str
    condition: str | None = None
    way: str | None = None

    def covers(self, branch: Branch) -> bool:
        """Whether the branch is one of these."""
        same = (self.module, self.function) == (branch.module, branch.function)
        return same and self.condition in (None, branch.condition) and self.way in (None, branch.way)


def branches(cases: int, seed: int) -> Branches:
    """What the first cases of this seed take, measured in a process of its own."""
    command = [sys.executable, "-m", __spec__.name, str(cases), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said = json.loads(done.stdout)
    every, missed = (tuple(Branch(*one) for one in said[which]) for which in ("all", "missed"))
    return Branches(cases, every, missed)


def exemptions() -> tuple[Exemption, ...]:
    """Those that are written down. Raises TypeError for a table that is broken."""
    return tuple(Exemption(**entry) for entry in tomllib.loads(EXEMPTIONS.read_text("utf-8"))["branch"])


def reason(branch: Branch, exempt: Iterable[Exemption]) -> str | None:
    """Why no generated case takes this branch, where that is written down."""
    return next((one.why for one in exempt if one.covers(branch)), None)


def section(found: Branches) -> Iterator[str]:
    """The part of the page: how many branches are taken, and which are not, and why."""
    exempt = exemptions()
    why = {branch: reason(branch, exempt) for branch in found.missed}
    yield "## Branches of the model\n"
    yield (
        f"Of {len(found.all):,} branches of `model/tsr_model`, {found.cases:,} generated cases take "
        f"{len(found.all) - len(found.missed):,}. Of the {len(found.missed):,} others, "
        f"{sum(each is not None for each in why.values()):,} have a reason; the rest is too rare for so few cases:\n"
    )
    yield "| branch | why it is not taken |"
    yield "|---|---|"
    places = dict.fromkeys((branch.module, branch.function, why[branch]) for branch in found.missed)
    for module, function, each in places:
        missed = [one for one in found.missed if (one.module, one.function, why[one]) == (module, function, each)]
        yield f"| `{module}.{function}`: {len(missed)} | {each or '; '.join(map(_shown, missed))} |"
    yield ""


def _shown(branch: Branch) -> str:
    return f"`{branch.condition}` {branch.way}".replace("|", "\\|")


# --- in a process of its own -----------------------------------------------------------------------------------------


def _main(cases: int, seed: int) -> None:
    """Foretells the cases as a judge does, and says what was missed."""
    recorder = Recorder()
    sys.meta_path.insert(0, Finder(recorder))
    from tsr_model.choices import others
    from tsr_model.prediction import predict
    from tsr_oracle.generator.generate import generate

    givens = [generate(seed, index, other=True) for index in range(cases)]
    _forget()
    recorder.came_out.clear()  # what was foretold while they were made counts for nothing
    for given in givens:
        for choices in others(predict(given).open):
            predict(given, choices)
    every = {branch for ways in recorder.conditions for branch in ways}
    said = {"all": every, "missed": {*recorder.missed()}}
    print(json.dumps({which: sorted(map(astuple, found)) for which, found in said.items()}))


def _forget() -> None:
    """Has nothing of the model be known already: what is looked up takes no branches."""
    models = [module for name, module in sys.modules.items() if name.partition(".")[0] == PACKAGE]
    for known in (value for module in models for value in vars(module).values() if hasattr(value, "cache_clear")):
        known.cache_clear()


if __name__ == "__main__":
    _main(*map(int, sys.argv[1:]))
