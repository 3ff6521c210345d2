"""Wrong fences: each a small change that someone could make, and that a theorem has to notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tsr_model import fence, kernel
from tsr_model.builtins.mkdir import _make
from tsr_model.builtins.pairs import Pair
from tsr_model.builtins.rm import never_removed, remove_tree
from tsr_model.effect import Effect
from tsr_model.fence import Allowed, Bounds, Decision, Landing
from tsr_model.filesystem import ROOT, Directory, FileSystem, Link, Number, place_of, without_entry
from tsr_model.names import HERE, SLASH, UP, Name, Path, Place, beneath, path, text
from tsr_model.resolver import Reached, Stopped, TooManyLinks, walk
from tsr_proofs.seeding import Fault, Swap

Landed: TypeAlias = "Landing | TooManyLinks"

# The right versions, kept before any is swapped.
_landing = fence.landing
_content = fence.content
_entry = fence.entry


# --- where a walk lands ----------------------------------------------------------------------------------------------


def _only_text(files: FileSystem, start: Number, parts: tuple[Name, ...]) -> Landed:
    return Landing(_joined(place_of(files, start), parts), (), False)


def _dots_popped_first(files: FileSystem, start: Number, parts: tuple[Name, ...]) -> Landed:
    kept: list[Name] = []
    for part in parts:
        if part == UP and kept and kept[-1] != UP:
            kept.pop()
        else:
            kept.append(part)
    return _landing(files, start, tuple(kept))


def _dangling_is_new(files: FileSystem, start: Number, parts: tuple[Name, ...]) -> Landed:
    met = walk(files, start, parts, follow=False)
    if isinstance(met, Reached) and isinstance(walk(files, start, parts), Stopped):
        return Landing((*place_of(files, met.holder), met.name), (), False)
    return _landing(files, start, parts)


def _never_resumed(files: FileSystem, start: Number, parts: tuple[Name, ...]) -> Landed:
    met = walk(files, start, parts)
    if isinstance(met, Stopped):
        return Landing(_joined(place_of(files, met.holder), met.rest), (), False)
    return _landing(files, start, parts)


def _missing_is_the_end(files: FileSystem, start: Number, parts: tuple[Name, ...]) -> Landed:
    met = walk(files, start, parts)
    if isinstance(met, Stopped):
        return Landing((*place_of(files, met.holder), met.rest[0]), (), False)
    return _landing(files, start, parts)


def _loop_is_found(files: FileSystem, start: Number, parts: tuple[Name, ...]) -> Landed:
    landed = _landing(files, start, parts)
    return Landing(place_of(files, start), (), False) if isinstance(landed, TooManyLinks) else landed


def _targets_from_the_task(files: FileSystem, start: Number, parts: tuple[Name, ...]) -> Landed:
    met = walk(files, start, parts, follow=False)
    node = files.nodes[met.number] if isinstance(met, Reached) else None
    if not isinstance(node, Link):
        return _landing(files, start, parts)
    target = path(node.target)
    return _landing(files, ROOT if target.absolute else start, target.parts)


def _parent_as_text(files: FileSystem, cwd: Number, named: Path) -> Landed:
    start = () if named.absolute else place_of(files, cwd)
    return Landing(_joined(start, named.parts), (), False)


def _joined(place: Place, parts: tuple[Name, ...]) -> Place:
    for part in parts:
        place = place[:-1] if part == UP else place if part in (HERE, SLASH) else (*place, part)
    return place


# --- what is within bounds -------------------------------------------------------------------------------------------


def _by_letters(place: Place, root: Place) -> bool:
    return text(place).startswith(text(root))


def _by_the_first_name(place: Place, root: Place) -> bool:
    return place[:1] == root[:1]


def _parent_too(place: Place, bounds: Bounds) -> Place | None:
    every = (bounds.root, *(allowed[:-1] for allowed in bounds.allowed))
    return next((bound for bound in every if beneath(place, bound)), None)


def _last_entry_only(place: Place, bounds: Bounds) -> Place | None:
    bound = (bounds.root, *bounds.allowed)[-1]
    return bound if beneath(place, bound) else None


def _all_of_them(place: Place, bounds: Bounds) -> Place | None:
    return bounds.root if all(beneath(place, bound) for bound in (bounds.root, *bounds.allowed)) else None


# --- which role a path has -------------------------------------------------------------------------------------------

Role: TypeAlias = Callable[[FileSystem, Number, Bounds, Path], Decision]


def _slash_is_content(files: FileSystem, cwd: Number, bounds: Bounds, named: Path) -> Decision:
    return (_content if named.parts[-1:] == (SLASH,) else _entry)(files, cwd, bounds, named)


def _in_role(role: Role, effect: Effect, named: Path) -> Decision:
    return role(effect.files, effect.call.cwd, effect.call.bounds, named)


def _rm_follows(effect: Effect, named: Path) -> Decision:
    return _in_role(_content if effect.builtin == "rm" else _entry, effect, named)


def _mv_follows(effect: Effect, named: Path) -> Decision:
    return _in_role(_content if effect.builtin == "mv" else _entry, effect, named)


def _touch_does_not_follow(effect: Effect, named: Path) -> Decision:
    return _in_role(_entry if effect.builtin == "touch" else _content, effect, named)


def _cat_does_not_follow(effect: Effect, named: Path) -> Decision:
    return _in_role(_entry if effect.builtin == "cat" else _content, effect, named)


def _cp_judges_the_directory_only(effect: Effect, named: Path) -> Decision:
    """In `cp` a path is let through when the directory that holds its last name is within."""
    decision = _in_role(_content, effect, named)
    if effect.builtin != "cp" or not isinstance(decision, fence.Refused):
        return decision
    holder = _in_role(_content, effect, Path(named.absolute, named.parts[:-1]))
    return Allowed(decision.landing, holder.by) if isinstance(holder, Allowed) else decision


# --- what a builtin forgets ------------------------------------------------------------------------------------------


def _target_judged(effect: Effect, pair: Pair) -> bool:
    """`cp` that judges no source but the operands themselves, once more before they are copied."""
    return effect.allows(pair.target, effect.content(pair.target_path))


def _source_place(effect: Effect, pair: Pair) -> Place:
    decision = effect.content(pair.source_path)
    assert not isinstance(decision, TooManyLinks)
    return decision.landing.place


def _into_itself(effect: Effect, pair: Pair) -> bool:
    source, target = effect.content(pair.source_path), effect.content(pair.target_path)
    assert not isinstance(source, TooManyLinks)
    assert not isinstance(target, TooManyLinks)
    return beneath(target.landing.place, source.landing.place)


def _makes_unjudged(effect: Effect, operand: str, named: Path) -> bool:
    decision = effect.entry(named)
    made = kernel.mkdir(effect.files, effect.call.cwd, named, 0o755)
    if isinstance(made, str) or isinstance(decision, TooManyLinks):
        effect.fail(operand, str(made))
        return False
    effect.touched.append(("make", decision.landing.place))
    effect.files = made[0]
    return True


def _source_judged(effect: Effect, pair: Pair) -> bool:
    return not never_removed(pair.source_path) and effect.allows(
        pair.source, _in_role(_entry, effect, pair.source_path)
    )


def _lax_in_mv(effect: Effect, named: Path) -> Decision:
    decision = _in_role(_entry, effect, named)
    return Allowed(decision.landing, ()) if effect.builtin == "mv" and isinstance(decision, fence.Refused) else decision


_allows = Effect.allows


def _refusal_forgotten(effect: Effect, written: str, decision: Decision) -> bool:
    allowed = _allows(effect, written, decision)
    effect.withheld = False
    return allowed


def _never(effect: Effect, *rest: object) -> bool:
    return False


def _through_links(effect: Effect, holder: Number, name: Name, place: Place) -> None:
    """Removes a tree, and what a link in it leads to."""
    number = effect.files.directory(holder).entries[name]
    followed = kernel.stat(effect.files, holder, Path(False, (name,)))
    inner = number if isinstance(followed, str) else followed
    node = effect.files.nodes[inner]
    for child in sorted(node.entries) if isinstance(node, Directory) else ():
        effect.touched.append(("remove", (*place, child)))
        effect.files = without_entry(effect.files, inner, child)
    if name in effect.files.directory(holder).entries:
        effect.touched.append(("remove", place))
        effect.files = without_entry(effect.files, holder, name)


def _with_its_parent(effect: Effect, holder: Number, name: Name, place: Place) -> None:
    """Removes an entry, and the directory that held it when that is left empty."""
    effect.touched.append(("remove", place))
    effect.files = without_entry(effect.files, holder, name)
    above = effect.files.directory(holder)
    if not above.entries and len(place) > 2:
        effect.touched.append(("remove", place[:-1]))
        effect.files = without_entry(effect.files, above.parent, place[-2])


def _unsaid(effect: Effect, operand: str, named: Path) -> bool:
    """`mkdir` that doesn't say what it makes."""
    made = _make(effect, operand, named)
    effect.touched.clear()
    return made


