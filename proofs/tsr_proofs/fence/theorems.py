"""What the fence guarantees, as properties of one run. Each gives None, or says in what way it fails.

Nothing here asks the model where a path leads: that is `walk`'s, the second reading.
"""

from __future__ import annotations

from collections.abc import Callable

from tsr_model.fence import Refused
from tsr_model.filesystem import Directory, File, Number
from tsr_proofs.bridge import Snapshot, canary
from tsr_proofs.fence.runs import Run
from tsr_proofs.fence.walk import entry_of, inside, lands
from tsr_proofs.trees import WORKSPACE, Dir, Place, Tree


def no_escape(run: Run) -> str | None:
    """FENCE-G1: no builtin reads, writes, makes, removes or renames anything outside the bounds."""
    for verb, place in run.effect.touched:
        if not inside(place, run.bounds):
            return f"{verb} {_text(place)}, which is outside"
        if not _is_physical(run, place):
            return f"{verb} {_text(place)}, which is no physical place"
    return _leak(run)


def _is_physical(run: Run, place: Place) -> bool:
    """Whether the way to a place goes through no link, in the tree before or in the tree after."""
    parent = place[:-1]
    return any(
        isinstance(tree, Dir) and lands(tree, (), _text(parent)) == parent for tree in (run.tree, run.tree_after)
    )


def _leak(run: Run) -> str | None:
    """Whether bytes of an outside file have come to standard output, or to a file inside."""
    secrets = {node.data for place, node in run.before.items() if isinstance(node, File) and not _within(run, place)}
    secrets -= {node.data for place, node in run.before.items() if isinstance(node, File) and _within(run, place)}
    if not secrets:
        return None
    for secret in secrets:
        if secret in run.effect.stdout:
            return f"printed {secret}"
    if not run.changed:
        return None
    leaked = (place for place, node in run.after.items() if isinstance(node, File) and node.data in secrets)
    return next((f"{_text(place)} has outside bytes" for place in leaked if _within(run, place)), None)


def no_over_refusal(run: Run) -> str | None:
    """FENCE-G2: an operand all of whose places lie within is not refused under FENCE-1 or FENCE-10."""
    for message in run.effect.messages:
        if isinstance(message.reason, Refused) and not _leads_out(run, message.path or ""):
            return f"'{message.path}' is refused, and no place of it is outside"
        if message.reason == "ELOOP" and message.path in run.operands and not _loops(run, message.path):
            return f"'{message.path}' is refused as a loop, and is none"
    return None


def _leads_out(run: Run, path: str) -> bool:
    """Whether a path lies outside in its role, in the tree before or in the tree after (FENCE-4)."""
    return any(_place_in(run, tree, path) not in (None, True) for tree in (run.tree, run.tree_after))


def _place_in(run: Run, tree: Tree, path: str) -> Place | bool | None:
    """A place of a path in its role that is outside; True if there is none, None if it is a loop."""
    if not isinstance(tree, Dir):
        return None
    found = [role(tree, run.cwd, path) for role in _roles(run)]
    if None in found:
        return None
    return next((place for place in found if place is not None and not inside(place, run.bounds)), True)


def _roles(run: Run) -> tuple[Callable[[Dir, Place, str], Place | None], ...]:
    """How a command takes a path: as an entry, as content, and `mkdir -p`, which looks and then makes, as both."""
    if run.command == ("mkdir", "-p"):
        return (lands, entry_of)
    return (entry_of,) if run.command[0] in ("rm", "mv", "mkdir") else (lands,)


def _loops(run: Run, path: str) -> bool:
    return any(isinstance(tree, Dir) and lands(tree, run.cwd, path) is None for tree in (run.tree, run.tree_after))


def only_the_named(run: Run) -> str | None:
    """FENCE-G3: after `rm`, nothing but the named entries and what lay physically beneath them is gone."""
    if run.command[0] != "rm" or not run.changed:
        return None
    named = [entry_of(run.tree, run.cwd, operand) for operand in run.operands if operand]
    roots = [place for place in named if place is not None]
    gone = [place for place in run.before if place not in run.after]
    taken = next((place for place in gone if not inside(place, roots)), None)
    if taken is not None:
        return f"{_text(taken)} is gone, and was not named"
    kept = {place: node for place, node in run.before.items() if place in run.after}
    return None if kept == run.after else "something else has changed"


