"""The layers of an environment: read, judged and merged (ENV-1, ENV-10, PATH)."""

from __future__ import annotations

from tsr_impl import config_paths, guarded_names, interrupts, search_path, variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.config import Config, Task
    from tsr_impl.envfiles import Reader
    from tsr_impl.request import Request
    from tsr_impl.variables import Assignment, Merger, Source


class Layers:
    """What sets variables in a run: `shared` by all tasks, and each task's `own`, lowest first."""

    __slots__ = ("_allow_all", "_own", "_shared", "_strict")

    def __init__(self, config: Config, tasks: list[Task], asked: Request, reader: Reader) -> None:
        """Read all files, first of all the one that is shared. Raises `ConfigFault`."""
        self._allow_all = asked.allow_unsafe_env
        self._strict = asked.strict
        root_file = variables.of_root_file()
        reader.read(root_file, config_paths.ROOT_FILE, directory_is_none=True)
        self._shared = [root_file, variables.of_config(config.env)]
        self._own = {task.name: _own(task, reader) for task in tasks}

    def environments(self, inherited: Mapping[bytes, bytes]) -> dict[str, Mapping[bytes, bytes]]:
        """The environment of each task, by its name. Raises `ConfigFault` for an unsafe assignment."""
        shared = variables.Merger(inherited)
        self._merge(shared, self._shared)
        environments: dict[str, Mapping[bytes, bytes]] = {}
        for task, sources in self._own.items():
            merger = shared.copy()
            self._merge(merger, sources)
            environments[task] = merger.environment
        return environments

    def _merge(self, merger: Merger, sources: list[Source]) -> None:
        """Every assignment is judged, also one that another overrides (ENV-1), unless that was lifted (TIER-3)."""
        for source in sources:
            for assignment in source.assignments:
                interrupts.check()
                if not self._allow_all:
                    self._judge(source, assignment, merger)
                merger.set(source, assignment)

    def _judge(self, source: Source, assignment: Assignment, merger: Merger) -> None:
        guarded_names.judge(source, assignment, self._strict)
        if assignment.name == "PATH":
            search_path.judge(source, assignment, merger, self._strict)


def _own(task: Task, reader: Reader) -> list[Source]:
    sources = []
    for path in task.env_files:
        source = variables.of_file(path, task.name)
        reader.read(source, config_paths.from_directory(task.directory, path))
        sources.append(source)
    return [*sources, variables.of_task(task.name, task.env)]
