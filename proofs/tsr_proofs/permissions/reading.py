"""A second reading of PERM: by which clause a file is refused, from the list of what is looked up on the way to it."""

from __future__ import annotations

from tsr_proofs.permissions.attacker import Decoration
from tsr_proofs.permissions.way import Way
from tsr_proofs.trees import Dir, File, Link, Place

WORLD, SHARED, STICKY = 0o002, 0o022, 0o1000


def refused(gone: Way, rights: Decoration, strict: bool) -> str | None:
    """The clause that refuses what is at the end of the way, or its absence; None where none does."""
    clause = _written_by_all(gone, rights) if gone.end == "file" else None
    return clause or ("PERM-3" if strict and not _all_owned(gone, rights) else None)


def _written_by_all(gone: Way, rights: Decoration) -> str | None:
    """PERM-1, and PERM-2 behind a link in last place."""
    ends = [step for step in gone.steps if step.last and isinstance(step.met, File | Link)]
    for number, step in enumerate(ends):
        mode = rights[step.holder].mode
        if (mode & WORLD, mode & STICKY) == (WORLD, 0):
            return "PERM-2" if number else "PERM-1"
    if rights[ends[-1].place].mode & WORLD:
        return "PERM-2" if len(ends) > 1 else "PERM-1"
    return None


def _all_owned(gone: Way, rights: Decoration) -> bool:
    """PERM-3: everything is the user's or root's, and neither group nor others may write it, or put an entry there."""
    met = {step.place for step in gone.steps if step.met is not None}
    through = {step.place for step in gone.steps if isinstance(step.met, Dir) and not step.last}
    holders = {step.holder for step in gone.steps} | through
    owned = all(rights[place].owner != "other" for place in met | holders)
    read = [step.place for step in gone.steps if isinstance(step.met, File)] if gone.end == "file" else []
    files = all(not rights[place].mode & SHARED for place in read)
    return owned and files and all(_is_kept(rights, place, gone) for place in holders)


def _is_kept(rights: Decoration, holder: Place, gone: Way) -> bool:
    """Whether nobody else may write in a directory; where it is sticky, all that is looked up in it are directories."""
    mode = rights[holder].mode
    kept = all(isinstance(step.met, Dir) for step in gone.steps if step.holder == holder)
    return not mode & SHARED or (bool(mode & STICKY) and kept)
