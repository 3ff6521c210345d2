"""What a run in which a call failed is worth: one word."""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from failing_trees import OLD, Entry, Snapshot

if TYPE_CHECKING:
    from failing_scenarios import Scenario

CLEAR, UNHARMED, SCARCE, QUIET = "clear", "unharmed", "scarce", "quiet"
ITSELF, WARNED, MISSING, PLANNED = "for itself", "warned", "as if missing", "as planned"
GOOD = {
    CLEAR: "a message says what could not be done, and why in the system's words; the exit code is 1 of a builtin, "
    "64 of anything else",
    UNHARMED: "the run ended as it does when no call fails, with the same result",
    SCARCE: "a message says that the system has no more to give, and which limit that is; the exit code is 64",
    ITSELF: "a message says that the system refused what the runner needs for itself, and why, or "
    "which part of it can't be loaded; the exit code is 64",
    QUIET: "nobody reads any more: the exit code says so, and no message (EXIT-11)",
    WARNED: "the run went on without what a warning names, with the system's reason; the exit code is 0",
    MISSING: "the system said that there is no such entry, or that it leads nowhere, and the run went on as it "
    "does without it",
    PLANNED: "see below",
}
_FOREIGN = "what `cp` writes onto a file that is somebody else's keeps the mode of that file (BUILTIN-9)"
PLANS: dict[str, tuple[tuple[int, ...], str]] = {
    "initial_environment": (
        (),
        "where the system does not show the environment that the runner was started with, programs get the LC_CTYPE "
        "that Python has put there for itself",
    ),
    "patterns": (
        (errno.EACCES, errno.EPERM, errno.ELOOP, errno.ENAMETOOLONG),
        "in a directory that may not be searched or listed nothing matches, as in a shell (SHELL-11)",
    ),
    "every open": (
        (errno.EMFILE,),
        "a `.tsr-mv-N` stays where `mv` runs out of descriptors, since to take it away needs some, too",
    ),
    "change_mode": ((errno.EPERM,), _FOREIGN),
    "fchmod": ((errno.EPERM,), _FOREIGN),
}
"""What is given up where a call fails, or in a scenario, and no message says so or why: with which errors (all of
them if none is named)."""
HANG, TRACEBACK, INTERNAL, LOST, HALF = "hang", "traceback", "internal error", "lost", "half left"
SILENT, VAGUE, WRONG_CODE, LEFT, STOPPED = "silent", "vague", "wrong code", "left behind", "stopped others"
BAD = {
    HANG: "it did not end",
    TRACEBACK: "a traceback was printed",
    INTERNAL: "the message says that the runner did not foresee this",
    LOST: "something changed that the command did not name, or what it moved, copied or replaced is gone",
    HALF: "what is new is neither complete nor away",
    SILENT: "0 and a wrong result, or a failure without a message",
    VAGUE: "a message that does not say what failed, or not why",
    WRONG_CODE: "an exit code that does not belong to the message",
    LEFT: "a process outlived the run",
    STOPPED: "a failing operand stopped the others",
}

_BUILTIN = re.compile(
    r"^(?:rm|cp|mv|mkdir|touch|cat|echo|pwd): (?P<operand>'[^\n]+?'|standard (?:output|input)): ", re.M
)
_RUNNER = re.compile(r"^✗ (?:config )?error: (?P<said>[^\n]+)", re.M)
_WARNING = re.compile(r"^! warning: [^\n]*'[^\n]+", re.M)
_NAMED = re.compile(r"'[^'\n]+'|`[^`\n]+`|working directory|standard (?:input|output)|a program|\w+\.toml|\bgit\b")
_SCARCE = "the system has no more to give: "
# What the runner says in the place of the system's words, where these would mislead.
_OWN_WORDS = {
    errno.ENOENT: ("not found", "leads nowhere"),
    errno.EEXIST: ("is there already", "Not a directory", "No such file or directory"),
    errno.EISDIR: ("Not a directory", "was changed while"),
    errno.ELOOP: ("not found",),
    errno.ENAMETOOLONG: ("not found",),
    errno.E2BIG: ("is too long",),
    errno.EAGAIN: ("nobody reads", "is behind"),
    errno.ENXIO: ("nobody reads",),
    errno.EPIPE: ("nobody reads",),
}
_REFUSED = re.compile(
    r"(?:task '[^']+': )?(?:the system refused what the runner itself needs: |a part of the runner, '[^']+', cannot be)"
)
_FOR_ITSELF = ("open_standard_descriptors",)
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
_LOOK_UPS = (
    "status_at",
    "list_path",
    "names",
    "Listing",
    "Listing.next",
    "read_link",
    "open_directory",
    "open_to_read",
)
_TABLE = re.compile(r"(?:^[✓✗⊘] [^\n]*\n)+^exit code: \d+\n\Z", re.M)