def _unsaid_removal(effect: Effect, holder: Number, name: Name, place: Place) -> None:
    """`rm` that doesn't say what it removes."""
    remove_tree(effect, holder, name, place)
    effect.touched.clear()


_rename = kernel.rename


def _clears_the_way(files: FileSystem, cwd: Number, source: Path, target: Path) -> FileSystem | str:
    """`rename` that first unlinks the destination, even where that is the source."""
    cleared = kernel.unlink(files, cwd, target)
    if isinstance(cleared, str):
        return _rename(files, cwd, source, target)
    renamed = _rename(cleared, cwd, source, target)
    return cleared if isinstance(renamed, str) else renamed


# --- the faults ------------------------------------------------------------------------------------------------------

_FENCE, _EFFECT = "tsr_model.fence", "tsr_model.effect"
_CP, _MKDIR, _MV, _RM = (f"tsr_model.builtins.{name}" for name in ("cp", "mkdir", "mv", "rm"))


def _landing_fault(name: str, says: str, replacement: object) -> Fault:
    return Fault(name, says, (Swap(_FENCE, "landing", replacement),))


TEXT_ONLY = _landing_fault("text-only", "the path is judged as text, no link is followed", _only_text)
DOTS_POPPED = _landing_fault("dots-popped", "`link/..` is taken away as text before the walk", _dots_popped_first)
DANGLING_IS_NEW = _landing_fault("dangling-is-new", "a dangling link counts as a new file", _dangling_is_new)
NEVER_RESUMED = _landing_fault("never-resumed", "behind a missing name links are never followed again", _never_resumed)
MISSING_IS_THE_END = _landing_fault(
    "missing-is-the-end", "what follows a missing name isn't looked at", _missing_is_the_end
)
LOOP_IS_FOUND = _landing_fault("loop-is-found", "a walk over the link budget counts as having ended", _loop_is_found)
TARGETS_FROM_TASK = _landing_fault("targets-from-task", "a relative target starts at the task", _targets_from_the_task)
ONE_LINK = Fault("one-link", "the link budget is one", (Swap(_FENCE, "LINK_BUDGET", 1),))
PARENT_AS_TEXT = Fault(
    "parent-as-text", "of an entry the parent isn't followed", (Swap(_FENCE, "entry_landing", _parent_as_text),)
)
BY_LETTERS = Fault("by-letters", "bounds are compared letter by letter", (Swap(_FENCE, "beneath", _by_letters),))
BY_FIRST_NAME = Fault("by-first-name", "only the first name counts", (Swap(_FENCE, "beneath", _by_the_first_name),))
PARENT_TOO = Fault("parent-too", "`allow_paths` admits the parent of its entry", (Swap(_FENCE, "within", _parent_too),))
LAST_ONLY = Fault(
    "last-only", "the last `allow_paths` entry replaces the others", (Swap(_FENCE, "within", _last_entry_only),)
)
ALL_OF_THEM = Fault("all-of-them", "a place has to lie in every bound", (Swap(_FENCE, "within", _all_of_them),))
SLASH_IS_CONTENT = Fault(
    "slash-is-content", "a last slash turns an entry into content", (Swap(_FENCE, "entry", _slash_is_content),)
)
RM_FOLLOWS = Fault(
    "rm-follows", "`rm` is judged by where its operand leads", (Swap(_EFFECT, "Effect.entry", _rm_follows),)
)
MV_FOLLOWS = Fault(
    "mv-follows", "`mv` is judged by where its operands lead", (Swap(_EFFECT, "Effect.entry", _mv_follows),)
)
TOUCH_STAYS = Fault(
    "touch-stays", "`touch` is judged by where a link is", (Swap(_EFFECT, "Effect.content", _touch_does_not_follow),)
)
CAT_STAYS = Fault(
    "cat-stays", "`cat` is judged by where a link is", (Swap(_EFFECT, "Effect.content", _cat_does_not_follow),)
)
CP_DIRECTORY_ONLY = Fault(
    "cp-directory-only",
    "`cp` judges the directory of a file, not a link in its place (source, destination, joined base name)",
    (Swap(_EFFECT, "Effect.content", _cp_judges_the_directory_only),),
)
CP_TREE_UNJUDGED = Fault(
    "cp-tree-unjudged",
    "a link in a tree that `cp -r` copies isn't judged",
    (
        Swap(_CP, "_allowed", _target_judged),
        Swap(_CP, "_source_place", _source_place),
        Swap(_CP, "_into_itself", _into_itself),
    ),
)
MKDIR_UNJUDGED = Fault(
    "mkdir-unjudged",
    "`mkdir -p` judges its operand, not what it makes on the way",
    (Swap(_MKDIR, "_make", _makes_unjudged),),
)
MV_SOURCE_ONLY = Fault(
    "mv-source-only",
    "the destination of `mv` isn't judged",
    (Swap(_MV, "_allowed", _source_judged), Swap(_EFFECT, "Effect.entry", _lax_in_mv)),
)
REFUSAL_FORGOTTEN = Fault(
    "refusal-forgotten",
    "`cp` and `mv` go on when an operand is refused",
    (Swap(_EFFECT, "Effect.allows", _refusal_forgotten),),
)
RM_THROUGH_LINKS = Fault(
    "rm-through-links", "`rm -r` empties what a link leads to", (Swap(_RM, "remove_tree", _through_links),)
)
RM_WITH_PARENT = Fault(
    "rm-with-parent", "`rm` takes an emptied parent along", (Swap(_RM, "remove_tree", _with_its_parent),)
)
ROOT_MAY_GO = Fault(
    "root-may-go",
    "`rm` and `mv` take the workspace root",
    (Swap(_RM, "holds_root", _never), Swap(_MV, "holds_root", _never)),
)
SAME_FILE_UNSEEN = Fault(
    "same-file-unseen",
    "`mv` doesn't see that both names are one file, and clears the way first",
    (Swap(_MV, "_same", _never), Swap("tsr_model.kernel", "rename", _clears_the_way)),
)
SILENT_MKDIR = Fault("silent-mkdir", "`mkdir` doesn't say what it makes", (Swap(_MKDIR, "_make", _unsaid),))
SILENT_RM = Fault("silent-rm", "`rm` doesn't say what it removes", (Swap(_RM, "remove_tree", _unsaid_removal),))
