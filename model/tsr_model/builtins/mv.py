"""`mv`: renames entries, links as links; across file systems it copies, then deletes."""

from __future__ import annotations

from dataclasses import replace

from tsr_model import fence, kernel
from tsr_model.builtins import options
from tsr_model.builtins.pairs import Pair, allowed, going_on, pairs, without_collisions
from tsr_model.builtins.rm import holds_root, never_removed, remove_tree
from tsr_model.effect import Call, Effect
from tsr_model.fence import Allowed
from tsr_model.filesystem import Directory, File, Link, Node, Number, Special, with_entry, without_entry
from tsr_model.kernel import Last
from tsr_model.names import Path, Place, beneath


def mv(call: Call, words: tuple[str, ...]) -> Effect:
    """Moves each source; all operands are judged first, and one refusal means that nothing is done (FENCE-10)."""
    effect = Effect(call, "mv", call.files)
    effect.by("BUILTIN-10", "FENCE-7")
    read = options.understood(effect, words, {}, "")
    if read is None:
        return effect
    wanted = pairs(effect, read.operands)
    if wanted is None:
        return effect
    for pair in wanted:
        if _allowed(effect, pair):
            _refuse_into_itself(effect, pair)
    wanted = without_collisions(effect, wanted, effect.entry)
    if not effect.withheld:
        for pair in going_on(effect, wanted):
            if _source_may_go(effect, pair) and _may_go(effect, pair.target, pair.target_path):
                _move(effect, pair)
    return effect


def _allowed(effect: Effect, pair: Pair) -> bool:
    """Whether both ends, as entries, may be taken away or replaced (FENCE-4, FENCE-11)."""
    source = _source_may_go(effect, pair)
    return _may_go(effect, pair.target, pair.target_path) and source


def _source_may_go(effect: Effect, pair: Pair) -> bool:
    if never_removed(pair.source_path):
        return _stays(effect, pair.source, "a name that ends in '.' or '..' is never removed")
    return _may_go(effect, pair.source, pair.source_path)


def _may_go(effect: Effect, written: str, named: Path) -> bool:
    """Whether an entry is within bounds and does not hold the workspace (FENCE-11)."""
    if not allowed(effect, written, named, effect.entry):
        return False
    decision = effect.entry(named)
    assert isinstance(decision, Allowed)
    if holds_root(effect, decision.landing.place):
        return _stays(effect, written, "the workspace root and what holds it stay where they are")
    return True


def _stays(effect: Effect, written: str, why: str) -> bool:
    effect.withheld = True
    effect.fail(written, why, "FENCE-11")
    return False


def _refuse_into_itself(effect: Effect, pair: Pair) -> None:
    """Nothing is moved beneath itself, and that is known before anything is moved (FENCE-12)."""
    source, target = effect.entry(pair.source_path), effect.entry(pair.target_path)
    assert isinstance(source, Allowed)
    assert isinstance(target, Allowed)
    if target.landing.place != source.landing.place and beneath(target.landing.place, source.landing.place):
        effect.withheld = True
        effect.fail(pair.source, "can't be moved into itself", "FENCE-12")


def _move(effect: Effect, pair: Pair) -> None:
    """Moves one source, once the ways in which that would lose bytes are ruled out (FENCE-7, FENCE-12, FENCE-16)."""
    source, target = effect.entry(pair.source_path), effect.entry(pair.target_path)
    assert isinstance(source, Allowed)
    assert isinstance(target, Allowed)
    pair = replace(
        pair,
        source_path=effect.called(pair.source_path, source),
        target_path=effect.called(pair.target_path, target),
    )
    files, cwd = effect.files, effect.call.cwd
    old, new = kernel.last(files, cwd, pair.source_path), kernel.last(files, cwd, pair.target_path)
    if isinstance(old, str) or old.name not in files.directory(old.holder).entries:
        return effect.fail(pair.source, old if isinstance(old, str) else "ENOENT")
    if isinstance(new, str):
        return effect.fail(pair.target, new)
    number = files.directory(old.holder).entries[old.name]
    if old.slash and not isinstance(files.nodes[number], Directory):
        return effect.fail(pair.source, "ENOTDIR", "FENCE-16")
    if _same(effect, number, new, pair):
        return effect.fail(pair.target, f"'{pair.source}' and it are the same file", "FENCE-12")
    renamed = kernel.rename(files, cwd, pair.source_path, pair.target_path)
    if renamed == "EXDEV":
        return _move_across(effect, old, new, pair, (source.landing.place, target.landing.place))
    if isinstance(renamed, str):
        return effect.fail(pair.target, renamed)
    effect.touched += [("remove", source.landing.place), ("make", target.landing.place)]
    effect.files = renamed
    return None


