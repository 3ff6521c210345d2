"""`tsr --config`: edits tasks.toml in a terminal (CLI-17).

Nothing that a run needs imports this package, and it alone imports what the extra `edit` brings.
"""

from __future__ import annotations


def main(path: str) -> int:
    """Edit the tasks.toml at `path`, which may not be there yet, on the terminal; 0 when the user has left.

    Raises `Stop` where there is no terminal, and for a file that can't be read or is no TOML. A signal, and Ctrl-C
    is one, comes in once the terminal is as it was; then nothing has been written that was not asked for.
    """
    from tsr_impl.editor.session import edit

    return edit(path)
