"""Which units a run has, and in which order: what depends on packages is settled here (EXIT-10)."""

from __future__ import annotations

from tsr_impl import graph
from tsr_impl.report import quoted, say, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.config import Config, Task
    from tsr_impl.fence import Fence
    from tsr_impl.handles import Directory
    from tsr_impl.packages import Package, Packages
    from tsr_impl.request import Request
    from tsr_impl.units import Unit


class Plan:
    """The unit `named` that waits for all others, and all `units` in the order of execution."""

    __slots__ = ("_asked", "_done", "_graph", "_packages", "named", "units")

    def __init__(self, config: Config, asked: Request, reached: list[Task], bounds: Fence) -> None:
        """Find the packages, if the run needs them, and what is to run in which. Raises `Stop`."""
        self._asked = asked
        self._packages: Packages | None = None
        self._done: frozenset[Package] = frozenset()
        named = config.tasks[asked.first]
        spread = [task for task in reached if task.packages is not None]
        if spread or asked.resume_from is not None or asked.since is not None:
            self._graph = self._over_packages(config, named, spread, bounds)
        else:
            self._graph = graph.Graph(config.tasks, named, {}, lambda package: [])
        self.named: Unit | None = self._graph.named
        self.units = self._graph.in_order()
        if asked.resume_from is not None and self._done:
            self._warn_about_what_was_to_come(asked.resume_from)

    def _over_packages(self, config: Config, named: Task, spread: list[Task], bounds: Fence) -> graph.Graph:
        from tsr_impl import members, packages

        for task in spread:
            members.judge_choice(task, bounds)
        there = self._packages = packages.listed(config, bounds)
        chosen = {task.name: there.chosen(task) for task in spread}
        if self._asked.resume_from is not None:
            from tsr_impl import package_order

            self._done = package_order.before(there, self._asked.resume_from)
        made = graph.Graph(config.tasks, named, chosen, there.dependencies, self._done)
        looking_upstream = made.packages_that_look_upstream()
        if looking_upstream:
            from tsr_impl import package_order

            package_order.refuse_circles(there, looking_upstream)
        return made

    def narrow(self, ref: str, root: Directory, environment: Mapping[bytes, bytes]) -> None:
        """Leave out what is not affected by what has changed since `ref`; all of it, maybe (GIT-3). Raises `Stop`."""
        from tsr_impl import package_order, since

        assert self._packages
        paths = since.changed(root, ref, environment)
        fan_outs = self._graph.fan_outs()
        changed = self._holders(paths, root) if fan_outs else None
        if changed is None:
            return
        self._graph.narrow(package_order.affected(self._packages, changed))
        if any(unit.package and unit.has_command for fan_out in fan_outs for unit in fan_out.waits_for):
            self.units = self._graph.in_order()
        else:
            self.named, self.units = None, []
            say(f"tsr: nothing is affected since {quoted(ref)}")

    def _holders(self, paths: list[str], root: Directory) -> list[Package] | None:
        """The packages that hold the paths; None, and a line that says why, if there is one that none of them holds."""
        from tsr_impl import package_order

        assert self._packages
        packages = []
        for path, package in package_order.holders(self._packages, paths, root.place.path()).items():
            if package is None:
                say(f"tsr: nothing is narrowed: {quoted(path)} has changed, and is in no package")
                return None
            packages.append(package)
        return packages

    def _warn_about_what_was_to_come(self, name: str) -> None:
        """Say it where a package counts as done that without `--resume-from` would come behind the one it names."""
        from tsr_impl.packages import some

        assert self._packages
        resumed = self._packages.called(name)[0]
        begun = set()
        late: dict[Package, None] = {}
        for unit in self.units:
            if unit.package is resumed:
                begun.add(unit.task)
            elif unit.package and unit.package in self._done and unit.task in begun and not unit.task.is_aggregate():
                late[unit.package] = None
        if late:
            count, them = ("counts", "it") if len(late) == 1 else ("count", "them")
            what = f"{some([*late])} {count} as done, though this run has {them} behind {quoted(resumed.path)}"
            warn(f"--resume-from: {what}", "PKG-12")