def _same(effect: Effect, number: Number, new: Last, pair: Pair) -> bool:
    """Whether source and destination are one file, by name, by hard link, or by a link that leads to it."""
    files, cwd = effect.files, effect.call.cwd
    target = files.directory(new.holder).entries.get(new.name)
    if target is None:
        return False
    leads_to = kernel.stat(files, cwd, pair.source_path)
    if target in (number, leads_to):
        return True
    if isinstance(files.nodes[target], Link) and kernel.stat(files, cwd, pair.target_path) == number:
        return effect.choose("mv_own_link") == "refuse"
    return False


def _move_across(effect: Effect, old: Last, new: Last, pair: Pair, places: tuple[Place, Place]) -> None:
    """Copies to another file system, then deletes; a copy that fails deletes nothing (FENCE-7)."""
    files = effect.files
    number = files.directory(old.holder).entries[old.name]
    moved = files.nodes[number]
    replaced = files.directory(new.holder).entries.get(new.name)
    in_the_way = None if replaced is None else _in_the_way(effect, moved, files.nodes[replaced])
    if in_the_way is not None:
        return effect.fail(pair.target, in_the_way)
    if new.slash and not isinstance(moved, Directory):
        return effect.fail(pair.target, "ENOTDIR")
    if not _can_be_carried(effect, number, pair.source, places[0]):
        return None
    if replaced is not None:
        effect.touched.append(("remove", places[1]))
        effect.files = without_entry(effect.files, new.holder, new.name)
    _carry(effect, number, new.holder, new.name, places[1])
    remove_tree(effect, old.holder, old.name, places[0])
    return None


def _in_the_way(effect: Effect, moved: Node, there: Node) -> str | None:
    """Why what is at the destination can't be replaced, or None, as `rename` has it."""
    if isinstance(there, Link) and effect.choose("mv_across_onto_link") == "refuse":
        return "a link is in the way"
    if isinstance(moved, Directory):
        if not isinstance(there, Directory):
            return "ENOTDIR"
        return "ENOTEMPTY" if there.entries else None
    return "EISDIR" if isinstance(there, Directory) else None


def _can_be_carried(effect: Effect, number: Number, written: str, place: Place) -> bool:
    """Whether every node of the tree can be copied: no special files, and where links are judged, none bad."""
    node = effect.files.nodes[number]
    if isinstance(node, Special):
        effect.fail(written, "not a regular file, directory or link", "FENCE-12")
        return False
    if isinstance(node, Link) and effect.choose("mv_across_links") == "judge":
        landed = fence.landing(effect.files, 0, place)
        return effect.allows(written, fence.judge(landed, effect.call.bounds))
    if isinstance(node, Directory):
        carried = [
            _can_be_carried(effect, child, f"{written.rstrip('/')}/{name}", (*place, name))
            for name, child in sorted(node.entries.items())
        ]
        return all(carried)
    return True


def _carry(effect: Effect, number: Number, holder: Number, name: str, place: Place) -> None:
    """Copies a node, links as links, modes kept."""
    node = effect.files.nodes[number]
    effect.touched.append(("make", place))
    match node:
        case Directory(entries=entries, mode=mode):
            empty = Directory({}, holder, mode, effect.files.directory(holder).device)
            effect.files, made = with_entry(effect.files, holder, name, empty)
            for child, held in sorted(entries.items()):
                _carry(effect, held, made, child, (*place, child))
        case File() | Link() | Special():
            effect.files, _ = with_entry(effect.files, holder, name, node)
