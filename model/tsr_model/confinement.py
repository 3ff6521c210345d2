"""Whether commands are confined, by whose authority, and beneath which roots they may write then (CONF)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tsr_model.fence import Bounds
from tsr_model.names import Place, beneath

Product: TypeAlias = Literal["tsr", "tsr-confine"]
Boundary: TypeAlias = Literal["on", "off", "refused"]
"""`refused`: no command runs at all."""
Authority: TypeAlias = Literal["command-line", "user", "project", "default"]
Remark: TypeAlias = Literal["vetoed", "ignored"]


@dataclass(frozen=True, slots=True)
class Said:
    """What each has said about confinement, None where it was nothing, and whether the host is capable."""

    product: Product
    typed: bool | None
    user: bool | None
    project: bool | None
    capable: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether commands are confined, whose word that is, and what became of the project's where it had no effect."""

    boundary: Boundary
    authority: Authority
    remark: Remark | None = None


def decide(said: Said) -> Decision:
    """Who decides whether commands are confined (CONF-1, TIER-5)."""
    wish = said.typed if said.typed is not None else said.user
    if wish is not None:
        authority: Authority = "command-line" if said.typed is not None else "user"
        agrees = said.project is None or (said.project and wish)
        return Decision(_granted(wish, said.capable), authority, None if agrees else "ignored")
    if said.project and said.capable:
        return Decision("on", "project")
    by_default: Boundary = "on" if said.product == "tsr-confine" and said.capable else "off"
    return Decision(by_default, "default", None if said.project is None else "vetoed" if said.project else "ignored")


def _granted(wish: bool, capable: bool) -> Boundary:
    """The user's wish for a boundary is never answered by none (CONF-G2)."""
    if not wish:
        return "off"
    return "on" if capable else "refused"


# --- roots (CONF-2) ------------------------------------------------------------------------------------------------

Origin: TypeAlias = Literal["project", "user", "cache"]


@dataclass(frozen=True, slots=True)
class Root:
    """A physical place that confined commands may write beneath, and where it comes from."""

    place: Place
    origin: Origin


@dataclass(frozen=True, slots=True)
class Known:
    """What the roots are made of, all of it physical: the project root, those of the user's file, the cache directory
    (None: not known), the name of the project's private one in it, and the user's file itself (None: there is none)."""

    project: Place
    user: tuple[Place, ...]
    cache: Place | None
    private: str
    policy: Place | None


@dataclass(frozen=True, slots=True)
class Exposed:
    """No command runs, since the user's file lies beneath this root (CONF-8)."""

    root: Root


def roots(known: Known, authority: Authority) -> tuple[Root, ...] | Exposed:
    """The places that confined commands, and builtins beside them, may write beneath (CONF-2)."""
    wished = [Root(known.project, "project"), *(Root(place, "user") for place in known.user)]
    for root in wished:
        if _holds_policy(root.place, known):
            return Exposed(root)
    cache = cache_root(known, authority)
    if cache is not None:
        wished.append(Root(cache, "cache"))
    return tuple(root for number, root in enumerate(wished) if not _is_covered(root, number, wished))


def bounds(known: Known, decision: Decision, allowed: tuple[Place, ...]) -> Bounds | Exposed:
    """What the fence of builtins admits beside confined commands, or unconfined ones; `allowed`: what the project's
    `allow_paths` lead to (CONF-2)."""
    if decision.boundary == "off":
        return Bounds(known.project, (*known.user, *allowed))
    confined = roots(known, decision.authority)
    return confined if isinstance(confined, Exposed) else Bounds(known.project, tuple(root.place for root in confined))


def cache_root(known: Known, authority: Authority) -> Place | None:
    """The cache directory, or where the project's word has drawn the boundary a private one in it (CONF-2, CONF-8)."""
    if known.cache is None:
        return None
    place = (*known.cache, "tsr", known.private) if authority == "project" else known.cache
    return None if _holds_policy(place, known) else place


def _holds_policy(place: Place, known: Known) -> bool:
    return known.policy is not None and beneath(known.policy, place)


def _is_covered(root: Root, number: int, wished: list[Root]) -> bool:
    """Whether another root has it beneath itself, or is the same and stands before it."""
    return any(
        beneath(root.place, other.place) and (root.place != other.place or at < number)
        for at, other in enumerate(wished)
        if at != number
    )
