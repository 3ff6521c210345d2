"""Which config governs, on every chain of a few directories, with whatever bounds the walk in each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

from tsr_model.discovery import Discovered, NotDiscovered, discover, discover_project
from tsr_model.filesystem import Directory, File, FileSystem, Link, Node, Number, Special

Config: TypeAlias = Literal["file", "link", "dangling", "fifo", "directory"]
Git: TypeAlias = Literal["directory", "file", "dangling"]
NAMES = ("a", "b", "c", "d")
AWAY = "/away"
"""A home that is on no way up."""


@dataclass(frozen=True, slots=True)
class Level:
    """What a directory of the chain holds, and whether a file system of its own is mounted on it."""

    config: Config | None = None
    git: Git | None = None
    mounted: bool = False


@dataclass(slots=True)
class Chain:
    """A chain of directories from the root down; the walk starts in one of them. `homes` as texts."""

    levels: tuple[Level, ...]
    start: int
    homes: tuple[str, str]

    def files(self, config: str = "tasks.toml") -> tuple[FileSystem, tuple[Number, ...]]:
        """The model's file system, and the numbers of the chain's directories. A chain's number is its place in it.

        `config`: what its configs are called.
        """
        count = len(self.levels)
        numbers = tuple(range(count))
        nodes: dict[Number, Node] = {count: File("")}
        device = 0
        for at, level in enumerate(self.levels):
            device += level.mounted
            held = {NAMES[at]: at + 1} if at + 1 < count else {}
            for name, node in _held(level, config):
                held[name] = len(nodes) + count
                nodes[held[name]] = node
            if at == 0:
                held |= {"t": count, "home": len(nodes) + count}
                nodes[held["home"]] = Link(place(1) if count > 1 else "/")
            nodes[at] = Directory(held, max(at - 1, 0), device=device)
        return FileSystem(nodes), numbers

    def __str__(self) -> str:
        told = []
        for at, level in enumerate(self.levels):
            words = [f"tasks.toml ({level.config})"] * bool(level.config) + [f".git ({level.git})"] * bool(level.git)
            told.append(f"{place(at)}: {', '.join(words + ['mounted'] * level.mounted) or 'nothing'}")
        return "\n".join([*told, f"in {place(self.start)}, homes {self.homes}"])


def place(at: int) -> str:
    """The place of a directory of the chain."""
    return "/" + "/".join(NAMES[:at])


def _held(level: Level, config: str) -> Iterator[tuple[str, Node]]:
    kinds: dict[str, Node] = {
        "file": File(""),
        "link": Link("/t"),
        "dangling": Link("/nothing"),
        "fifo": Special("fifo"),
        "directory": Directory({}, 0),
    }
    if level.config is not None:
        yield config, kinds[level.config]
    if level.git is not None:
        yield ".git", kinds[level.git]


CONFIGS: tuple[Config | None, ...] = (None, "file", "link", "dangling", "fifo", "directory")
GITS: tuple[Git | None, ...] = (None, "directory", "file", "dangling")


def chains(count: int, all_kinds: bool) -> Iterator[Chain]:
    """Every chain of up to so many directories, each start, each two homes: on the way, by a link, away, or none."""
    configs, gits = (CONFIGS, GITS) if all_kinds else (CONFIGS[:2], GITS[:2])
    if not all_kinds and count < len(NAMES):
        configs = (None, "file", "fifo")
    for length in range(1, count + 1):
        every = [Level(config, git, mounted) for config, git, mounted in product(configs, gits, (False, True))]
        for levels in product(*([level for level in every if at or not level.mounted] for at in range(length))):
            for start, homes in product(range(length), _homes(length)):
                yield Chain(levels, start, homes)


def _homes(length: int) -> Iterator[tuple[str, str]]:
    places = [place(at) for at in range(length)]
    yield from product((*places, AWAY), repeat=2)
    yield from (("home", ""), ("/home", ""), ("", "/home/"))


def governed_alike(chain: Chain) -> str | None:
    """DISC-G1: the governing config is the nearest at or above the start, within the bound: no directory between holds
    `.git`, none is a home, the root, or on another file system; a home's or the root's own counts only in it."""
    files, numbers = chain.files()
    found = discover(files, numbers[chain.start], chain.homes)
    expected = _governing(chain)
    at = numbers.index(found.root) if isinstance(found, Discovered) else None
    refused = isinstance(found, NotDiscovered) and found.clause == "DISC-4"
    right = (at, refused) == ((expected, False) if expected is None or _regular(chain, expected) else (None, True))
    return None if right else f"the model: {found}, the second reading: {None if expected is None else place(expected)}"


def governing_is_regular(chain: Chain) -> str | None:
    """DISC-4, DISC-G1: what governs is a regular file, at or above the start, in the directory that the model names."""
    files, numbers = chain.files()
    found = discover(files, numbers[chain.start], chain.homes)
    if isinstance(found, NotDiscovered):
        return None
    holder = files.directory(found.root)
    at_or_above = found.root in numbers[: chain.start + 1]
    regular = isinstance(files.nodes[found.file], File) and "tasks.toml" in holder.entries
    return None if at_or_above and regular else f"{found} governs"


def marked_alike(chain: Chain) -> str | None:
    """DISC-3, DISC-G1, CLI-12: without a config the project is the nearest directory at or above the start, within the
    same bound, with a marker that is a regular file or a link to one; what is none of these is passed over."""
    files, numbers = chain.files("go.mod")
    found = discover_project(files, numbers[chain.start], chain.homes)
    within = [at for at in range(chain.start + 1) if _regular(chain, at) and _is_within(chain, at)]
    at = None if isinstance(found, NotDiscovered) else numbers.index(found)
    expected = max(within, default=None)
    return None if at == expected else f"the model: {found}, the second reading: {expected}"


def every_marker_counts(chain: Chain) -> str | None:
    """Witness: the nearest marker at or above the start counts."""
    files, numbers = chain.files("go.mod")
    there = [at for at in range(chain.start + 1) if _regular(chain, at)]
    found = discover_project(files, numbers[chain.start], chain.homes)
    return f"{place(max(there))} doesn't" if there and isinstance(found, NotDiscovered) else None


def nothing_governs(chain: Chain) -> str | None:
    """Witness: no config governs."""
    files, numbers = chain.files()
    found = discover(files, numbers[chain.start], chain.homes)
    return f"{found} governs" if isinstance(found, Discovered) else None


def one_home_is_enough(chain: Chain) -> str | None:
    """Witness: the home that the password database has changes nothing."""
    files, numbers = chain.files()
    both, one = (discover(files, numbers[chain.start], homes) for homes in (chain.homes, chain.homes[:1]))
    return None if isinstance(both, Discovered) == isinstance(one, Discovered) else "it does"


# --- the second reading: a directory's config counts if nothing in a list of reasons speaks against it ---------------


def _governing(chain: Chain) -> int | None:
    """The directory whose config governs, by the conditions for each."""
    within = [at for at in range(chain.start + 1) if chain.levels[at].config and _is_within(chain, at)]
    return max(within, default=None)


def _is_within(chain: Chain, at: int) -> bool:
    below = range(at + 1, chain.start + 1)
    if any(chain.levels[lower].mounted for lower in below):
        return False
    if any(chain.levels[lower].git or lower in _ends(chain) for lower in below):
        return False
    return at == chain.start or at not in _ends(chain)


def _ends(chain: Chain) -> set[int]:
    """The root, and the directories of the chain that are homes."""
    ends = {0}
    for home in chain.homes:
        linked = place(1) if len(chain.levels) > 1 else "/"
        physical = linked if home.rstrip("/") == "/home" else home
        ends |= {at for at in range(len(chain.levels)) if place(at) == physical}
    return ends


def _regular(chain: Chain, at: int) -> bool:
    return chain.levels[at].config in ("file", "link")