@dataclass(frozen=True, slots=True)
class Case:
    """A call that fails in a scenario: the `first` one, and with `always` each that follows.

    `process`: it is a system call of a real process, which makes some for the interpreter as well.
    """

    scenario: str
    function: str
    number: int
    first: int
    always: bool = False
    process: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """How a run ended. `code` is minus the number of a signal, None if it did not end."""

    code: int | None
    out: str
    err: str
    after: Snapshot
    left: tuple[str, ...] = ()
    fired: bool = True

    @classmethod
    def of(cls, answer: dict[str, Any]) -> Run:
        """As the host tells of it."""
        after = {path: (kind, mode, held, when) for path, (kind, mode, held, when) in answer["after"].items()}
        left = tuple(answer["left"])
        return cls(answer["code"], answer["out"], answer["err"], after, left, answer["fired"])

    @property
    def said(self) -> str:
        """Its messages, without the table after a failure."""
        return _TABLE.sub("", self.err)


def judge(scenario: Scenario, case: Case, before: Snapshot, sound: Run, run: Run) -> str:
    """The word for a run, given the tree as it was and the run in which nothing fails."""
    if run.code is None:
        return HANG
    if "Traceback (most recent call last)" in run.err:
        return TRACEBACK
    if "internal error" in run.err:
        return INTERNAL
    harmed = _harm(scenario, before, sound.after, run.after)
    if harmed == HALF and case.function == "every open" and _but_for_stages(run.after, before, scenario, sound.after):
        return PLANNED if _message(scenario, case, before, sound, run) in (CLEAR, SCARCE) else HALF
    if harmed == HALF and case.always and "zeros were added to it, and can't be taken away again" in run.err:
        return PLANNED  # it could not be cut back to what it was, and that is said
    if harmed:
        return harmed
    if run.left and case.function != "send":
        return LEFT
    if (run.code, run.out) == (sound.code, sound.out) and _same(scenario, sound.after, run.after):
        return UNHARMED
    if not case.always and _stopped(scenario, before, sound.after, run):
        return STOPPED
    word = _message(scenario, case, before, sound, run)
    if word in (SILENT, VAGUE) and case.number in _NOTHING_THERE and case.function in _LOOK_UPS:
        return MISSING
    return PLANNED if word in (SILENT, VAGUE) and _is_planned(case) else word


def _is_planned(case: Case) -> bool:
    plans = [PLANS[name] for name in (case.function, case.scenario) if name in PLANS]
    return any(case.number in (numbers or (case.number,)) for numbers, _ in plans)


# The tree -------------------------------------------------------------------------------------


def _harm(scenario: Scenario, before: Snapshot, sound: Snapshot, after: Snapshot) -> str:
    """LOST or HALF, if that is what became of the tree."""
    found = {_harm_at(scenario, path, before, sound, after) for path in {*before, *sound, *after}}
    if LOST in found or not all(_is_somewhere(*move, before, sound, after) for move in scenario.moves):
        return LOST
    return HALF if HALF in found else ""


def _but_for_stages(after: Snapshot, before: Snapshot, scenario: Scenario, sound: Snapshot) -> bool:
    """Whether nothing else is left half done than what `mv` puts beside its destination."""
    others = {path: entry for path, entry in after.items() if "/.tsr-mv-" not in path}
    return not _harm(scenario, before, sound, others)


def _harm_at(scenario: Scenario, path: str, before: Snapshot, sound: Snapshot, after: Snapshot) -> str:
    was, meant, now = before.get(path), sound.get(path), after.get(path)
    if path in scenario.logs:
        return ""
    if _is_beneath(path, scenario.removes) or _is_beneath(path, [source for source, _ in scenario.moves]):
        return "" if now is None or _is_like(now, was) else LOST
    if path in scenario.replaces:
        kept = now is None or now[2] in [entry[2] for entry in (was, meant) if entry]
        return "" if kept else HALF
    if _is_beneath(path, scenario.makes) or _is_beneath(path, [target for _, target in scenario.moves]):
        return "" if now is None or _is_like(now, was) or _is_like(now, meant) else HALF
    if was is None and now is not None:
        return HALF
    return "" if now == was else LOST


