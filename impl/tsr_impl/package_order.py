"""The order of packages by what they depend on (PKG-12, PKG-13), and what a change affects (GIT-3)."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from tsr_impl.packages import Package
from tsr_impl.report import ConfigFault, Stop, printable, quoted, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tsr_impl.packages import Packages


def refuse_circles(packages: Packages, starts: Iterable[Package]) -> None:
    """Raises `ConfigFault` if one of the packages, or one upstream, depends on itself (PKG-13)."""
    done: set[Package] = set()
    for start in starts:
        path: dict[Package, Iterator[Package]] = {start: iter(packages.dependencies(start))}
        while path and start not in done:
            package = next(reversed(path))
            following = next(path[package], None)
            if following is None:
                del path[package]
                done.add(package)
            elif following in path:
                raise _circle([*path], following)
            elif following not in done:
                path[following] = iter(packages.dependencies(following))


def before(packages: Packages, name: str) -> frozenset[Package]:
    """What `--resume-from` a package of that path or name counts as done (PKG-12). Raises `Stop`."""
    called = packages.called(name)
    if not called:
        raise Stop(f"--resume-from names {quoted(name)}, and {packages.no_such(name)}", "PKG-12")
    if len(called) > 1:
        meant = f"the one at {quoted(called[0].path)} is taken"
        warn(f"--resume-from: {quoted(name)} is the name of {len(called)} packages; {meant} — name its path", "PKG-12")
    order = _topological(packages)
    return frozenset(order[: order.index(called[0])])


def holders(packages: Packages, paths: list[str], root: str) -> dict[str, Package | None]:
    """The deepest package that holds each of the paths, or is it; None where there is none (GIT-3).

    The paths are relative to `root`, the place of the workspace root.
    """
    by_place = {package.place: package for package in packages.all}
    return {
        path: None if path.startswith("../") else _holder(by_place, f"{root.rstrip('/')}/{path}".rstrip("/"))
        for path in paths
    }


def affected(packages: Packages, changed: Iterable[Package]) -> frozenset[Package]:
    """Packages that have changed, and all that depend on them (GIT-3)."""
    found = {*changed}
    dependents = _dependents(packages)
    pending = [*found]
    while pending:
        new = [one for one in dependents[pending.pop()] if one not in found]
        found.update(new)
        pending += new
    return frozenset(found)


def _topological(packages: Packages) -> list[Package]:
    """Again and again the first by path of those whose dependencies are all placed. Raises `ConfigFault`."""
    refuse_circles(packages, sorted(packages.all, key=Package.sort_key))
    dependents = _dependents(packages)
    unplaced = {package: len(packages.dependencies(package)) for package in packages.all}
    by_path = {package.sort_key(): package for package in packages.all}
    free = [package.sort_key() for package, count in unplaced.items() if not count]
    heapify(free)
    order = []
    while free:
        package = by_path[heappop(free)]
        order.append(package)
        for dependent in dependents[package]:
            unplaced[dependent] -= 1
            if not unplaced[dependent]:
                heappush(free, dependent.sort_key())
    return order


def _dependents(packages: Packages) -> dict[Package, list[Package]]:
    """Which packages depend directly on each."""
    dependents: dict[Package, list[Package]] = {package: [] for package in packages.all}
    for package in packages.all:
        for dependency in packages.dependencies(package):
            dependents[dependency].append(package)
    return dependents


def _holder(by_place: dict[str, Package], place: str) -> Package | None:
    """The deepest package that holds the place, or is it."""
    while place and place not in by_place:
        place = place.rpartition("/")[0]
    return by_place.get(place or "/")


def _circle(path: list[Package], again: Package) -> ConfigFault:
    packages = [*path[path.index(again) :], again]
    circle = " → ".join(printable(package.path) for package in packages)
    message = f"the packages depend on each other in a circle: {circle}"
    way_out = "    take one of them out of the manifest of the package in front of it"
    return ConfigFault(message, "PKG-13", (way_out,))
