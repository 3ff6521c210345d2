"""Which marker says what a directory is, for every choice of what it may hold (PKG-2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tsr_model import packages
from tsr_model.choices import OURS
from tsr_model.fence import Bounds
from tsr_model.filesystem import Directory, File, FileSystem, Link, Node, Number, Special
from tsr_model.packages import Ecosystem, Marker, Workspace
from tsr_model.refusal import Notes, Refusal

KINDS: dict[str, Node] = {
    "file": File(""),
    "directory": Directory({}, 1),
    "link": Link("../there"),
    "dangling link": Link("nothing"),
    "link outside": Link("/out"),
    "FIFO": Special("fifo"),
}
ECOSYSTEMS: tuple[tuple[str, Ecosystem], ...] = (
    ("package.json", "npm"),
    ("Cargo.toml", "cargo"),
    ("go.mod", "go"),
    ("pyproject.toml", "python"),
)
LOCKS = ("bun.lock", "bun.lockb")
OF_ROOT = ("file", "link outside")
"""Of which kinds a lock file in the workspace root is."""


@dataclass(slots=True)
class Holding:
    """What a directory holds, by name; and the lock file of bun that the workspace root has, if any, with its kind."""

    held: dict[str, str]
    of_root: tuple[str, str] | None

    def found(self) -> Marker | Refusal | None:
        """The marker that the model finds in the directory `/w/d`; the workspace is `/w`, and `/out` outside."""
        entries = {name: at for at, name in enumerate(self.held, 6)}
        lock, kind = self.of_root or ("", "file")
        nodes: dict[Number, Node] = {
            0: Directory({"w": 1, "out": 2}, 0),
            1: Directory({"d": 4, "there": 3} | ({lock: 5} if lock else {}), 0),
            2: File(""),
            3: File(""),
            4: Directory(entries, 1),
            5: KINDS[kind],
            **{entries[name]: KINDS[kind] for name, kind in self.held.items()},
        }
        bounds = Bounds(("w",))
        return packages.marker_in(Workspace(FileSystem(nodes), 1, bounds, {}, Notes(OURS)), 4)

    def __str__(self) -> str:
        there = ", ".join(f"{name} ({kind})" for name, kind in self.held.items())
        of_root = f"{self.of_root[0]} ({self.of_root[1]})" if self.of_root else "no lock file"
        return f"in the directory: {there or 'nothing'}; in the root: {of_root}"


def holding(kinds: tuple[str, ...]) -> Iterator[Holding]:
    """Every choice of markers, each of one of the kinds, with a lock file of bun here, there, or nowhere."""
    names = [name for name, _ in ECOSYSTEMS]
    locks = (None, *product(LOCKS, kinds))
    of_roots = (None, *product(LOCKS, [kind for kind in kinds if kind in OF_ROOT]))
    for chosen in product((None, *kinds), repeat=len(names)):
        held = {name: kind for name, kind in zip(names, chosen, strict=True) if kind is not None}
        for lock, of_root in product(locks, of_roots):
            yield Holding(held | dict([lock] if lock else []), of_root)


def first_marker_counts(case: Holding) -> str | None:
    """PKG-2, FENCE-1: the first marker that is a regular file, or a link to one, says what a directory is; npm is bun
    if a lock file of bun is there, or else in the root; refused if what says so is a link that leads outside."""
    found, expected = case.found(), _expected_ecosystem(case)
    said = "refused" if isinstance(found, Refusal) else found and found.ecosystem
    return None if said == expected else f"the model: {said}, the second reading: {expected}"


def _expected_ecosystem(case: Holding) -> str | None:
    files = [name for name, kind in case.held.items() if kind in ("file", "link", "link outside")]
    first = next((one for one in ECOSYSTEMS if one[0] in files), None)
    if first is None:
        return None
    own = [case.held[name] for name in LOCKS if name in files]
    locks = own + ([] if case.of_root is None else [case.of_root[1]])
    says = [case.held[first[0]], *(locks[:1] if first[1] == "npm" else [])]
    if "link outside" in says:
        return "refused"
    return "bun" if len(says) > 1 else first[1]


def one_marker_each(case: Holding) -> str | None:
    """Witness: what has several markers is no package."""
    count = len(case.held.keys() & dict(ECOSYSTEMS).keys())
    return f"{count} markers" if count > 1 and isinstance(case.found(), Marker) else None
