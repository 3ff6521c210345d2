"""What a run tells of itself for programs: a line of JSON as each unit ends, and a summary (EVENT)."""

from __future__ import annotations

import errno
import json
import time
from typing import TYPE_CHECKING

from tsr_impl import calls, report, streams
from tsr_impl.report import Stop, quoted

if TYPE_CHECKING:
    from tsr_impl.request import Request

# The status of a unit, by its result in the table (OUT-3); any other result is a failure.
_STATUS = {"ok": "ok", "skipped": "skipped", "stopped": "skipped"}
_OPEN_FAULTS = {
    errno.ENXIO: "nobody reads from it",  # what the system says of a FIFO or a socket misleads
    errno.EAGAIN: "nobody reads from it",
}
_FAULTS = {
    errno.EAGAIN: "whoever reads from it is behind",
    errno.EPIPE: "nobody reads from it any more",
}


class Reporter:
    """Tells of a run, from before anything of it runs.

    `ndjson` is told on standard error, as far as somebody reads there. A file has to take every line, and
    at once: a FIFO whose reader is behind does not hold up the run, nor its end (EVENT-2).
    """

    def __init__(self, asked: Request) -> None:
        """Open the file, if one was asked for. Raises `Stop`."""
        self._on_standard_error = asked.reporter == "ndjson"
        self._named = asked.first
        self._path = asked.reporter_file
        self._file = None if self._path is None else _opened(self._path)
        self._began = time.monotonic()
        self._counts = {"ok": 0, "failed": 0, "skipped": 0}
        self.fault: Stop | None = None  # why the file takes no more; then the run can't go on

    def __enter__(self) -> Reporter:
        return self

    def __exit__(self, *error: object) -> None:
        self._leave_file()

    def ended(self, label: str, result: str, seconds: float | None) -> None:
        """A unit has ended as the table has it (OUT-3), or never began, which takes no `seconds` (EVENT-3).

        Raises nothing; after what can't be written there is a `fault`.
        """
        status = _STATUS.get(result, "failed")
        self._counts[status] += 1
        code = int(result.removeprefix("exit ")) if status == "failed" else None
        self._tell(
            {
                "type": "task",
                "label": _unicode(label),
                "status": status,
                "exitCode": code,
                "durationMs": int((seconds or 0) * 1000),
            }
        )

    def finished(self, exit_code: int, error: str | None) -> int:
        """The run is over, with a diagnostic if it has one (EVENT-4); the exit code that it has now.

        That is another one where only the last line could not be written.
        """
        seconds = time.monotonic() - self._began
        self._tell_file(self._summary(exit_code, error, seconds))
        self._leave_file()
        if self.fault and not exit_code:
            report.stopped(self.fault)
            exit_code, error = report.RUNNER_LEVEL, self.fault.message
        self._tell_standard_error(self._summary(exit_code, error, seconds))
        return exit_code

    def _summary(self, exit_code: int, error: str | None, seconds: float) -> str:
        return _line(
            {
                "type": "summary",
                "task": _unicode(self._named),
                "status": "failed" if exit_code else "ok",
                "exitCode": exit_code,
                **self._counts,
                "runnerError": None if error is None else _unicode(error),
                "durationMs": int(seconds * 1000),
            }
        )

    def _tell(self, event: dict[str, object]) -> None:
        line = _line(event)
        self._tell_file(line)
        self._tell_standard_error(line)

    def _tell_standard_error(self, line: str) -> None:
        if self._on_standard_error:
            report.say(line)

    def _tell_file(self, line: str) -> None:
        if self._file is None:
            return
        try:
            streams.write_at_once(self._file, calls.encode(line + "\n"))
        except OSError as error:
            self._note(error)
            self._leave_file()

    def _leave_file(self) -> None:
        file, self._file = self._file, None
        try:
            if file is not None:
                calls.close(file)
        except InterruptedError:
            return  # it is closed
        except OSError as error:  # some file systems only say here that they are full
            self._note(error)

    def _note(self, error: OSError) -> None:
        reason = _FAULTS.get(error.errno or 0, error.strerror)
        message = f"--reporter-file: {quoted(self._path or '')} cannot be written: {reason}"
        self.fault = self.fault or Stop(f"{message} — make room there, or name another file", "EVENT-2")


def _opened(path: str) -> int:
    """The file at `path`, made or emptied; never waits, whatever is there."""
    try:
        return calls.open_report(path)
    except OSError as error:
        reason = _OPEN_FAULTS.get(error.errno or 0, error.strerror)
        message = f"--reporter-file: {quoted(path)} cannot be opened: {reason}"
        raise Stop(f"{message} — name a file that can be written", "EVENT-2") from error


def _line(event: dict[str, object]) -> str:
    """In ASCII, so that no locale and no terminal can make something else of it (EVENT-5)."""
    return json.dumps(event, ensure_ascii=True, separators=(",", ":"))


def _unicode(text: str) -> str:
    """`text`, with U+FFFD for bytes that are not UTF-8."""
    return calls.encode(text).decode("utf-8", "replace")
