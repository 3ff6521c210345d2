"""The verb `status`: what would hold for a command that is run here (CONF-6). It makes nothing."""

from __future__ import annotations

from tsr_impl.confinement import options
from tsr_impl.confinement.messages import answer, printable, remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tsr_impl.confinement.settlement import Settlement

USAGE = """\
tsr-confine status [--json] [--confine|--no-confine] [--user-config FILE]
  says whether `run` with the same options would confine a command here, why, and where the command could write
"""

_NO_MECHANISM = ("nothing is kept from being written",)


def run(words: list[str]) -> int:
    """Print the answer; the exit code. Raises `Misuse`."""
    from tsr_impl.confinement import of_launch

    given = options.parse("status", words, (*options.WORDS, "--json"), (options.FILE,))
    typed = options.typed(given)
    settled, users = of_launch.settle(typed, options.user_config(given), make=False)
    found = _answer(settled, _reason(settled, typed, users.path))
    for sentence, clause in settled.remarks:
        remark(sentence, clause)
    return answer(_as_json(found) if "--json" in given else _as_text(found))


def _answer(settled: Settlement, reason: str) -> dict[str, Any]:
    """The keys of CONF-6, in its order."""
    import tsr_landlock

    abi = tsr_landlock.abi()
    listed = settled.roots.listed if settled.roots and not settled.stop else []
    return {
        "confined": None if settled.stop else settled.decision.boundary == "on",
        "authority": settled.decision.authority,
        "reason": reason,
        "mechanism": "landlock" if abi else None,
        "abi": abi,
        "gaps": [*(tsr_landlock.gaps(abi) if abi else _NO_MECHANISM)],
        "roots": [{"path": root.path, "origin": root.origin} for root in listed],
    }


def _reason(settled: Settlement, typed: bool | None, file: str | None) -> str:
    """Why it is so, in words: what stops commands, or whose word holds; and what has become of the project's."""
    why = settled.stop.message if settled.stop else _words(settled, typed, file)
    return f"{why}; {settled.remark()}" if settled.remark() else why


def _words(settled: Settlement, typed: bool | None, file: str | None) -> str:
    return {
        "command-line": "`--confine` was typed" if typed else "`--no-confine` was typed",
        "user": f"`confine_commands` in '{file}'",
        "project": "`[security] confine_commands` in the project's tasks.toml, and the user has said nothing",
        "default": "the user has said nothing, and `tsr-confine` confines where the kernel has Landlock",
    }[settled.decision.authority]


def _as_json(found: dict[str, Any]) -> str:
    """In ASCII; bytes that are not UTF-8 are U+FFFD."""
    import json

    whole = json.dumps(found, ensure_ascii=False, indent=2).encode("utf-8", "surrogateescape")
    return json.dumps(json.loads(whole.decode("utf-8", "replace")), indent=2) + "\n"


def _as_text(found: dict[str, Any]) -> str:
    confined = {None: "refused: no command would run", True: "yes", False: "no"}[found["confined"]]
    mechanism = f"{found['mechanism']}, ABI {found['abi']}" if found["mechanism"] else "none"
    rows = [("confined", confined), ("authority", found["authority"]), ("reason", found["reason"])]
    rows += [("mechanism", mechanism), *(("gap", gap) for gap in found["gaps"])]
    rows += [("root", f"{root['path']} ({root['origin']})") for root in found["roots"]]
    return "".join(f"{name + ':':<11}{printable(str(value))}\n" for name, value in rows)
