"""What decides which program a command is, and what of it no guard sees: PATH, installed programs, shells, scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tsr_model import kernel
from tsr_model.builtins import BUILTINS
from tsr_model.environment import Assignment, assigned
from tsr_model.filesystem import ROOT, Directory, at_place, place_of
from tsr_model.forms import with_installed
from tsr_model.guarded import guarded
from tsr_model.guards import Guards, own_assignments, shared_assignments
from tsr_model.names import Place, beneath, path
from tsr_model.search_path import OPAQUE, PATH, entries, judge_path
from tsr_model.sequence import DEFAULT_PATH
from tsr_model.shell import Sequence, Text, Word, commands
from tsr_model.workload import Work
from tsr_model.world import World
from tsr_oracle.audit.finding import Finding
from tsr_oracle.audit.governed import Governed, Loaded
from tsr_oracle.audit.live_manifests import LiveManifests, package_json
from tsr_oracle.audit.refused import place_of_source

_SHELLS = frozenset({"sh", "ash", "bash", "dash", "fish", "ksh", "mksh", "zsh", "cmd", "powershell", "pwsh"})
_TAKES_CODE = {
    **dict.fromkeys(_SHELLS, ("-c",)),
    **dict.fromkeys(("python", "python3"), ("-c",)),
    **dict.fromkeys(("node", "bun"), ("-e", "--eval", "-p", "--print")),
    **dict.fromkeys(("perl", "ruby"), ("-e",)),
    "php": ("-r",),
    "deno": ("eval",),
}
"""Programs that take code as a word, and behind which one."""

_UNSEEN = "read it as code: the fence and the rules of the command language do not reach into it"


# --- PATH (PATH-G1, PATH-3) ------------------------------------------------------------------------------------------


def search_path(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Assignments to `PATH` that are accepted, and put a directory of the workspace first, or lose one."""
    if loaded.guards is None or not loaded.files_are_read:
        return
    for one, merged, directory in _assignments_to_path(loaded.guards, loaded):
        place, line = place_of_source(governed, loaded, one.source, PATH)
        tasks = (one.source.task or loaded.task,)
        written = entries(one.value, merged)
        for number, entry in enumerate(written, 1):
            which = f"entry {number} of {len(written)} in this PATH"
            if entry != OPAQUE and OPAQUE in entry:
                what = f"{which} is glued to the inherited PATH, so that one of its directories is lost"
                yield Finding("warning", "PATH-G1", place, line, what, "put a colon between them", tasks)
            elif entry != OPAQUE and _is_in_workspace(governed, directory, entry):
                what = f"{which} is a directory of the workspace: what lies there takes the place of other programs"
                yield Finding(
                    "warning", "PATH-3", place, line, what, "see what lies there, and who puts it there", tasks
                )
        if not merged.get(PATH):
            what = "there is no inherited PATH to extend, so the directory of the task becomes an entry"
            yield Finding("warning", "PATH-G1", place, line, what, "run it with a PATH, or with `--strict`", tasks)


def _assignments_to_path(guards: Guards, loaded: Loaded) -> Iterator[tuple[Assignment, dict[str, str], str]]:
    """Each accepted one, with what is merged before it, and the directory that its relative entries start at."""
    shared = dict(guards.inherited)
    for one in shared_assignments(guards):
        if one.name == PATH and judge_path(one.value, one.literal, shared, False) is None:
            yield one, dict(shared), "."
        shared[one.name] = assigned(one, shared)
    for task in loaded.tasks:
        merged = dict(shared)
        for one in own_assignments(guards, task):
            if one.name == PATH and judge_path(one.value, one.literal, merged, False) is None:
                yield one, dict(merged), task.dir or "."
            merged[one.name] = assigned(one, merged)


def _is_in_workspace(governed: Governed, directory: str, entry: str) -> bool:
    """Whether an entry is a place beneath the workspace root; a relative one starts at the task's directory."""
    files = governed.here.files
    start = kernel.stat(files, governed.root, path(directory))
    number = kernel.stat(files, governed.root if isinstance(start, str) else start, path(entry))
    if isinstance(number, str):
        return not entry.startswith("/")
    return isinstance(files.nodes[number], Directory) and beneath(place_of(files, number), governed.root_place)


# --- installed programs (FORM-4) -------------------------------------------------------------------------------------


