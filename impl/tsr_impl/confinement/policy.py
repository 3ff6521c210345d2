"""What the user has decided about confinement (CONF-8).

The file is found by the password database and never by a variable, and it is taken strictly: a policy that is not
understood is not followed halfway.
"""

from __future__ import annotations

from tsr_impl import calls
from tsr_impl.confinement import usual
from tsr_impl.confinement.user_file import PolicyError, UserFile, places_of
from tsr_impl.report import AS_TYPED, printable, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Table = Mapping[str, object]

__all__ = ["Policy", "PolicyError", "read"]

_CACHE = ".cache"  # in the home directory
_TABLE = "sandbox"
_BOOLEAN, _TEXT, _TEXTS = "true or false", "a string", "a list of strings"
_EXPECTED = {"confine_commands": _BOOLEAN, "writable_roots": _TEXTS, "cache_root": _TEXT}
_EXAMPLES = {_BOOLEAN: "true", _TEXT: '"…"', _TEXTS: '["…"]'}


class Policy:
    """The user's word. Without a file: none, and the usual cache.

    `path` is the file that says so, None if there is none. `confine` is None where it does not say. Roots are
    absolute, and not looked at yet; `cache_root` is None if it is not known. `out_of_reach` are the physical places,
    existing or not, by which this run or the next comes to a user's file: no root may have one beneath it.
    """

    __slots__ = ("cache_root", "confine", "out_of_reach", "path", "writable_roots")

    def __init__(
        self,
        path: str | None = None,
        confine: bool | None = None,
        writable_roots: Iterable[str] = (),
        cache_root: str | None = None,
        out_of_reach: Iterable[str] = (),
    ) -> None:
        self.path = path
        self.confine = confine
        self.writable_roots = tuple(writable_roots)
        self.cache_root = cache_root
        self.out_of_reach = tuple(out_of_reach)


def read(typed: str | None = None) -> Policy:
    """The policy of the user's file, or of the one that is `typed` in its place. Raises `PolicyError`."""
    at_home = usual.home()
    at_usual = usual.file()
    # The next run may follow the usual file again, so another one in its place does not open it to commands.
    out_of_reach = places_of(at_usual) if at_usual and typed is not None else []
    policy = Policy(cache_root=_in(at_home, _CACHE) if at_home else None)
    path = at_usual if typed is None else _from_root(typed)
    if path is not None:
        file = UserFile(path, needed=typed is not None)
        out_of_reach += file.places
        if file.text is not None:
            policy.path = path
            _follow(policy, file.text, _Reading(path, at_home))
    policy.out_of_reach = tuple(out_of_reach)
    return policy


def _follow(policy: Policy, text: bytes, reading: _Reading) -> None:
    """Take what the file says. Raises `PolicyError`, with the line where that is known."""
    try:
        table = reading.table(text)
        confine, roots, cache = (reading.value(table, key) for key in _EXPECTED)
        if isinstance(confine, bool):
            policy.confine = confine
        if isinstance(roots, list):
            policy.writable_roots = tuple(reading.absolute("writable_roots", str(root)) for root in roots)
        if isinstance(cache, str):
            policy.cache_root = reading.absolute("cache_root", cache)
    except PolicyError as fault:
        from tsr_impl import locate

        locate.point(fault, text)
        raise


def _in(directory: str, name: str) -> str:
    return f"{directory.rstrip('/')}/{name}"


def _from_root(typed: str) -> str:
    """A file that is typed, as a path from `/`. Its `..` are left to the walk."""
    if not typed:
        raise PolicyError("`--user-config` names no file — write one, or leave the option away", "CONF-8")
    if typed.startswith("/"):
        return typed
    try:
        return _in(calls.working_directory(), typed)
    except OSError as error:
        message = f"the working directory cannot be used: {error.strerror} — change to another one"
        raise PolicyError(message, "CONF-8") from error


class _Reading:
    """From the text of a file to values. Everything in here raises `PolicyError`."""

    __slots__ = ("_home", "_name", "_text")

    def __init__(self, path: str, at_home: str | None) -> None:
        self._name = quoted(path, AS_TYPED)
        self._home = at_home
        self._text = b""

    def table(self, text: bytes) -> Table:
        """The table of confinement, which is all that the file may hold."""
        self._text = text
        document = self._document()
        self._refuse_others(document, (_TABLE,), ())
        table = document.get(_TABLE, {})
        if not isinstance(table, dict):
            raise self._fault("`sandbox` must be a table — write `[sandbox]` above its keys", _TABLE)
        self._refuse_others(table, tuple(_EXPECTED), (_TABLE,))
        return table

    def value(self, table: Table, key: str) -> object:
        """What the table says about a key, None if it says nothing; of the right type."""
        value, expected = table.get(key), _EXPECTED[key]
        if value is None or _is(value, expected):
            return value
        what = f"`[sandbox] {key}` must be {expected}"
        raise self._fault(f"{what} — write it as in `{key} = {_EXAMPLES[expected]}`", _TABLE, key)

    def absolute(self, key: str, path: str) -> str:
        """The path that is written; `~/` in front of it is the home directory of the password database."""
        what = f"`[sandbox] {key}`: {quoted(path, AS_TYPED)}"
        item = path if key == "writable_roots" else None
        if "\0" in path:
            raise self._fault(f"{what} holds a NUL byte, which no path can — remove it", _TABLE, key, item=item)
        if path.startswith("/"):
            return path
        if not path.startswith("~/"):
            way_out = "write it from `/`, or from `~/`, which is your own home directory"
            raise self._fault(f"{what} is not absolute — {way_out}", _TABLE, key, item=item)
        if self._home is None:
            what += " starts from your home directory, and the password database has none"
            raise self._fault(f"{what} — write it from `/`", _TABLE, key, item=item)
        return _in(self._home, path[2:])

    def _document(self) -> Table:
        from tsr_impl import toml  # most users have no file, and it takes as long as all the rest

        try:
            return toml.loads(self._text.decode("utf-8"))
        except UnicodeDecodeError as error:
            line = self._text.count(b"\n", 0, error.start) + 1
            raise self._fault(f"is not UTF-8 text (line {line}) — save it as UTF-8") from error
        except toml.Invalid as error:
            raise self._fault(f"is not valid TOML 1.0: {printable(str(error))} — correct it there") from error
        except (ValueError, RecursionError) as error:  # what can't be read in a moment, or at all
            raise self._fault("has a key, a number or a nesting that is too long — make it shorter") from error

    def _refuse_others(self, table: Table, known: tuple[str, ...], place: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                names = ", ".join(f"`{one}`" for one in known)
                where = "[sandbox]" if place else "the file"
                raise self._fault(f"{quoted(key)} is not known — {where} may hold {names}, nothing else", *place, key)

    def _fault(self, what: str, *place: str, item: str | None = None) -> PolicyError:
        fault = PolicyError(f"{self._name}: {what}", "CONF-8")
        fault.at(*place, item=item)
        return fault


def _is(value: object, expected: str) -> bool:
    if expected == _BOOLEAN:
        return isinstance(value, bool)
    if expected == _TEXT:
        return isinstance(value, str)
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
