"""The packages of a case, while it is made: where they lie, what they are called and need, and their manifests."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tsr_oracle.generator.cargo_toml import CargoWorkspace, workspace_table
from tsr_oracle.generator.declaration import Declaration, Writer
from tsr_oracle.generator.dotenv import DotenvMaker
from tsr_oracle.generator.manifests import MANIFESTS, Ecosystem, broken, manifest
from tsr_spec.case import Declared, Directory, Entry, File, Link, Program, Special

ECOSYSTEMS: tuple[Ecosystem, ...] = ("npm", "npm", "bun", "cargo", "cargo", "go", "python", "python")
GROUPS = ("packages", "packages", "apps", "libs", "libs/a", "crates", "")
"""Where packages lie, from the root."""
_PLAIN_NAMES = (
    *("ui", "core", "api", "web", "db", "auth", "log", "cli", "doc", "net", "app", "kit", "lib", "sdk", "bus", "job"),
    *("map", "nav", "orm", "pay", "rpc", "sms", "tax", "url", "vpn", "wal", "xml", "yak", "zip", "hub"),
)
_ODD_NAMES = ("a b", "é", ".hid", "-x", "Ui", "n.m", "u_v", "a:b")
_BY_BYTES = ("\udcff", "\U00010000")
"""Names whose order by bytes is another one than that by characters."""
_EXTERNAL: dict[Ecosystem, tuple[str, ...]] = {
    "npm": ("react", "@types/node", "lodash.merge"),
    "bun": ("react", "elysia"),
    "cargo": ("serde", "tokio", "serde_json"),
    "go": ("golang.org/x/sys", "github.com/pkg/errors"),
    "python": ("python", "requests", "zope.interface"),
}
"""Names that packages need and that are none of the workspace."""


LATER: dict[Ecosystem, tuple[Ecosystem, ...]] = {
    "npm": ("cargo", "cargo", "go", "python"),
    "bun": ("cargo", "cargo", "go", "python"),
    "cargo": ("go", "python"),
    "go": ("python",),
    "python": (),
}
"""Whose marker doesn't count where that of an ecosystem is (PKG-2)."""


@dataclass(slots=True)
class Package:
    """A package: its path, its ecosystem, its name, and the names that it needs as they are spelt."""

    path: str
    ecosystem: Ecosystem
    name: str | None
    needs: list[str] = field(default_factory=list)
    broken: bool = False


