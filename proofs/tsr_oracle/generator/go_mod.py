"""Texts of `go.mod`: `require` and `replace`, each as a line and as a block, quoted, among comments."""

from __future__ import annotations

from tsr_oracle.generator.declaration import Declaration, Writer


def go_mod(writer: Writer, says: Declaration) -> str:
    """The text of a manifest of go that declares this."""
    blocks = [*_requires(writer, says.needs), *_others(writer, says.others)]
    head = [] if says.name is None else [f"module {_word(writer, says.name)}{_behind(writer, says.others)}"]
    first = [*writer.pick([], [], ["// the module"]), *head, *writer.pick([], ["go 1.22"], ["", "go 1.22", ""])]
    return "\n".join([*first, *writer.shuffled(blocks)]) + writer.pick("\n", "\n", "")


def _requires(writer: Writer, needs: tuple[str, ...]) -> list[str]:
    """What says that each of these is needed: `require`, or either side of a `replace` (PKG-9)."""
    required: list[str] = []
    replaced: list[str] = []
    for name in needs:
        roll = writer.rng.random()
        if roll < 0.75:
            required.append(f"{_word(writer, name)} v1.2.3{_behind(writer, ())}")
        if roll > 0.65:
            replaced.append(_replacement(writer, name, needs))
    return [*_written(writer, "require", required), *_written(writer, "replace", replaced)]


def _replacement(writer: Writer, name: str, needs: tuple[str, ...]) -> str:
    """One replacement: of this name by a path or by another that is needed, or the other way round."""
    other = writer.rng.choice(needs)
    old, new = writer.pick((name, other), (other, name)) if writer.chance(0.4) else (name, None)
    version = writer.pick("", " v1.2.3")
    path = writer.pick(f"{writer.upwards('x')}", "./x", "/@WORLD@/ws/x", '"./x y"')
    return f"{_word(writer, old)}{version} => {path if new is None else f'{_word(writer, new)} v1.0.0'}"


def _written(writer: Writer, verb: str, entries: list[str]) -> list[str]:
    """The entries as lines of their own and in blocks."""
    inside = [entry for entry in entries if writer.chance(0.6)]
    lines = [f"{verb} {entry}" for entry in entries if entry not in inside]
    if not inside and not (entries and writer.chance(0.2)):
        return lines
    odd = writer.pick([], [], [""], ["\t// nothing"])
    return [*lines, "\n".join([f"{verb} ({writer.pick('', '', ' // all')}", *(f"\t{e}" for e in inside), *odd, ")"])]


def _others(writer: Writer, others: tuple[str, ...]) -> list[str]:
    """Lines in which names stand that are not needed."""
    name = writer.rng.choice(others) if others else "example.com/other"
    every = (
        f"exclude {name} v1.0.0",
        f"exclude (\n\t{name} v1.1.0\n)",
        f"// require {name} v1.0.0",
        "retract [v1.0.0, v1.1.0] // require",
        f"tool {name}",
        "toolchain go1.22.1",
    )
    return [text for text in every if writer.chance(0.2)]


def _behind(writer: Writer, others: tuple[str, ...]) -> str:
    """A comment, or nothing."""
    name = writer.rng.choice(others) if others else "example.com/other"
    return writer.pick("", "", "", " // indirect", f" // {name} v1", "// x")


def _word(writer: Writer, name: str) -> str:
    return writer.pick(name, name, name, name, f'"{name}"', f"`{name}`")