def _is_beneath(path: str, tops: tuple[str, ...] | list[str]) -> bool:
    return any(path == top or path.startswith(f"{top}/") for top in tops)


def _is_like(now: Entry | None, one: Entry | None) -> bool:
    """The same but for times; an unfinished directory may still be for its owner alone."""
    if now is None or one is None:
        return now is one
    return now[:3] == one[:3] or (now[0] == one[0] == "directory" and now[1] == 0o700)


def _is_somewhere(source: str, target: str, before: Snapshot, sound: Snapshot, after: Snapshot) -> bool:
    """Whether what was moved is complete: each entry of it in its old place or all of it in the new one."""
    new = {path: entry for path, entry in sound.items() if _is_beneath(path, (target,))}
    if all(_is_same_file(after.get(path), entry) for path, entry in new.items()):
        return True
    old = [path for path in before if _is_beneath(path, (source,))]
    return all(_is_same_file(after.get(path), before[path]) for path in old)


def _is_same_file(now: Entry | None, one: Entry) -> bool:
    """The same, the time of a file's last change included; of a link's nothing is promised."""
    return now is not None and (now == one or (_is_like(now, one) and one[0] != "file"))


def _same(scenario: Scenario, sound: Snapshot, after: Snapshot) -> bool:
    return sound.keys() == after.keys() and all(_is_result(path, sound, after, scenario) for path in sound)


def _is_result(path: str, sound: Snapshot, after: Snapshot, scenario: Scenario) -> bool:
    here, there = sound[path], after[path]
    if path in scenario.replaces and here[2] == there[2]:  # touched, or not: the times say
        return here[:3] == there[:3] and (here[3] == OLD) == (there[3] == OLD)
    if _is_beneath(path, [target for _, target in scenario.moves]):
        return here == there or (here[:3] == there[:3] and here[0] != "file")
    return here[:3] == there[:3]


def _stopped(scenario: Scenario, before: Snapshot, sound: Snapshot, run: Run) -> bool:
    """Whether one failing call kept more than one operand from what becomes of it."""
    if run.code == 64 or not scenario.each:
        return False
    undone = [top for top in scenario.each if not _is_done(top, sound, run.after)]
    return len(undone) > 1


def _is_done(top: str, sound: Snapshot, after: Snapshot) -> bool:
    paths = [path for path in {*sound, *after} if _is_beneath(path, (top,))]
    return all(path in sound and path in after and _is_like(after[path], sound[path]) for path in paths)


# What was said --------------------------------------------------------------------------------


def _message(scenario: Scenario, case: Case, before: Snapshot, sound: Run, run: Run) -> str:
    """The word for what was said, of a run that did not end as it does when no call fails."""
    if case.number == errno.EPIPE and run.code in (1, 64) and "✗ error" not in run.said:
        return QUIET
    runner, builtin, warning = (pattern.search(run.said) for pattern in (_RUNNER, _BUILTIN, _WARNING))
    if not run.code:
        return WARNED if warning and os.strerror(case.number) in warning[0] else SILENT
    if not (runner or builtin):
        return SILENT
    if run.code != (64 if runner else 1):
        return WRONG_CODE
    told = any(text in run.said for text in (os.strerror(case.number), *_OWN_WORDS.get(case.number, ())))
    if runner:
        return _of_runner(runner["said"], case, told)
    assert builtin
    return CLEAR if told and _is_operand(builtin["operand"], scenario, before, sound) else VAGUE


def _of_runner(said: str, case: Case, told: bool) -> str:
    """The word for a message that is no builtin's. `told`: it has the system's reason."""
    if said.startswith(_SCARCE):
        return SCARCE if told else VAGUE
    if _REFUSED.match(said) and (case.process or case.function in _FOR_ITSELF):
        return ITSELF if case.number != errno.EINTR else VAGUE
    return CLEAR if told and _NAMED.search(said) else VAGUE


def _is_operand(shown: str, scenario: Scenario, before: Snapshot, sound: Run) -> bool:
    """Whether a message names what the command names, what lies beneath that, or what is made."""
    name = shown.strip("'")
    there = {path.rpartition("/")[2] for path in {*before, *sound.after}}
    typed = scenario.tree.get("ws/tasks.toml", "").replace("'", " ").split()
    return name.startswith("standard ") or name.rstrip("/").rpartition("/")[2] in there or name in typed
