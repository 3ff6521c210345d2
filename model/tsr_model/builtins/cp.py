"""`cp`: copies what paths and links lead to."""

from __future__ import annotations

from dataclasses import replace

from tsr_model import kernel
from tsr_model.builtins import options
from tsr_model.builtins.pairs import Pair, allowed, going_on, pairs, without_collisions
from tsr_model.effect import Call, Effect
from tsr_model.fence import Allowed, Refused
from tsr_model.filesystem import Directory, File, Link, Number, Special, with_node
from tsr_model.names import beneath, joined


def cp(call: Call, words: tuple[str, ...]) -> Effect:
    """Copies each source; all operands are judged first, and one refusal means that nothing is done (FENCE-10)."""
    effect = Effect(call, "cp", call.files)
    effect.by("BUILTIN-6")
    read = options.understood(effect, words, {"--recursive": "r"}, "rR")
    if read is None:
        return effect
    wanted = pairs(effect, read.operands)
    if wanted is None:
        return effect
    for pair in wanted:
        if _allowed(effect, pair):
            _refuse_into_itself(effect, pair)
    wanted = without_collisions(effect, wanted, effect.content)
    if not effect.withheld:
        for pair in going_on(effect, wanted):
            _copy_operand(effect, pair, recursive=bool(read.options))
    return effect


def _allowed(effect: Effect, pair: Pair) -> bool:
    """Whether both ends are within bounds: the source's bytes and the destination's (FENCE-4: content)."""
    source = allowed(effect, pair.source, pair.source_path, effect.content)
    return allowed(effect, pair.target, pair.target_path, effect.content) and source


def _refuse_into_itself(effect: Effect, pair: Pair) -> None:
    """A directory into itself is refused before anything is written (FENCE-12)."""
    number = kernel.stat(effect.files, effect.call.cwd, pair.source_path)
    if not isinstance(number, str) and isinstance(effect.files.nodes[number], Directory):
        effect.withheld = _into_itself(effect, pair) or effect.withheld


def _copy_operand(effect: Effect, pair: Pair, *, recursive: bool) -> None:
    """Copies one source to its destination, both judged again as things stand now."""
    decision = effect.content(pair.source_path)
    target = effect.content(pair.target_path)
    if not (effect.allows(pair.source, decision) and effect.allows(pair.target, target)):
        return None
    pair = replace(
        pair,
        source_path=effect.called(pair.source_path, decision),
        target_path=effect.called(pair.target_path, target),
    )
    number = kernel.stat(effect.files, effect.call.cwd, pair.source_path)
    if isinstance(number, str):
        return effect.fail(pair.source, number)
    if not isinstance(effect.files.nodes[number], Directory):
        return _copy(effect, number, pair, ())
    effect.by("BUILTIN-8")
    if not recursive:
        return effect.fail(pair.source, "EISDIR")
    said = len(effect.messages)
    _copy(effect, number, pair, ())
    if any(isinstance(message.reason, Refused) for message in effect.messages[said:]):
        _siblings_are_optional(effect)
    return None


def _siblings_are_optional(effect: Effect) -> None:
    """Once a link in a tree leads out, how much of the rest is copied is left open (FENCE-6)."""
    effect.by("FENCE-6")
    effect.optional |= {place for verb, place in effect.touched if verb in ("make", "write")}


def _copy(effect: Effect, number: Number, pair: Pair, above: tuple[Number, ...]) -> None:
    """Copies the node that a source leads to. `above`: the directories that this walk is inside of."""
    node = effect.files.nodes[number]
    match node:
        case File():
            _copy_file(effect, number, node, pair)
        case Directory():
            _copy_directory(effect, number, node, pair, above)
        case Special():
            effect.fail(pair.source, "not a regular file or directory", "FENCE-12")
        case Link():
            raise AssertionError("a source is what a link leads to")


