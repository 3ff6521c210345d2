"""`--config`: what has to be there for the editor (CLI-17)."""

from __future__ import annotations

import importlib.util

from tsr_impl import calls, discovery
from tsr_impl.report import Stop

_NEEDED = ("textual", "tomlkit")


def edit() -> int:
    """Edit the config that a run here would have, or a new one in the working directory; the exit code."""
    if not (calls.is_terminal(0) and calls.is_terminal(1)):
        raise Stop("--config needs a terminal as standard input and output — edit tasks.toml by hand", "CLI-17")
    if not all(importlib.util.find_spec(module) for module in _NEEDED):
        message = "--config needs the editor, which is not installed"
        raise Stop(f"{message} — `pip install 'tsr-reference[edit]'`, or edit tasks.toml by hand", "CLI-17")
    path = discovery.path_of_config()
    from tsr_impl import editor

    return editor.main(path)
