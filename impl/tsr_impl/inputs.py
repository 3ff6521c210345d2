"""What a run is made from, and must not be overwritten by what it tells of itself (EVENT-2)."""

from __future__ import annotations

from tsr_impl import calls, config_paths
from tsr_impl.discovery import CONFIG_NAME
from tsr_impl.places import identity_of
from tsr_impl.report import Stop, is_missing, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.guards import Admission


def spare(path: str, admitted: Admission) -> None:
    """Raises `Stop` if the file for the events is the config, or a file of variables, of the run."""
    file = _identity(None, path)
    names = {CONFIG_NAME, config_paths.ROOT_FILE}
    for unit in admitted.units:
        names.update(config_paths.from_directory(unit.task.directory, name) for name in unit.task.env_files)
    for name in sorted(names) if file else []:
        if _identity(admitted.fence.root.descriptor, name) == file:
            message = f"--reporter-file: {quoted(path)} is {quoted(name)}, which this run is made from"
            raise Stop(f"{message} — name another file", "EVENT-2")


def _identity(directory: int | None, path: str) -> tuple[int, int] | None:
    """Which file has that path; None if there is none. Raises `Stop`."""
    try:
        return identity_of(calls.status_at(directory, path, follow=True))
    except OSError as error:
        if is_missing(error):
            return None
        message = f"--reporter-file: {quoted(path)} cannot be looked at: {error.strerror}"
        raise Stop(f"{message} — correct its permissions, or name another file", "EVENT-2") from error
