"""An editor on the terminal of this process, from the file to the signal that may end it."""

from __future__ import annotations

import asyncio
import signal

from tsr_impl import calls, config, report
from tsr_impl.editor import writing
from tsr_impl.editor.app import Editor
from tsr_impl.editor.document import Document

_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_TAKEN = (*_ENDS, signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)  # by the library, or by us


def edit(path: str) -> int:
    """Edit the file until the user leaves: 0. Raises `Stop`. A signal that ended it comes in again at the end."""
    if not all(map(calls.is_terminal, (0, 1, 2))):  # what is drawn goes to standard error
        message = "--config needs a terminal as standard input, output and error"
        raise report.Stop(f"{message} — edit tasks.toml by hand", "CLI-17")
    original = writing.read(path)
    editor = Editor(original, _opened(original.text))
    with _Signals():
        number = asyncio.run(_run(editor))
    if editor.mishap is not None:
        raise editor.mishap
    if number:
        signal.raise_signal(number)
    return 0


def _opened(text: bytes) -> Document:
    """The document of a file. Raises `Stop` for one that is no TOML."""
    try:
        return Document(text.decode("utf-8"))
    except Exception:
        config.read(text)  # this says what is wrong with it, and where
        raise


async def _run(editor: Editor) -> int | None:
    loop = asyncio.get_running_loop()
    for number in _ENDS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, editor.exit, int(number))
    return await editor.run_async()


class _Signals:
    """Within, the runner's handlers of signals are out of use; they are back afterwards."""

    def __enter__(self) -> None:
        self._handlers = {number: signal.getsignal(number) for number in _TAKEN}
        self._bell = signal.set_wakeup_fd(-1)

    def __exit__(self, *error: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._bell, warn_on_full_buffer=False)
