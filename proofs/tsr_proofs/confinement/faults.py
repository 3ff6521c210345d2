"""Wrong ways to decide about confinement, and wrong roots."""

from __future__ import annotations

from dataclasses import replace

from tsr_model import confinement
from tsr_model.confinement import Authority, Boundary, Decision, Exposed, Known, Root, Said
from tsr_model.fence import Bounds
from tsr_model.names import Place, text
from tsr_proofs.seeding import Fault, Swap

# The right versions, kept before any is swapped.
_decide = confinement.decide
_roots = confinement.roots
_bounds = confinement.bounds
_cache_root = confinement.cache_root


def _project_turns_off(said: Said) -> Decision:
    user = said.user if said.user is not None or said.project is not False else False
    return _decide(replace(said, user=user))


def _no_veto(said: Said) -> Decision:
    silent = said.typed is None and said.user is None
    return Decision("refused", "project") if silent and said.project and not said.capable else _decide(said)


def _silent_fallback(said: Said) -> Decision:
    found = _decide(said)
    return replace(found, boundary="off") if found.boundary == "refused" else found


def _file_first(said: Said) -> Decision:
    return _decide(said if said.user is None else replace(said, typed=None))


def _project_first(said: Said) -> Decision:
    found = _decide(replace(said, typed=None, user=None)) if said.project else _decide(said)
    return found if found.authority == "project" else _decide(said)


def _default_refuses(said: Said) -> Decision:
    found = _decide(said)
    by_default = found.authority == "default" and said.product == "tsr-confine" and not said.capable
    return replace(found, boundary="refused") if by_default else found


def _tsr_by_default(said: Said) -> Decision:
    return _decide(replace(said, product="tsr-confine"))


def _off_is_silence(said: Said) -> Decision:
    return _decide(replace(said, user=said.user or None))


def _never_said(said: Said) -> Decision:
    return replace(_decide(said), remark=None)


def _veto_unsaid(said: Said) -> Decision:
    found = _decide(said)
    return replace(found, remark=None) if found.remark == "vetoed" else found


def _always_said(said: Said) -> Decision:
    found = _decide(said)
    return replace(found, remark=found.remark or "ignored") if said.project is not None else found


def _whole_cache(known: Known, authority: Authority) -> Place | None:
    return _cache_root(known, "user")


def _any_private(known: Known, authority: Authority) -> Place | None:
    """All projects share one private directory."""
    found = _cache_root(known, authority)
    return found[:-1] if found is not None and authority == "project" else found


def _policy_granted(known: Known, authority: Authority) -> tuple[Root, ...] | Exposed:
    return _roots(replace(known, policy=None), authority)


def _cache_with_policy(known: Known, authority: Authority) -> Place | None:
    return _cache_root(replace(known, policy=None), authority)


def _nested_kept(known: Known, authority: Authority) -> tuple[Root, ...] | Exposed:
    found = _roots(known, authority)
    if isinstance(found, Exposed):
        return found
    there = {root.place for root in found}
    return (*found, *(Root(place, "user") for place in dict.fromkeys(known.user) if place not in there))


def _nested_by_letters(known: Known, authority: Authority) -> tuple[Root, ...] | Exposed:
    """A root that begins with the letters of another is taken for nested."""
    found = _roots(known, authority)
    if isinstance(found, Exposed):
        return found
    return tuple(
        root for root in found if not any(r != root and text(root.place).startswith(text(r.place)) for r in found)
    )


def _user_forgotten(known: Known, authority: Authority) -> tuple[Root, ...] | Exposed:
    return _roots(replace(known, user=()), authority)


def _derived_twice(known: Known, decision: Decision, allowed: tuple[Place, ...]) -> Bounds | Exposed:
    """The fence has roots of its own: the cache is for commands."""
    found = _bounds(replace(known, cache=None), decision, allowed)
    return _bounds(known, decision, allowed) if isinstance(found, Exposed) else found


def _allowed_all_the_same(known: Known, decision: Decision, allowed: tuple[Place, ...]) -> Bounds | Exposed:
    found = _bounds(known, decision, allowed)
    return found if isinstance(found, Exposed) else replace(found, allowed=(*found.allowed, *allowed))


def _users_when_confined(known: Known, decision: Decision, allowed: tuple[Place, ...]) -> Bounds | Exposed:
    """The user's roots are the fence's only within a boundary."""
    off: Boundary = "off"
    return _bounds(replace(known, user=()) if decision.boundary == off else known, decision, allowed)


def _fault(name: str, says: str, attribute: str, replacement: object) -> Fault:
    return Fault(name, says, (Swap("tsr_model.confinement", attribute, replacement),))


PROJECT_TURNS_OFF = _fault("project-turns-off", "`false` of a project counts", "decide", _project_turns_off)
NO_VETO = _fault("no-veto", "a project refuses every command where there is no mechanism", "decide", _no_veto)
SILENT_FALLBACK = _fault(
    "silent-fallback", "where there is no mechanism there is no boundary", "decide", _silent_fallback
)
FILE_FIRST = _fault("file-first", "the user's file goes before the command line", "decide", _file_first)
PROJECT_FIRST = _fault("project-first", "the project's word goes before the user's", "decide", _project_first)
DEFAULT_REFUSES = _fault("default-refuses", "the default is a wish like the user's", "decide", _default_refuses)
TSR_BY_DEFAULT = _fault("tsr-by-default", "`tsr` confines by default", "decide", _tsr_by_default)
OFF_IS_SILENCE = _fault("off-is-silence", "`false` of the user's file is silence", "decide", _off_is_silence)
NEVER_SAID = _fault("never-said", "what has no effect is not said", "decide", _never_said)
VETO_UNSAID = _fault("veto-unsaid", "a veto is not said", "decide", _veto_unsaid)
ALWAYS_SAID = _fault("always-said", "what has an effect is said to have none", "decide", _always_said)
WHOLE_CACHE = _fault("whole-cache", "the project's word grants the whole cache", "cache_root", _whole_cache)
ANY_PRIVATE = _fault("any-private", "all projects share one private directory", "cache_root", _any_private)
POLICY_GRANTED = _fault("policy-granted", "a root may hold the user's file", "roots", _policy_granted)
CACHE_WITH_POLICY = _fault("cache-with-policy", "the cache may hold the user's file", "cache_root", _cache_with_policy)
NESTED_KEPT = _fault("nested-kept", "a root beneath another is listed", "roots", _nested_kept)
NESTED_BY_LETTERS = _fault("nested-by-letters", "what begins alike lies beneath", "roots", _nested_by_letters)
USER_FORGOTTEN = _fault("user-forgotten", "the user's roots are not granted", "roots", _user_forgotten)
DERIVED_TWICE = _fault("derived-twice", "the fence has a list of its own", "bounds", _derived_twice)
ALLOWED_ALL_THE_SAME = _fault(
    "allowed-all-the-same", "`allow_paths` count within a boundary", "bounds", _allowed_all_the_same
)
USERS_WHEN_CONFINED = _fault(
    "users-when-confined", "the user's roots are the fence's only within a boundary", "bounds", _users_when_confined
)
