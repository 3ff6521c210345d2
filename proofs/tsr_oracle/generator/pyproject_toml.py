"""Texts of `pyproject.toml`: by the standard, by Poetry, or by both."""

from __future__ import annotations

import re

from tsr_oracle.generator.declaration import Declaration, Writer

_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
"""A name that may stand in a requirement (PEP 508); any other one can only be a key of Poetry's."""


def pyproject_toml(writer: Writer, says: Declaration) -> str:
    """The text of a manifest of python that declares this."""
    foreign = {name for name in says.needs if not _NAME.fullmatch(name)}
    poetry = writer.chance(0.35) or bool(foreign)
    standard = not poetry or writer.chance(0.3)
    of_poetry = [name for name in says.needs if name in foreign or (poetry and (not standard or writer.chance(0.5)))]
    of_project = [name for name in says.needs if name not in of_poetry]
    parts = _others(writer, says.others)
    parts += _project(writer, says.name, of_project, named=not poetry or writer.chance(0.7)) if standard else []
    parts += _poetry(writer, says.name, of_poetry, says.others) if poetry else []
    return "\n".join(writer.shuffled(parts))


# --- by the standard -------------------------------------------------------------------------------------------------


def _project(writer: Writer, name: str | None, needs: list[str], *, named: bool) -> list[str]:
    """`[project]` and what belongs to it. `named`: the name stands here, if there is one (PKG-3, PKG-10)."""
    where = {need: writer.pick("main", "main", "extra", "extra2", "group", "group2") for need in needs}

    def listed(place: str) -> str:
        found = [_requirement(writer, need) for need in needs if where[need] == place]
        return writer.pick(", ", ",\n    ").join(writer.quoted(text) for text in found)

    lines = ["[project]", *_name(writer, name if named else None, empty=name is None), 'version = "1.0"']
    lines += [f"dependencies = [{listed('main')}]"] if "main" in where.values() or writer.chance(0.4) else []
    parts = ["\n".join([*lines, ""])]
    if {"extra", "extra2"} & {*where.values()}:
        extras = ("[project.optional-dependencies]", f"x = [{listed('extra')}]", f"y = [{listed('extra2')}]", "")
        parts.append("\n".join(extras))
    if {"group", "group2"} & {*where.values()}:
        group = ", ".join(text for text in (listed("group"), '{include-group = "test"}') if text)
        parts.append(f"[dependency-groups]\ndev = [{group}]\ntest = [{listed('group2')}]\n")
    return parts


def _name(writer: Writer, name: str | None, *, empty: bool) -> list[str]:
    if name is not None:
        return [f"name = {writer.quoted(name)}"]
    return writer.pick([], ['name = ""'], ["name = 1"]) if empty else []


def _requirement(writer: Writer, name: str) -> str:
    """A requirement as PEP 508 has it, with something behind the name mostly."""
    return name + writer.pick(
        *("", "", ">=1", " >= 1, < 2", "==1.*", "~=1.4", "[extra]", "[a,b]>=1", " [extra]", " (>=1)", "!=2"),
        *("; python_version < '3.12'", ';sys_platform=="linux"', " @ https://example.com/x.whl", " @ file:///x"),
        *("[a]>=1 ; extra == 'x'", "===1"),
    )


# --- by Poetry -------------------------------------------------------------------------------------------------------


def _poetry(writer: Writer, name: str | None, needs: list[str], others: tuple[str, ...]) -> list[str]:
    """`[tool.poetry]` with its tables (PKG-10); the name stands here too, or here alone."""
    tables = ("dependencies", "dev-dependencies", "group.test.dependencies", "group.docs.dependencies")
    where = {need: writer.pick("dependencies", *tables) for need in needs}
    lines = ["[tool.poetry]", *_name(writer, name, empty=True)]
    lines += [f"extras = {{ x = [{writer.quoted(writer.rng.choice(others))}] }}"] if others else []
    parts = ["\n".join([*lines, ""])]
    for table in tables:
        entries = [_entry(writer, need) for need in needs if where[need] == table]
        parts += ["\n".join([f"[tool.poetry.{table}]", *entries, ""])] if entries else []
    return parts


def _entry(writer: Writer, name: str) -> str:
    key = writer.key(name)
    return f"{key} = " + writer.pick(
        *("'*'", '"^1.2"', '{ version = "1", extras = ["a"] }', '[{ version = "1" }, { version = "2" }]'),
        f"{{ path = {writer.quoted(writer.upwards('x'))}, develop = true }}",
    )


def _others(writer: Writer, others: tuple[str, ...]) -> list[str]:
    """Tables in which names stand that are not needed."""
    name = writer.rng.choice(others) if others else "requests"
    every = (
        f"[build-system]\nrequires = [{writer.quoted(name)}]\n",
        f"[project.scripts]\nx = {writer.quoted(name)}\n",
        f"[tool.uv.sources]\n{writer.key(name)} = {{ workspace = true }}\n",
        f"[tool.uv]\ndev-dependencies = [{writer.quoted(name)}]\n",
        f"[tool.pdm.dev-dependencies]\nx = [{writer.quoted(name)}]\n",
    )
    return [text for text in every if writer.chance(0.15)]
