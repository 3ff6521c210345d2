"""What PERM gives and what it does not, as properties of one world."""

from __future__ import annotations

from tsr_proofs.permissions import reading
from tsr_proofs.permissions.attacker import Exposed, Grant, Rights, Where, moved_in
from tsr_proofs.permissions.way import way
from tsr_proofs.permissions.worlds import PATHS, WORKSPACE, World
from tsr_proofs.trees import Dir, File


def judged_alike(world: World) -> str | None:
    """PERM-1, PERM-2: the model refuses a file by the clause by which the second reading does."""
    return _differ(world, strict=False)


def strictly_judged_alike(world: World) -> str | None:
    """PERM-3: with `--strict` too, the model refuses a file by the clause by which the second reading does."""
    return _differ(world, strict=True)


def strict_only_tightens(world: World) -> str | None:
    """PERM-3, CLI-14: what is refused without `--strict` is refused with it."""
    if world.refusal(strict=False) is not None and world.refusal(strict=True) is None:
        return "it is accepted with --strict only"
    return None


def strict_is_not_exposed(world: World) -> str | None:
    """PERM-G1: with `--strict` no other unprivileged user could have put, changed or replaced what is accepted, be it
    there, missing, or a directory that is ignored."""
    return _exposed(world, strict=True)


def strict_is_not_moved(world: World) -> str | None:
    """PERM-G1: with `--strict` no other user could have moved an accepted file, or a link to it, where it is."""
    return _moved(world, strict=True)


def known_ways_only(world: World) -> str | None:
    """PERM-G1: where another user decides what an accepted file holds, it is in one of the ways of the findings."""
    if world.refusal(strict=False) is not None:
        return None
    unknown = {(way.where, way.grant) for way in world.exposed} - KNOWN
    return f"and also by {unknown}" if unknown else None


def nothing_is_accepted(world: World) -> str | None:
    """Witness: every file is refused."""
    return "it is accepted" if world.refusal(strict=False) is None else None


def nothing_is_accepted_strictly(world: World) -> str | None:
    """Witness: with `--strict` every file is refused that lies where more than its owner may write."""
    shared = any(right.mode & 0o022 for place, right in world.rights.items() if right.mode != 0o777)
    return "it is accepted" if shared and world.refusal(strict=True) is None else None


def nobody_else_decides(world: World) -> str | None:
    """Witness: no other user decides what any file holds."""
    return _exposed(world, strict=False)


def strict_changes_nothing(world: World) -> str | None:
    """Witness: `--strict` refuses nothing more."""
    more = world.refusal(strict=True) is not None and world.refusal(strict=False) is None
    return "it is refused with --strict" if more else None


def _differ(world: World, strict: bool) -> str | None:
    refusal = world.refusal(strict)
    found = None if refusal is None else refusal.clauses[-1]
    expected = _config(world, strict) or (
        None if world.kind == "config" else reading.refused(world.way, world.rights, strict)
    )
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def _config(world: World, strict: bool) -> str | None:
    """The clause that refuses the workspace's config; a file of its own where the world has another in view."""
    if world.kind == "config":
        return reading.refused(world.way, world.rights, strict)
    place = (*WORKSPACE, "tasks.toml")
    gone = way(_with_config(world.tree), WORKSPACE, "tasks.toml")
    return reading.refused(gone, {**world.rights, place: Rights(0o644, "user")}, strict)


def _with_config(tree: Dir) -> Dir:
    """The tree with a config in its workspace."""
    (top, upper), *others = tree.entries
    assert isinstance(upper, Dir)
    inner = tuple(
        (name, Dir((*node.entries, ("tasks.toml", File()))) if name == "ws" and isinstance(node, Dir) else node)
        for name, node in upper.entries
    )
    return Dir(((top, Dir(inner)), *others))


def _exposed(world: World, strict: bool) -> str | None:
    if world.refusal(strict) is not None or not world.exposed:
        return None
    return "; ".join(sorted(_told(world, way) for way in world.exposed))


# --- findings: each way in which PERM-G1 does not hold as it is written ----------------------------------------------

KNOWN: set[tuple[Where, Grant]] = {
    ("file", "group"),
    ("file", "foreign"),
    ("link", "foreign"),
    ("beside", "group"),
    ("beside", "foreign"),
    ("beside", "sticky"),
    ("way", "world"),
    ("way", "group"),
    ("way", "foreign"),
    ("way", "sticky"),
    ("missing", "world"),
    ("missing", "group"),
    ("missing", "foreign"),
    ("missing", "sticky"),
    ("instead", "world"),
    ("instead", "group"),
    ("instead", "foreign"),
    ("instead", "sticky"),
}


def group_writes_file(world: World) -> str | None:
    """PERM-G1: nobody in the group of an accepted file could have changed it."""
    return _by(world, "file", "group")