def outside_is_the_same(run: Run) -> str | None:
    """FENCE-G4: the outside is the same, byte for byte, after any run made of builtins only."""
    if not run.changed or _outside(run, run.before) == _outside(run, run.after):
        return None
    differ = {place for place in {*run.before, *run.after} if run.before.get(place) != run.after.get(place)}
    return f"{_text(min(place for place in differ if not _within(run, place)))} has changed"


def root_stays(run: Run) -> str | None:
    """FENCE-11: the workspace root and what holds it stay where they are, whatever `allow_paths` admits (TIER-2)."""
    if not run.changed:
        return None
    before, after = run.effect.call.files, run.effect.files
    number: Number = 0
    for name in WORKSPACE:
        kept = after.nodes[number]
        if not isinstance(kept, Directory) or kept.entries.get(name) != before.directory(number).entries[name]:
            return "the workspace root has gone"
        number = kept.entries[name]
    return None


def bytes_stay(run: Run) -> str | None:
    """FENCE-12: what is copied or moved keeps its bytes: a copied file as it was, a moved one under some name."""
    if run.command[0] not in ("cp", "mv") or not run.changed:
        return None
    for operand in run.operands[:-1]:
        place = lands(run.tree, run.cwd, operand, follow=run.command[0] == "cp") if operand else None
        node = None if place is None else run.before.get(place)
        if not isinstance(node, File):
            continue
        kept = [there for there, found in run.after.items() if isinstance(found, File) and found.data == node.data]
        if not kept or (run.command[0] == "cp" and len(run.operands) == 2 and place not in kept):
            return f"the bytes of '{operand}' are lost"
    return None


def all_or_nothing(run: Run) -> str | None:
    """FENCE-10, FENCE-7: `mv` that fails, and `cp` without `-r` or `mv` of which an operand is refused, do nothing."""
    failed = run.command == ("mv",) and run.effect.status != 0 and len(run.operands) == 2
    refused = run.command in (("cp",), ("mv",)) and any(isinstance(m.reason, Refused) for m in run.effect.messages)
    return "something has changed" if (failed or refused) and run.after != run.before else None


def said_is_done(run: Run) -> str | None:
    """FENCE-G1: what a builtin changes it says that it touches, so that judging what it says judges what it does."""
    if not run.changed:
        return None
    touched = [place for verb, place in run.effect.touched if verb not in ("read", "list")]
    differ = (place for place in {*run.before, *run.after} if run.before.get(place) != run.after.get(place))
    silent = next((place for place in differ if not inside(place, touched)), None)
    return None if silent is None else f"{_text(silent)} has changed in silence"


# --- witnesses: what must be refuted, or the properties above would say nothing --------------------------------------


def touches_nothing(run: Run) -> str | None:
    """No builtin touches anything."""
    return "it touches something" if run.effect.touched else None


def refuses_nothing(run: Run) -> str | None:
    """No operand is refused by the fence."""
    refused = [message for message in run.effect.messages if isinstance(message.reason, Refused)]
    return f"'{refused[0].path}' is refused" if refused else None


def removes_nothing(run: Run) -> str | None:
    """`rm` removes nothing."""
    return "something is gone" if run.command[0] == "rm" and run.after != run.before else None


def changes_nothing(run: Run) -> str | None:
    """No builtin changes anything."""
    return "something has changed" if run.after != run.before else None


def allowed_roots_stay(run: Run) -> str | None:
    """A directory that `allow_paths` admits stays where it is."""
    gone = [place for place in run.bounds[1:] if place in run.before and place not in run.after]
    return f"{_text(gone[0])} is gone" if gone else None


def all_bytes_stay(run: Run) -> str | None:
    """No `cp` or `mv` ever replaces bytes."""
    if run.command[0] not in ("cp", "mv"):
        return None
    data = {canary(place) for place, node in run.before.items() if isinstance(node, File)}
    kept = {node.data for node in run.after.values() if isinstance(node, File)}
    return "bytes were replaced" if data - kept else None


def failure_changes_nothing(run: Run) -> str | None:
    """No builtin that fails has changed anything."""
    return "it failed, and has changed something" if run.effect.status and run.after != run.before else None


# --- what the properties ask of a run --------------------------------------------------------------------------------


def _outside(run: Run, there: Snapshot) -> Snapshot:
    return {place: node for place, node in there.items() if not _within(run, place)}


def _within(run: Run, place: Place) -> bool:
    return inside(place, run.bounds)


def _text(place: Place) -> str:
    return "/" + "/".join(place)
