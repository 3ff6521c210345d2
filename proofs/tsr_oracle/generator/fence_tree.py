"""Small trees with links, which lead wherever a fence is tried: inside, outside, round in a circle, to nothing."""

from __future__ import annotations

import random

from tsr_oracle.generator.chance import Chance
from tsr_spec.case import OTHER, WORLD, Directory, Entry, File, HardLink, Link, Special

NAMES = ("a", "b", "c", "d", "e")
ODD_NAMES = (".h", "a b", "-r", "é", "x,y", "ws", "*", "\udcff")
_ODD_BOUNDS = ("../later", "b", ".", "../ws-ol", "a/../../shared", "..", "~/b", "/@WORLD@", "", "../sh*")
FAR = f"{OTHER}/far"
FILE_MODES = (0o644, 0o644, 0o644, 0o600, 0o755, 0o640)


class FenceTree(Chance):
    """Makes the tree of one case, and what admits more of it. `other`: a second file system is part of it."""

    def __init__(self, rng: random.Random, other: bool) -> None:
        super().__init__(rng)
        share = rng.random()  # drawn in any case, so that without a second file system most cases are the same
        self.other = other and share < 0.06
        self.tree: dict[str, Entry] = {}
        self.env: dict[str, str] = {}
        self.serial = 0

    def name(self) -> str:
        return self.rng.choice(ODD_NAMES if self.chance(0.06) else NAMES)

    def add(self, entry: Entry) -> None:
        self.tree.setdefault(entry.path, entry)

    def directories(self, top: str, count: int, mark: str) -> None:
        """A tree of so many nodes below `top`; every file has bytes of its own."""
        self.add(Directory(top))
        for _ in range(count):
            above = [
                p for p, e in self.tree.items() if isinstance(e, Directory) and (p == top or p.startswith(top + "/"))
            ]
            path = f"{self.rng.choice(above)}/{self.name()}"
            if path not in self.tree:
                self.tree[path] = self.node(path, mark)

    def paths(self, prefix: str, *kinds: type) -> list[str]:
        """The paths with this prefix whose entries are of these kinds (of any, if none is named)."""
        return [
            path
            for path, entry in self.tree.items()
            if path.startswith(prefix) and (not kinds or isinstance(entry, kinds))
        ]

    def node(self, path: str, mark: str) -> Entry:
        roll = self.rng.random()
        self.serial += 1
        if roll < 0.30:
            return Directory(path, 0o755 if self.chance(0.9) else 0o700)
        if roll < 0.62:
            return File(path, f"{mark} {self.serial}\n", self.rng.choice(FILE_MODES))
        if roll < 0.94:
            return Link(path, self.target(path))
        files = [] if OTHER in path else [file for file in self.paths("", File) if OTHER not in file]
        if roll < 0.97 and files:
            return HardLink(path, self.rng.choice(files))
        return Special(path, self.rng.choice(("fifo", "socket")))

    def target(self, path: str) -> str:
        """Where a link leads: to something there is, to something missing, in a circle, upwards, over the edge."""
        roll = self.rng.random()
        above = path.rpartition("/")[0]
        if self.other and self.chance(0.2):
            return self.far()
        if roll < 0.12:
            return self.rng.choice(("missing", self.name(), path.rpartition("/")[2], "../" + self.name()))
        if roll < 0.18:
            return self.rng.choice((".", "..", "../..", "/@WORLD@", "../out/new"))
        to = self.rng.choice([p for p in self.tree if OTHER not in p] + ["ws", "out"])
        if self.chance(0.1):
            to += "/" + self.name()
        text = f"{WORLD}/{to}" if self.chance(0.15) else relative(above, to)
        return text + "/" if self.chance(0.05) else text

    def far(self) -> str:
        """Something on the second file system, or a name that is free there."""
        path = self.rng.choice(self.paths(FAR))
        return f"{path}/{self.name()}" if self.chance(0.3) else path

    def allowed(self) -> list[str]:
        """Entries of `allow_paths`, and what they lead to."""
        entries = []
        for _ in range(self.rng.randint(1, 2)):
            roll = self.rng.random()
            if self.other and self.chance(0.7):
                entries.append(FAR)
            elif roll < 0.55:
                self.directories("shared", self.rng.randint(1, 3), "shared")
                entries.append(self.rng.choice(("../shared", "/@WORLD@/shared", "../shared/")))
            elif roll < 0.85:
                entries.append(relative("ws", self.rng.choice(self.paths("out", Directory, Link))))
            else:
                entries.append(self.rng.choice(_ODD_BOUNDS))
        return entries


def relative(base: str, path: str) -> str:
    """The path, in the world, as it is written from the directory `base`."""
    if path.startswith(OTHER):
        return path
    start = [name for name in base.split("/") if name and name != "."]
    end = [name for name in path.split("/") if name and name != "."]
    common = 0
    while common < min(len(start), len(end)) and start[common] == end[common]:
        common += 1
    return "/".join([".."] * (len(start) - common) + end[common:]) or "."
