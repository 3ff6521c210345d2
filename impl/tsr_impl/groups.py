"""Whether anything lives in a process group (TREE-2, TREE-5)."""

from __future__ import annotations

from tsr_impl import calls


def any_lives(groups: set[int]) -> bool:
    """Whether a process that is no zombie is left in one of the groups, whose leaders are zombies.

    Yes where that can't be told. One may be born and its parent end between two parts of a look, so
    it takes two looks to be sure.
    """
    return bool(groups) and (_is_seen_alive(groups) or _is_seen_alive(groups))


def _is_seen_alive(groups: set[int]) -> bool:
    leaders = set()
    try:
        for process in calls.list_path("/proc", None):
            if not process.isdigit():
                continue
            try:
                group, lives = calls.group_and_life(process)
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has ended in the meantime
            if group in groups:
                if lives:
                    return True
                leaders.add(int(process))
    except OSError:
        return True
    return not groups <= leaders  # a /proc that does not even show those is not about us
