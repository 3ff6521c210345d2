"""`rm`: removes entries, never what a link points at."""

from __future__ import annotations

from tsr_model import kernel
from tsr_model.builtins import options
from tsr_model.effect import Call, Effect
from tsr_model.fence import Allowed
from tsr_model.filesystem import Directory, Link, Number, without_entry
from tsr_model.names import HERE, UP, Name, Path, Place, beneath, path, without_slash


def rm(call: Call, words: tuple[str, ...]) -> Effect:
    """Removes each operand; a failing one doesn't stop the others (BUILTIN-4, BUILTIN-5, FENCE-5)."""
    effect = Effect(call, "rm", call.files)
    effect.by("BUILTIN-4", "FENCE-5")
    read = options.understood(effect, words, {"--recursive": "r", "--force": "f"}, "rRf")
    if read is None:
        return effect
    if not read.operands and "f" not in read.options:
        return effect.usage("missing operand")
    recursive = bool({"r", "R"} & read.options)
    for operand in read.operands:
        _remove(effect, operand, recursive=recursive, force="f" in read.options)
    return effect


def _remove(effect: Effect, operand: str, *, recursive: bool, force: bool) -> None:
    """Removes one operand: an entry (FENCE-4), never the workspace root or what holds it (FENCE-11)."""
    named = path(operand)
    if named.empty:
        return None if force else effect.fail(operand, "ENOENT", "FENCE-17")
    if never_removed(named):
        return effect.fail(operand, "a name that ends in '.' or '..' is never removed", "FENCE-11")
    decision = effect.entry(named)
    if not effect.allows(operand, decision):
        return None
    assert isinstance(decision, Allowed)
    if holds_root(effect, decision.landing.place):
        return effect.fail(operand, "the workspace root and what holds it stay where they are", "FENCE-11")
    last = kernel.last(effect.files, effect.call.cwd, effect.called(named, decision))
    if last == "ENOTDIR" and force and effect.choose("rm_force_not_directory") == "hidden":
        return None
    if isinstance(last, str):
        return None if force and last == "ENOENT" else effect.fail(operand, last)
    number = effect.files.directory(last.holder).entries.get(last.name)
    if number is None:
        return None if force else effect.fail(operand, "ENOENT")
    node = effect.files.nodes[number]
    if isinstance(node, Directory) and not recursive:
        return effect.fail(operand, "EISDIR")
    if last.slash and not isinstance(node, Directory):
        effect.by("FENCE-16")
        is_link = isinstance(node, Link)
        if not is_link and force and effect.choose("rm_force_not_directory") == "hidden":
            return None
        if not is_link or effect.choose("rm_link_slash") == "refuse":
            return effect.fail(operand, "ENOTDIR")
    remove_tree(effect, last.holder, last.name, decision.landing.place)
    return None


def never_removed(named: Path) -> bool:
    """Whether the path ends in a dot name (FENCE-11)."""
    return without_slash(named).parts[-1:] in ((HERE,), (UP,))


def holds_root(effect: Effect, place: Place) -> bool:
    """Whether the place is the workspace root or a directory above it (FENCE-11)."""
    return beneath(effect.call.bounds.root, place)


def remove_tree(effect: Effect, holder: Number, name: Name, place: Place) -> None:
    """Removes an entry and, where it is a directory, everything physically beneath it (FENCE-5, FENCE-G3)."""
    number = effect.files.directory(holder).entries[name]
    node = effect.files.nodes[number]
    if isinstance(node, Directory):
        effect.touched.append(("list", place))
        for child in sorted(node.entries):
            remove_tree(effect, number, child, (*place, child))
    effect.touched.append(("remove", place))
    effect.files = without_entry(effect.files, holder, name)
