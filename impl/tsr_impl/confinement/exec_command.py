"""The verb `exec`: a command within a boundary that is written down in full (CONF-4)."""

from __future__ import annotations

from tsr_impl.confinement import launch, options
from tsr_impl.confinement.command import Misuse

READ_ONLY, WORKSPACE_WRITE = "read-only", "workspace-write"

USAGE = """\
tsr-confine exec --mode read-only|workspace-write [--allow ROOT…]… [--status-fd N] -- CMD…
  --mode MODE     read-only: CMD may write nowhere; workspace-write: beneath the roots of --allow
  --allow ROOT…   directories or regular files that exist
  --status-fd N   an open descriptor above 2: gets one line of JSON, and CMD never has it
The exit code is that of CMD; 125: CMD was not run; 127: it was not found; 126: it can't be executed; 64: these words
make no command line, so that nothing was tried, and N gets no line.
"""


def run(words: list[str]) -> int:
    """Become the command; an exit code if that can't be. Raises `Misuse`."""
    if "--" not in words:
        raise Misuse("`exec` needs `--` and a command behind it")
    before, command = words[: words.index("--")], words[words.index("--") + 1 :]
    if not command:
        raise Misuse("`exec` needs a command behind `--`")
    given = _options(before)
    mode = _once("--mode", given["--mode"])
    if mode not in (READ_ONLY, WORKSPACE_WRITE):
        raise Misuse(f"--mode must be `{READ_ONLY}` or `{WORKSPACE_WRITE}`")
    status = options.descriptor(_once("--status-fd", given["--status-fd"])) if given["--status-fd"] else None
    return launch.become(command, given["--allow"] if mode == WORKSPACE_WRITE else [], status)


def _options(words: list[str]) -> dict[str, list[str]]:
    """The values of each option. `--allow` takes all words up to the next option, the others take one."""
    given: dict[str, list[str]] = {"--mode": [], "--allow": [], "--status-fd": []}
    name, awaited = "", False
    for word in words:
        if word.startswith("--"):
            if awaited:
                raise Misuse(f"{name} needs a value")
            name, equals, value = word.partition("=")
            if name not in given:
                raise Misuse(f"`exec` has no option {name!r}")
            awaited = not equals
            if equals:
                given[name].append(value)
        elif awaited or name == "--allow":
            given[name].append(word)
            awaited = False
        else:
            raise Misuse(f"{word!r} belongs to no option; the command comes behind `--`")
    if awaited:
        raise Misuse(f"{name} needs a value")
    return given


def _once(name: str, values: list[str]) -> str:
    if len(values) != 1:
        raise Misuse(f"{name} must be given once")
    return values[0]
