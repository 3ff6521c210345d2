"""A task that `^` runs in a package has its `env_file`s read from the root, though it has a `dir`.

How it comes about: in a package the task does not run in its `dir`, so the field is dropped for such a unit, and
the files that are found from there go with it.
"""

from __future__ import annotations

from tsr_impl import guards
from tsr_impl.units import Ready, Unit
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a task with a dir and an env_file is run by ^"
ACCEPTED = frozenset(
    {("divergence", "GRAPH-7"), ("divergence", "ENV-12"), ("stricter", "GRAPH-7"), ("stricter", "ENV-12")}
)


def apply() -> None:
    """Read the files of such a unit without its `dir`."""
    ready = guards._Judge.ready

    def without_dir(self: guards._Judge, unit: Unit, environments: guards.Environments) -> Ready:
        task, directory = unit.task, unit.task.directory
        if unit.package and directory and task.env_files:
            task.directory = None
            try:
                environments = self.environments([task], again=True)
            finally:
                task.directory = directory
        return ready(self, unit, environments)

    patch(guards._Judge, "ready", without_dir)