def shadowed(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Programs of the system whose place one in `node_modules/.bin` takes."""
    for work in loaded.works:
        for name in _programs(work):
            found = _installed(governed, work, name)
            of_system = None if found is None else _of_system(governed.here, name)
            if found is not None and of_system is not None and governed.place is not None:
                what = f"`{name}` is {found}, and not {of_system}"
                line = governed.line("tasks", work.task.name)
                do = "see which package brings it; name the one that is meant by its path"
                yield Finding("warning", "FORM-4", governed.place, line, what, do, (work.task.name,))


def _programs(work: Work) -> Iterator[str]:
    """The names that are looked for in PATH."""
    firsts = (words[0] for words in _commands(work))
    yield from (name for name in firsts if name and "/" not in name and name not in BUILTINS)


def text_of(word: Word) -> str:
    """The text of a word with nothing else in it, else ""."""
    texts = [part.text for part in word if isinstance(part, Text)]
    return "".join(texts) if len(texts) == len(word) else ""


def _installed(governed: Governed, work: Work, name: str) -> str | None:
    """The program of that name among what is installed in the workspace."""
    files = governed.here.files
    directory = governed.directory_of(work)
    if directory is None:
        return None
    added = with_installed(files, directory, governed.root_place, {PATH: ""})[PATH].split(":")
    where = (f"{one}/{name}" for one in added if one)
    return next((one for one in where if not isinstance(kernel.stat(files, ROOT, path(one)), str)), None)


def _of_system(here: World, name: str) -> str | None:
    where = (f"{one}/{name}" for one in DEFAULT_PATH.split(":"))
    return next((one for one in where if not isinstance(kernel.stat(here.files, ROOT, path(one)), str)), None)


# --- code in words (FORM-2, OPEN-1) ----------------------------------------------------------------------------------


def code_in_words(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Commands that hand code to a shell or an interpreter."""
    for work in loaded.works:
        if work.task.run is None and work.task.delegate is None:
            continue
        field = "run" if isinstance(work.command, Sequence) else "delegate"
        for words in _commands(work):
            option = _takes_code(words)
            if option and governed.place is not None:
                what = f"`{words[0]} {option}` runs code that is one word here"
                line = governed.line("tasks", work.task.name, field)
                clause = "FORM-2" if field == "delegate" else "OPEN-1"
                yield Finding("warning", clause, governed.place, line, what, _UNSEEN, (work.task.name,))


def _commands(work: Work) -> Iterator[tuple[str, ...]]:
    if isinstance(work.command, tuple):
        yield work.command
        return
    for command in commands(work.command):
        yield tuple(map(text_of, command))


def _takes_code(words: tuple[str, ...]) -> str | None:
    """The word behind which code follows; `env` and the like in front are looked through."""
    for number, word in enumerate(words[:4]):
        options = _TAKES_CODE.get(word.rpartition("/")[2])
        if options is not None:
            return next((one for one in words[number + 1 :] if one in options or _holds(one, options)), None)
    return None


def _holds(word: str, options: tuple[str, ...]) -> bool:
    """Whether a word of short options has one of these: `-euc`."""
    return word.startswith("-") and not word.startswith("--") and any(word[-1:] == one[1:] for one in options)


# --- the longer list (ENV-5) -----------------------------------------------------------------------------------------


def longer_list(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Variables that only `--strict` guards."""
    for one in () if loaded.asked.strict else loaded.assignments:
        if guarded(one.name) is None and guarded(one.name, strict=True) is not None:
            place, line = place_of_source(governed, loaded, one.source, one.name)
            what = f"sets {one.name}, which decides what some programs load or run; `--strict` refuses it"
            tasks = (one.source.task or loaded.task,)
            yield Finding("note", "ENV-5", place, line, what, "see what it points at", tasks)


# --- scripts of packages (FORM-3) ------------------------------------------------------------------------------------


def scripts(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """What a detected task of npm or bun runs besides the script of its name."""
    for work in loaded.works:
        found = scripts_of(governed, work)
        if found is None:
            continue
        for other in (f"pre{found.name}", f"post{found.name}"):
            if other in found.every:
                what = f"`{found.tool} run {found.name}` also runs the script `{other}`"
                line = _line_of(governed, found.place, other)
                yield Finding("warning", "FORM-3", found.place, line, what, "read that script, too", (work.task.name,))


@dataclass(frozen=True, slots=True)
class Scripts:
    """What a detected unit of npm or bun runs: the tool, the script's name, the manifest, and all scripts it has."""

    tool: str
    name: str
    place: Place
    every: Mapping[str, object]


def scripts_of(governed: Governed, work: Work) -> Scripts | None:
    """The scripts that a unit is about; None where it runs none."""
    directory, command = governed.directory_of(work), work.command
    if directory is None or work.task.run is not None or work.task.delegate is not None:
        return None
    if isinstance(command, Sequence) or command[:2] not in (("npm", "run"), ("bun", "run")):
        return None
    place = (*place_of(governed.here.files, directory), "package.json")
    says = package_json(LiveManifests(governed.here.files, governed.root_place), place).get("scripts")
    return Scripts(command[0], command[2], place, says if isinstance(says, dict) else {})


def _line_of(governed: Governed, place: tuple[str, ...], key: str) -> int:
    """The line of a key of a `package.json`, as such files are written."""
    number = at_place(governed.here.files, place)
    lines = [] if number is None else getattr(governed.here.files.nodes[number], "data", "").split("\n")
    return next((count for count, line in enumerate(lines, 1) if f'"{key}"' in line), 1)
