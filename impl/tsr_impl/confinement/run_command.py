"""The verb `run`: a command within the boundary that holds here, if one does (CONF-1)."""

from __future__ import annotations

import os

from tsr_impl.confinement import launch, options
from tsr_impl.confinement.command import Misuse
from tsr_impl.confinement.messages import remark

USAGE = """\
tsr-confine run [--confine|--no-confine] [--user-config FILE] [--status-fd N] (-- CMD… | -c STRING)
  -c STRING           a line for `sh`, in place of a command
  --confine           run CMD within a boundary, or not at all
  --no-confine        run CMD without one, whatever your own file or the project's says
  --user-config FILE  read this in place of ~/.config/tsr/config.toml
  --status-fd N       an open descriptor above 2: gets one line of JSON, and CMD never has it
CMD may write beneath the working directory and what `tsr-confine status` names. The exit code is that of CMD;
125: CMD was not run; 127: it was not found; 126: it can't be executed; 64: these words make no command line, so that
nothing was tried, and N gets no line.
"""


def run(words: list[str]) -> int:
    """Become the command; an exit code if that can't be. Raises `Misuse`."""
    end = words.index("--") if "--" in words else len(words)
    given = options.parse("run", words[:end], options.WORDS, ("-c", options.FILE, "--status-fd"))
    command = _command(given.get("-c"), words[end + 1 :])
    status = options.descriptor(given["--status-fd"]) if "--status-fd" in given else None
    return _become(command, options.typed(given), options.user_config(given), status)


def _command(line: str | None, words: list[str]) -> list[str]:
    if line is not None and words:
        raise Misuse("`run` takes `-c STRING` or a command behind `--`, not both")
    if line is None and not words:
        raise Misuse("`run` needs a command behind `--`, or `-c STRING`")
    return words if line is None else ["sh", "-c", line]


def _become(command: list[str], typed: bool | None, user_config: str | None, status: int | None) -> int:
    from tsr_impl.confinement import of_launch

    settled, _ = of_launch.settle(typed, user_config, make=True)
    for sentence, clause in settled.remarks:
        remark(sentence, clause)
    if settled.remark():
        remark(settled.remark(), "CONF-1")
    if settled.stop:
        return launch.refuse(settled.stop.message, settled.stop.clause or "CONF-4", status)
    if settled.roots is None:
        return launch.become_unconfined(command, status)
    os.environb.update(settled.variables)
    from tsr_impl.confinement.held import held

    paths = settled.roots.paths()
    return launch.become(command, lambda: held(paths), status)
