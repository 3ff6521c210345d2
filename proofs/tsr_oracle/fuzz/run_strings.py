"""The `run` strings in the text of a config, read and written where they stand on a line of their own."""

from __future__ import annotations

import re
import sys

from tsr_spec.example import toml

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_RUN = re.compile(r"^run = (.+)$", re.MULTILINE)
_BETWEEN = re.compile(r"( *(?:&&|\|\||;) *)")


def run_strings(config: str) -> list[str]:
    """The `run` strings, in order; one that is written over several lines is left out."""
    return [run for _, _, run in _found(config)]


def with_run_string(config: str, number: int, run: str) -> str:
    """The config with another string in the place of that one."""
    start, end, _ = _found(config)[number]
    return f"{config[:start]}run = {toml(run)}{config[end:]}"


def commands(run: str) -> list[str]:
    """The commands at the even places, and what stands between them at the odd ones; quotes are not looked at."""
    return _BETWEEN.split(run)


def _found(config: str) -> list[tuple[int, int, str]]:
    found = []
    for line in _RUN.finditer(config):
        try:
            run = tomllib.loads(line[0])["run"]
        except tomllib.TOMLDecodeError:
            continue
        if isinstance(run, str):
            found.append((line.start(), line.end(), run))
    return found
