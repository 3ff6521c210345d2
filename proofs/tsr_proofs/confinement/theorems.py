"""Who decides whether commands are confined, and what they may write then: every question, in finite domains.

What the deciding is compared with is another way to say it: the first in a row of speakers who says something.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tsr_model import confinement
from tsr_model.confinement import Authority, Boundary, Decision, Exposed, Known, Product, Root, Said
from tsr_model.names import Place

SAYING = (None, True, False)
PRODUCTS: tuple[Product, ...] = ("tsr", "tsr-confine")


def decisions() -> Iterator[Said]:
    """Everything that can be said, on both kinds of host, what says least first."""
    every = (Said(*words) for words in product(PRODUCTS, SAYING, SAYING, SAYING, (True, False)))
    yield from sorted(every, key=lambda said: -(said.typed, said.user, said.project).count(None))


def first_speaker(said: Said) -> tuple[Boundary, Authority]:
    """Who says something first, and what comes of it on this host. A veto is that the project says nothing there."""
    speakers: tuple[tuple[Authority, bool | None], ...] = (
        ("command-line", said.typed),
        ("user", said.user),
        ("project", True if said.project and said.capable else None),
        ("default", said.product == "tsr-confine" and said.capable),
    )
    authority, wish = next((who, wish) for who, wish in speakers if wish is not None)
    return ("off" if not wish else "on" if said.capable else "refused"), authority


def decided_by_the_first_who_speaks(said: Said) -> str | None:
    """CONF-1: the user's word decides, else the project's for a boundary that the host has, else the default."""
    found = confinement.decide(said)
    if (found.boundary, found.authority) == first_speaker(said):
        return None
    return f"it is {found.boundary} by the {found.authority}'s word"


def what_has_no_effect_is_said(said: Said) -> str | None:
    """CONF-1: the project's word has a remark exactly where it comes to what silence would, and is not what holds."""
    found, silent = confinement.decide(said), confinement.decide(replace(said, project=None))
    without_effect = (found.boundary, found.authority) == (silent.boundary, silent.authority)
    is_what_holds = said.project is True and found.boundary != "off"
    if (found.remark is not None) == (said.project is not None and without_effect and not is_what_holds):
        return None
    return f"the remark is {found.remark}"


def asked_for_is_enforced(said: Said) -> str | None:
    """CONF-G2: where the user's word is on, commands are confined or none runs."""
    wish = said.user if said.typed is None else said.typed
    return "commands run unconfined" if wish and confinement.decide(said).boundary == "off" else None


def the_project_decides(said: Said) -> str | None:
    """Witness: what the project wishes is what holds."""
    holds = confinement.decide(said).boundary == "on"
    return None if said.project is None or holds == said.project else "the project's word has no effect"


# --- what may be written ---------------------------------------------------------------------------------------------

PRIVATE = "w"
PLACES: tuple[Place, ...] = ((), ("a",), ("b",), ("ab",), ("a", "a"))
TARGETS: tuple[Place, ...] = (*PLACES, ("b", "a"), ("b", "tsr"), ("b", "tsr", "v"), ("b", "tsr", PRIVATE))


@dataclass(frozen=True, slots=True)
class Asked:
    """What the user has said, and the places of a run: what it knows, and what the project's `allow_paths` admit."""

    said: Said
    known: Known
    allowed: tuple[Place, ...]

    def __str__(self) -> str:
        return f"{self.said}, {self.known}, allow_paths {list(self.allowed)}"


def places(few: int) -> Iterator[Asked]:
    """All that the user can say, with the places of a run among the first `few`; the project has said nothing yet."""
    some = PLACES[:few]
    saying = [said for said in decisions() if said.project is None and not (said.typed and said.user is False)]
    for project, user, cache, policy, allowed in product(
        some, ((), *((one,) for one in some)), (None, *some), (None, *some[1:3]), ((), *((one,) for one in some[:3]))
    ):
        known = Known(project, user, cache, PRIVATE, policy)
        yield from (Asked(said, known, allowed) for said in saying)


def _commands(asked: Asked, decision: Decision) -> frozenset[Place]:
    """Where commands may write."""
    if decision.boundary == "off":
        return frozenset(TARGETS)
    confined = confinement.roots(asked.known, decision.authority)
    if decision.boundary == "refused" or isinstance(confined, Exposed):
        return frozenset()
    return _beneath(_places(confined))


def _builtins(asked: Asked, decision: Decision) -> frozenset[Place]:
    """Where builtins may."""
    found = confinement.bounds(asked.known, decision, asked.allowed)
    if decision.boundary == "refused" or isinstance(found, Exposed):
        return frozenset()
    return _beneath((found.root, *found.allowed))


def _beneath(roots: tuple[Place, ...]) -> frozenset[Place]:
    return frozenset(place for place in TARGETS if any(place[: len(root)] == root for root in roots))


def _places(roots: tuple[Root, ...]) -> tuple[Place, ...]:
    return tuple(root.place for root in roots)


def a_project_never_widens(asked: Asked) -> str | None:
    """CONF-G1: whatever a project says about confinement, nobody may write where it could not without that."""
    silent = confinement.decide(asked.said)
    private = _private(asked)
    for project in (True, False):
        found = confinement.decide(replace(asked.said, project=project))
        for who, may in (("commands", _commands), ("builtins", _builtins)):
            more = may(asked, found) - may(asked, silent) - private
            if more:
                return f"with {project} of the project, {who} may write {sorted(more)} too"
    return None


def _private(asked: Asked) -> frozenset[Place]:
    cache = asked.known.cache
    return frozenset() if cache is None else _beneath(((*cache, "tsr", PRIVATE),))


def one_list(asked: Asked) -> str | None:
    """CONF-2: beside confined commands builtins may write where these may, and nowhere else."""
    decision = confinement.decide(replace(asked.said, project=True))
    if decision.boundary != "on" or _commands(asked, decision) == _builtins(asked, decision):
        return None
    return f"commands {sorted(_commands(asked, decision))}, builtins {sorted(_builtins(asked, decision))}"


def roots_are_apart(asked: Asked) -> str | None:
    """CONF-2: no root lies beneath another, and each place of the user's and the project's is covered by one."""
    found = confinement.roots(asked.known, "user")
    if isinstance(found, Exposed):
        return None
    pairs = [(one, other) for one in found for other in found if one is not other]
    if any(one.place[: len(other.place)] == other.place for one, other in pairs):
        return f"the roots are {[*_places(found)]}"
    wished = {asked.known.project, *asked.known.user}
    return None if wished <= _beneath(_places(found)) else "a root is missing"


def policy_is_out_of_reach(asked: Asked) -> str | None:
    """CONF-8: no confined command may write the user's file."""
    for authority in ("user", "project"):
        found = confinement.roots(asked.known, authority)
        if isinstance(found, tuple) and asked.known.policy in _beneath(_places(found)):
            return f"by the {authority}'s word the roots are {found}"
    return None


def the_cache_is_always_whole(asked: Asked) -> str | None:
    """Witness: the project's word grants the whole cache directory."""
    found = confinement.roots(asked.known, "project")
    cache = asked.known.cache
    return None if cache is None or isinstance(found, Exposed) or cache in _beneath(_places(found)) else "it does not"


def nobody_is_confined(asked: Asked) -> str | None:
    """Witness: commands may write everywhere."""
    decision = confinement.decide(asked.said)
    return None if _commands(asked, decision) == frozenset(TARGETS) else f"they are confined: {decision}"