class PackagesDraft(DotenvMaker):
    """Makes the tree and the packages of one case, with the numbers that the generator of chance gives."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.writer = Writer(rng)
        self.tree: dict[str, Entry] = {}
        self.packages: list[Package] = []
        self.declares: list[Declared] = []
        self.cargo: dict[str, CargoWorkspace] = {}

    def put(self, entry: Entry) -> None:
        """Have this entry, in place of another one of its path."""
        self.tree[entry.path] = entry

    def one_of(self, *entries: Entry) -> Entry:
        """One of these, of whatever kinds they are."""
        return self.rng.choice(entries)

    def programs(self) -> None:
        """What tasks are run by, each of which fails now and then; rarely one is missing."""
        for name in ("npm", "bun", "cargo", "go", "uv", "rec", "tool"):
            if name in ("rec", "tool") or not self.chance(0.01):
                self.put(Program(f"bin/{name}", 3 if name != "rec" and self.chance(0.05) else 0))
        self.put(Program("bin/fail3", 3))
        for path in ("ws", "out"):
            self.put(Directory(path))

    # --- what there is -------------------------------------------------------------------------------------------

    def lay_out(self, count: int) -> None:
        """So many packages in a few directories, with names of their own; they may be of any ecosystem."""
        groups = [self.pick(*GROUPS) for _ in range(self.pick(1, 2, 2, 3))]
        plain = self.rng.sample(_PLAIN_NAMES, count)
        odd = self.rng.sample(_ODD_NAMES, self.pick(1, 2)) if self.chance(0.12) else []
        odd = [*_BY_BYTES] if self.chance(0.02) else odd
        for at, short in enumerate(plain):
            group = groups[0] if at < len(odd) else self.rng.choice(groups)
            name = odd[at] if at < len(odd) else short
            inner = self.packages and self.chance(0.05)
            above = self.rng.choice(self.packages).path if inner else group
            ecosystem = self.pick(*ECOSYSTEMS)
            self.packages.append(
                Package(f"{above}/{name}" if above else name, ecosystem, self.name_of(ecosystem, short))
            )
        if self.chance(0.08):
            self.packages.append(Package(".", self.pick(*ECOSYSTEMS), "whole-root"))

    def name_of(self, ecosystem: Ecosystem, short: str) -> str | None:
        """A name as it is usual there, unlike those of all others; or none."""
        if self.chance(0.06):
            return None
        match ecosystem:
            case "npm" | "bun":
                return self.pick(f"@org/{short}", f"{short}-js", f"{short}.js")
            case "cargo":
                return self.pick(f"{short}_rs", f"{short}-rs")
            case "go":
                return self.pick(f"example.com/{short}", f"github.com/o/{short}/v2")
            case "python":
                return self.pick(f"{short}-py", f"Py.{short}", f"{short}_PY", f"py-{short}-x")

    def needs(self) -> None:
        """Who needs whom: without a circle mostly, across ecosystems too, and with names of nobody here."""
        named = [package for package in self.rng.sample(self.packages, len(self.packages)) if package.name]
        share = self.pick(1, 2, 3) / max(2, len(named))
        for at, package in enumerate(named):
            for other in named[:at]:
                if self.chance(share):
                    self.need(package, other)
        if len(named) > 1 and self.chance(0.08):
            first, second = sorted(self.rng.sample(named, 2), key=named.index)
            self.need(first, second)
            self.need(second, first)
        for package in self.packages:
            if self.chance(0.03):
                self.need(package, package)
            package.needs += [name for name in _EXTERNAL[package.ecosystem] if self.chance(0.25)]
        self._twice(named)

    def need(self, package: Package, other: Package) -> None:
        """One needs the other, whose name it may spell otherwise if both are of python (PKG-3)."""
        assert other.name is not None or package is other
        name = other.name or "itself"
        if package.ecosystem == other.ecosystem == "python" and self.chance(0.3):
            name = name.replace("-", self.pick("_", ".", "--")).replace("_", self.pick("-", "._"))
            name = self.pick(name, name.lower(), name.upper())
        if name not in package.needs:
            package.needs.append(name)

    def _twice(self, named: list[Package]) -> None:
        """Rarely two packages bear one name, each in its way of spelling the same."""
        if len(named) > 2 and self.chance(0.04):
            one, other, needing = self.rng.sample(named, 3)
            one.name = other.name = "twice"
            needing.needs.append("twice")

    # --- manifests -----------------------------------------------------------------------------------------------

    def write_manifests(self) -> None:
        """The manifest of each package, and what is declared by it; then what cargo's workspaces have to say."""
        if any(package.ecosystem == "cargo" for package in self.packages):
            self._choose_workspaces()
        for package in self.packages:
            package.broken = package.path not in self.cargo and self.chance(0.06)
            self.write_manifest(package)
        for directory, workspace in self.cargo.items():
            path = _below(directory, "Cargo.toml")
            before = self.tree.get(path)
            text = f"{before.data}\n" if isinstance(before, File) else ""
            self.put(File(path, text + workspace_table(self.writer, workspace)))

    def write_manifest(self, package: Package) -> None:
        """The manifest of a package; nothing is declared by one that is broken."""
        others = [one.name for one in self.packages if one.name and one.name not in package.needs and one != package]
        says = Declaration(package.name, tuple(package.needs), tuple(others))
        path = _below(package.path, MANIFESTS[package.ecosystem])
        if package.broken:
            self.put(File(path, broken(self.writer, package.ecosystem, says)))
            return
        workspace = self.cargo[self._workspace_of(package)] if self.cargo and package.ecosystem == "cargo" else None
        self.put(File(path, manifest(self.writer, package.ecosystem, says, workspace)))
        self.declares.append(Declared(path, package.name, tuple(package.needs)))
        if self.chance(0.07):
            self._second_marker(package, tuple(others))
        if package.ecosystem == "bun" and not self.tree.keys() & {"ws/bun.lock", "ws/bun.lockb"}:
            self.put(File(_below(self.pick(package.path, package.path, "."), self.pick("bun.lock", "bun.lockb"))))

    def _second_marker(self, package: Package, names: tuple[str, ...]) -> None:
        """A marker that comes later beside the one that counts: whatever it says, it says nothing (PKG-2)."""
        later = [one for one in LATER[package.ecosystem] if _below(package.path, MANIFESTS[one]) not in self.tree]
        ecosystem = self.rng.choice(later) if later else None
        if ecosystem is not None:
            says = Declaration(self.rng.choice(names) if names else "second", names[:2])
            self.put(File(_below(package.path, MANIFESTS[ecosystem]), manifest(self.writer, ecosystem, says)))

    def _choose_workspaces(self) -> None:
        """Where a Cargo.toml has a `[workspace]`: in the root, and now and then in a directory between, or deeper."""
        if self.chance(0.5):
            return
        self.cargo["."] = CargoWorkspace()
        for package in self.packages:
            group = package.path.rpartition("/")[0]
            if package.ecosystem == "cargo" and group and self.chance(0.15):
                self.cargo.setdefault(self.pick(group, group, package.path), CargoWorkspace())

    def _workspace_of(self, package: Package) -> str:
        """The nearest of cargo's workspaces, at or above the package (PKG-8)."""
        above = [at for at in self.cargo if at in (".", package.path) or package.path.startswith(f"{at}/")]
        return max(above, key=lambda at: 0 if at == "." else len(at))

    # --- beside the packages -------------------------------------------------------------------------------------

    def beside(self) -> None:
        """Things that a pattern matches and that are no packages, and further ways to some that are."""
        for package in list(self.packages):
            group = package.path.rpartition("/")[0]
            if self.chance(0.12):
                self._odd(_below(group or ".", f"odd-{self.pick('a', 'b', 'z')}"))
            if self.chance(0.1):
                self.put(Directory(_below(package.path, self.pick("src", "src/deep", "node_modules"))))
        if len(self.cargo) < 2 and self.chance(0.2):
            self._link_inside()

    def _odd(self, path: str) -> None:
        """A file, a directory without a marker, or one whose marker is something else than a file (PKG-2)."""
        if any(other == path or other.startswith(f"{path}/") for other in self.tree):
            return
        marker = f"{path}/{self.pick(*MANIFESTS.values())}"
        entry = self.one_of(
            File(path, "no package\n"),
            Directory(path),
            Directory(marker),
            Link(marker, "gone"),
            Link(marker, self.pick(*MANIFESTS.values())),
            self.special(marker),
            self.special(path),
            Link(path, "gone"),
        )
        self.put(entry)
        if entry.path == marker and self.chance(0.3):  # the next marker counts then
            self.put(File(f"{path}/pyproject.toml" if not marker.endswith("pyproject.toml") else f"{path}/go.mod"))

    def special(self, path: str) -> Entry:
        """Something that can't be read without waiting for somebody."""
        return Special(path, self.pick("fifo", "socket"))

    def _link_inside(self) -> None:
        """A further path to a package, or to a directory that holds some."""
        package = self.rng.choice(self.packages)
        group = package.path.rpartition("/")[0]
        path = _below(group or ".", self.pick("0-link", "zz-link"))
        target = self.pick(package.path.rpartition("/")[2], package.path.rpartition("/")[2], ".", "..")
        if package.path != "." and not (target == ".." and not group):
            self.put(Link(path, target))


def _below(directory: str, name: str) -> str:
    """A path in the world, of something in a directory of the workspace."""
    return f"ws/{name}" if directory in (".", "") else f"ws/{directory}/{name}"