def stranger_owns_file(world: World) -> str | None:
    """PERM-G1: an accepted file is no other unprivileged user's own."""
    return _by(world, "file", "foreign")


def stranger_owns_link(world: World) -> str | None:
    """PERM-G1: no link on the way to an accepted file is another unprivileged user's own."""
    return _by(world, "link", "foreign")


def group_writes_beside(world: World) -> str | None:
    """PERM-G1: nobody in the group of the directory that holds an accepted file could have replaced it."""
    return _by(world, "beside", "group")


def stranger_owns_beside(world: World) -> str | None:
    """PERM-G1: the directory that holds an accepted file is no other unprivileged user's own."""
    return _by(world, "beside", "foreign")


def sticky_beside(world: World) -> str | None:
    """PERM-G1: in a sticky directory that everybody may write, no other user could have put an accepted file."""
    return _by(world, "beside", "sticky")


def world_writes_way(world: World) -> str | None:
    """PERM-G1: no directory above an accepted file, or on the way to it, may be written by everybody."""
    return _by(world, "way", "world")


def group_writes_way(world: World) -> str | None:
    """PERM-G1: no directory above an accepted file, or on the way to it, may be written by its group."""
    return _by(world, "way", "group")


def stranger_owns_way(world: World) -> str | None:
    """PERM-G1: no directory above an accepted file, or on the way to it, is another unprivileged user's own."""
    return _by(world, "way", "foreign")


def sticky_way(world: World) -> str | None:
    """PERM-G1: no other user's own entry in a sticky directory is on the way to an accepted file."""
    return _by(world, "way", "sticky")


def world_makes_missing(world: World) -> str | None:
    """PERM-G1: where a file of variables is missing, not everybody could make it."""
    return _by(world, "missing", "world")


def group_makes_missing(world: World) -> str | None:
    """PERM-G1: where a file of variables is missing, nobody in the directory's group could make it."""
    return _by(world, "missing", "group")


def stranger_makes_missing(world: World) -> str | None:
    """PERM-G1: where a file of variables is missing, no other user who owns the directory could make it."""
    return _by(world, "missing", "foreign")


def sticky_makes_missing(world: World) -> str | None:
    """PERM-G1: where a file of variables is missing in a sticky directory, no other user could make it."""
    return _by(world, "missing", "sticky")


def world_replaces_directory(world: World) -> str | None:
    """PERM-G1: where `.env` is a directory and ignored, not everybody could put a file in its place."""
    return _by(world, "instead", "world")


def group_replaces_directory(world: World) -> str | None:
    """PERM-G1: where `.env` is a directory and ignored, nobody in a directory's group could put a file in its place."""
    return _by(world, "instead", "group")


def stranger_replaces_directory(world: World) -> str | None:
    """PERM-G1: where `.env` is a directory and ignored, no other user who owns a directory on the way could put a file
    in its place."""
    return _by(world, "instead", "foreign")


def sticky_replaces_directory(world: World) -> str | None:
    """PERM-G1: where `.env` is another user's directory in a sticky one, that user could put no file in its place."""
    return _by(world, "instead", "sticky")


def nobody_moved_it(world: World) -> str | None:
    """PERM-G1: no other user could have moved an accepted file, or a link to it, where it is.

    Into a sticky directory everybody may move what everybody may take from elsewhere, and it stays the user's own.
    """
    return _moved(world, strict=False)


def _moved(world: World, strict: bool) -> str | None:
    if world.way.end != "file" or world.refusal(strict) is not None:
        return None
    step = moved_in(world.tree, world.rights, WORKSPACE, PATHS[world.kind])
    if step is None:
        return None
    place = "/".join(step.place)
    return f"accepted, and another user could have put it there: mv SHARED/{step.name} {place}"


def _by(world: World, where: Where, grant: Grant) -> str | None:
    if Exposed(where, grant) not in world.exposed or world.refusal(strict=False) is not None:
        return None
    return _told(world, Exposed(where, grant))


def _told(world: World, found: Exposed) -> str:
    file = PATHS[world.kind]
    hand = {
        "world": "everybody may write",
        "group": "the group may write",
        "foreign": "is another user's own",
        "sticky": "is sticky, and in it another user has or may have an entry",
    }[found.grant]
    what = {
        "file": f"what is read as '{file}'",
        "link": f"a link that leads to what is read as '{file}'",
        "beside": f"the directory that holds '{file}' or what it links to",
        "missing": f"a directory in which '{file}' can be made to be",
        "instead": f"a directory in which the directory '{file}' can be replaced",
        "way": f"a directory on the way to '{file}'",
    }[found.where]
    return f"accepted, and {hand}: {what}" if found.grant in ("world", "group") else f"accepted, and {what} {hand}"
