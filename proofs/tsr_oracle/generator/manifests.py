"""Manifests: the text of what a package declares, in the language of its ecosystem; or one that nobody can read.

What was declared is part of the question of a case, so that it need not be read back (`Declared`).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from tsr_oracle.generator.cargo_toml import CargoWorkspace, cargo_toml
from tsr_oracle.generator.declaration import Declaration, Writer
from tsr_oracle.generator.go_mod import go_mod
from tsr_oracle.generator.package_json import package_json
from tsr_oracle.generator.pyproject_toml import pyproject_toml

Ecosystem: TypeAlias = Literal["npm", "bun", "cargo", "go", "python"]

MANIFESTS: dict[Ecosystem, str] = {
    "npm": "package.json",
    "bun": "package.json",
    "cargo": "Cargo.toml",
    "go": "go.mod",
    "python": "pyproject.toml",
}
"""What the manifest of each ecosystem is called (PKG-2)."""


def manifest(writer: Writer, ecosystem: Ecosystem, says: Declaration, workspace: CargoWorkspace | None = None) -> str:
    """The text of a manifest that declares this, in one of many styles. `workspace`: cargo's nearest one."""
    match ecosystem:
        case "npm" | "bun":
            return package_json(writer, says)
        case "cargo":
            return cargo_toml(writer, says, workspace)
        case "go":
            return go_mod(writer, says)
        case "python":
            return pyproject_toml(writer, says)


def broken(writer: Writer, ecosystem: Ecosystem, says: Declaration) -> str:
    """The text of a manifest that nobody can read, although it looks as if it declared this (PKG-11)."""
    whole = manifest(writer, ecosystem, says)
    name, needs = f'"{says.name}"', ", ".join(f'"{need}"' for need in says.needs)
    match ecosystem:
        case "npm" | "bun":
            typed = f'{{"name": [{name}], "dependencies": [{needs}], "devDependencies": {name}}}'
            return writer.pick(
                whole.rstrip()[:-1],
                f"{whole},",
                f"[{whole}]",
                "",
                "null",
                f"// x\n{whole}",
                "[" * 5000,
                typed,
                "\udcff",
            )
        case "cargo":
            typed = f"package = [{name}]\ndependencies = [{needs}]\n"
        case "go":
            return whole + "\n// \udcff\n"
        case "python":
            typed = f"[project]\nname = [{name}]\ndependencies = {{ x = [{needs}] }}\n"
    return writer.pick(
        f"{whole}\nname = \n", f"{whole}\n[package\n", f"{whole}\n# \udcff\n", f"a = {'[' * 5000}", typed
    )