def _copy_file(effect: Effect, number: Number, source: File, pair: Pair) -> None:
    """Copies a file's bytes and its nine permission bits; never onto itself, never into a special file (FENCE-12).

    One that is there stays the same file, under all of its names (BUILTIN-20).
    """
    decision = effect.content(pair.target_path)
    assert isinstance(decision, Allowed)
    place = decision.landing.place
    cwd = effect.call.cwd
    found = kernel.stat(effect.files, cwd, pair.target_path)
    mode = source.mode & 0o777
    if found == number:
        return effect.fail(pair.target, f"'{pair.source}' and it are the same file", "FENCE-12")
    is_new = found == "ENOENT"
    if is_new:
        entry = kernel.stat(effect.files, cwd, pair.target_path, follow=False)
        if not isinstance(entry, str) and effect.choose("cp_dangling") == "refuse":
            return effect.fail(pair.target, "not written through a dangling link", "FENCE-12")
        made = kernel.create(effect.files, cwd, pair.target_path, mode)
        if isinstance(made, str):
            return effect.fail(pair.target, made)
        effect.touched.append(("make", place))
        effect.files, found = made
    if isinstance(found, str):
        return effect.fail(pair.target, found)
    target = effect.files.nodes[found]
    if isinstance(target, Directory):
        return effect.fail(pair.target, "EISDIR")
    if not isinstance(target, File):
        return effect.fail(pair.target, "not a regular file", "FENCE-12")
    kept = target.mode if not is_new and effect.choose("cp_existing_mode") == "keep" else mode
    effect.by("BUILTIN-9")
    effect.touched += [("read", _source_place(effect, pair)), ("write", place)]
    copied = replace(target, data=source.data, mode=kept, fresh=True, program=source.program)
    effect.files = with_node(effect.files, found, copied)
    return None


def _source_place(effect: Effect, pair: Pair) -> tuple[str, ...]:
    decision = effect.content(pair.source_path)
    assert isinstance(decision, Allowed)
    return decision.landing.place


def _copy_directory(effect: Effect, number: Number, source: Directory, pair: Pair, above: tuple[Number, ...]) -> None:
    """Copies a directory: made, or entered where there is one, then everything in it (FENCE-6)."""
    if number in above:
        return effect.fail(pair.source, "ELOOP", "FENCE-6")
    if _into_itself(effect, pair):
        return None
    cwd = effect.call.cwd
    decision = effect.content(pair.target_path)
    assert isinstance(decision, Allowed)
    place = decision.landing.place
    found = kernel.stat(effect.files, cwd, pair.target_path)
    if found == "ENOENT":
        result = kernel.mkdir(effect.files, cwd, pair.target_path, source.mode & 0o777)
        if isinstance(result, str):
            return effect.fail(pair.target, result)
        effect.touched.append(("make", place))
        effect.files, found = result
    if isinstance(found, str):
        return effect.fail(pair.target, found)
    if not isinstance(effect.files.nodes[found], Directory):
        return effect.fail(pair.target, "ENOTDIR")
    effect.touched.append(("list", _source_place(effect, pair)))
    for name in sorted(source.entries):
        _copy_child(effect, source.entries[name], name, pair, (*above, number))
    return None


def _copy_child(effect: Effect, number: Number, name: str, pair: Pair, above: tuple[Number, ...]) -> None:
    """Copies one entry of a directory: links are followed, and both sides are judged where they land (FENCE-6)."""
    child = Pair(
        f"{pair.source.rstrip('/')}/{name}",
        joined(pair.source_path, name),
        f"{pair.target.rstrip('/')}/{name}",
        joined(pair.target_path, name),
    )
    if not _allowed(effect, child):
        effect.by("FENCE-6")
        return
    if isinstance(effect.files.nodes[number], Link):
        effect.by("FENCE-6")
        found = kernel.stat(effect.files, effect.call.cwd, child.source_path)
        if isinstance(found, str):
            return effect.fail(child.source, found)
        number = found
        if isinstance(effect.files.nodes[number], Directory) and effect.choose("cp_tree_link") == "refuse":
            return effect.fail(child.source, "a link to a directory", "FENCE-6")
    _copy(effect, number, child, above)


def _into_itself(effect: Effect, pair: Pair) -> bool:
    """Whether the destination is the directory that is copied, or lies in it; if so that is noted (FENCE-12)."""
    source, target = effect.content(pair.source_path), effect.content(pair.target_path)
    assert isinstance(source, Allowed)
    assert isinstance(target, Allowed)
    if not beneath(target.landing.place, source.landing.place):
        return False
    effect.fail(pair.source, "a directory can't be copied into itself", "FENCE-12")
    return True
