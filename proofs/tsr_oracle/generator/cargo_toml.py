"""Texts of `Cargo.toml`: dependencies in all the tables and forms there are, renamed and of the workspace too."""

from __future__ import annotations

from dataclasses import dataclass, field

from tsr_oracle.generator.declaration import Declaration, Writer

TABLES = ("dependencies", "dev-dependencies", "build-dependencies")
TARGETS = ("", "", "", "target.'cfg(unix)'.", 'target."cfg(windows)".', "target.x86_64-unknown-linux-gnu.")
"""What may stand in front of the name of a table of dependencies (PKG-8)."""


@dataclass(slots=True)
class CargoWorkspace:
    """The `[workspace]` of a Cargo.toml, while the manifests beneath it are written: names by their keys.

    `unwritten` are keys that it lacks, so that they mean themselves (PKG-8).
    """

    dependencies: dict[str, str] = field(default_factory=dict)
    unwritten: set[str] = field(default_factory=set)

    def key(self, writer: Writer, name: str, *, others: tuple[str, ...]) -> str:
        """A key that means this name: the name itself, or another one, which may look like another package's."""
        found = next((key for key, meant in self.dependencies.items() if meant == name), None)
        if found is not None:
            return found
        key = name if writer.chance(0.5) else writer.pick(f"alias-{len(self.dependencies)}", *others)
        if key in self.dependencies:
            key = f"alias-{len(self.dependencies)}"
        self.dependencies[key] = name
        self.unwritten |= {key} if key == name and writer.chance(0.3) else set()
        return key


def cargo_toml(writer: Writer, says: Declaration, workspace: CargoWorkspace | None) -> str:
    """The text of a manifest of cargo that declares this. `workspace`: the nearest one, which gets what it lacks."""
    parts = [_head(writer, says.name), *_others(writer, says.others)]
    places: dict[str, list[str]] = {}
    for name in says.needs:
        places.setdefault(writer.pick(*TARGETS) + writer.pick(*TABLES), []).append(name)
    for place, names in places.items():
        parts += _table(writer, place, names, says.others, workspace)
    return "\n".join(parts)


def workspace_table(writer: Writer, workspace: CargoWorkspace) -> str:
    """The `[workspace]`, to be put behind a manifest, or to be one by itself."""
    lines = ["[workspace]", 'members = ["crates/*"]' if writer.chance(0.5) else 'resolver = "2"']
    if workspace.dependencies or writer.chance(0.3):
        lines.append("[workspace.dependencies]")
    for key, name in workspace.dependencies.items():
        if key not in workspace.unwritten:
            lines.append(_renamed(writer, writer.key(key), name) if key != name else _plain(writer, name))
    return "\n".join(lines) + "\n"


def _head(writer: Writer, name: str | None) -> str:
    """`[package]` and its name; without a name there is no table, no such key, or something else in its place."""
    if name is not None:
        before = writer.pick("", "", "# a crate\n", 'cargo-features = ["x"]\n')
        return f'{before}[package]\nname = {writer.quoted(name)}\nversion = "0.1.0"\nedition = "2021"\n'
    return writer.pick("", "[package]\nversion = '1.0.0'\n", "[package]\nname = 1\n", '[package]\nname = ""\n')


def _others(writer: Writer, others: tuple[str, ...]) -> list[str]:
    """Tables in which names stand that are not needed."""
    name = writer.rng.choice(others) if others else "serde"
    every = (
        f"[features]\ndefault = []\nf = [{writer.quoted(name)}]\n",
        f"[patch.crates-io]\n{_plain(writer, name)}\n",
        f"[lib]\nname = {writer.quoted(name)}\n",
        f"[package.metadata.dependencies]\n{writer.key(name)} = '1'\n",
        f"[[bin]]\nname = {writer.quoted(name)}\n",
        f"[profile.release]\nlto = true # {name}\n",
    )
    return [text for text in every if writer.chance(0.15)]


def _table(
    writer: Writer, place: str, names: list[str], others: tuple[str, ...], workspace: CargoWorkspace | None
) -> list[str]:
    """One table of dependencies: its lines first, then the tables beneath it."""
    lines: list[str] = []
    beneath: list[str] = []
    keys = {*names}
    for name in names:
        key = workspace.key(writer, name, others=others) if workspace is not None and writer.chance(0.5) else None
        alias = next((other for other in others if other not in keys and writer.chance(0.3)), f"renamed_{len(keys)}")
        if key is not None and (key == name or key not in keys):
            keys.add(key)
            lines.append(_of_workspace(writer, key))
        elif writer.chance(0.3):
            keys.add(alias)
            if writer.chance(0.3):
                beneath.append(f"[{place}.{writer.key(alias)}]\npackage = {writer.quoted(name)}\nversion = '1'\n")
            else:
                lines.append(_renamed(writer, writer.key(alias), name))
        elif writer.chance(0.2):
            beneath.append(f"[{place}.{writer.key(name)}]\nversion = '1'\n")
        else:
            lines.append(_plain(writer, name))
    head = [] if beneath and not lines else [f"[{place}]"]
    return ["\n".join([*head, *lines, ""]), *beneath]


def _plain(writer: Writer, name: str) -> str:
    key = writer.key(name)
    return writer.pick(
        f"{key} = '1.0'",
        f'{key} = {{ version = "1", features = ["a", "b"] }}',
        f"{key} = {{ path = {writer.quoted(writer.upwards(name))} }}",
        f"{key}.path = {writer.quoted(writer.upwards(name))}",
        f'{key}.version = "1"\n{key}.optional = true',
        f'{key} = {{ git = "https://example.com/x", branch = "main" }}',
    )


def _renamed(writer: Writer, key: str, name: str) -> str:
    """An entry whose key is another name than that of the package (PKG-8)."""
    return writer.pick(
        f'{key} = {{ package = {writer.quoted(name)}, version = "1" }}',
        f'{key}.package = {writer.quoted(name)}\n{key}.version = "1"',
        f"{key} = {{ path = {writer.quoted(writer.upwards('x'))}, package = {writer.quoted(name)} }}",
    )


def _of_workspace(writer: Writer, key: str) -> str:
    """An entry that says to look in the workspace."""
    written = writer.key(key)
    return writer.pick(
        f"{written}.workspace = true",
        f"{written} = {{ workspace = true }}",
        f'{written} = {{ workspace = true, features = ["a"] }}',
    )
