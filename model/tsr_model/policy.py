"""The user's file: what whoever runs this says about confinement (CONF-8), and what of it holds in a run."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from tsr_model import confinement, fence, kernel
from tsr_model.confinement import Exposed, Known, Said
from tsr_model.fence import Bounds
from tsr_model.filesystem import ROOT, Directory, File, Link, Number
from tsr_model.names import Place, path
from tsr_model.permissions import judge_file, walked
from tsr_model.refusal import Refusal
from tsr_model.resolver import TooManyLinks, start_of
from tsr_model.world import World
from tsr_spec.case import CaseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True, slots=True)
class Policy:
    """What a user's file says, and where it is; all of it unsaid where there is no file."""

    confine: bool | None = None
    writable_roots: tuple[str, ...] = ()
    place: Place | None = None


# --- the file (CONF-8) ------------------------------------------------------------------------------------------------


def read(here: World, typed: str | None, strict: bool) -> Policy | Refusal:
    """The policy of the file that the command line names; else none, since no case has the user's own (CONF-8)."""
    if typed is None:
        return Policy()
    number = kernel.stat(here.files, here.cwd, path(typed))
    file = None if isinstance(number, str) else here.files.nodes[number]
    if not isinstance(file, File):
        return Refusal(("CONF-8",))
    assert not isinstance(number, str)
    if _has_another_name(here, number):
        return Refusal(("CONF-8",))
    if judge_file(here.files, here.cwd, path(typed), strict) is not None:
        return Refusal(("CONF-8", "PERM-1"))
    landed = fence.landing(here.files, start_of(path(typed), here.cwd), path(typed).parts)
    assert not isinstance(landed, TooManyLinks)
    return parse(file.data, landed.place) or Refusal(("CONF-8",))


def parse(data: str, place: Place) -> Policy | None:
    """What the bytes of a user's file say; None for anything that is not understood."""
    try:
        table = tomllib.loads(data.encode("utf-8", "surrogateescape").decode())
    except (ValueError, RecursionError):
        return None
    sandbox = table.get("sandbox", {})
    if table.keys() - {"sandbox"} or not isinstance(sandbox, dict):
        return None
    return _policy(sandbox, place)


def _policy(sandbox: dict[str, Any], place: Place) -> Policy | None:
    confine, roots, cache = (sandbox.get(key) for key in ("confine_commands", "writable_roots", "cache_root"))
    if sandbox.keys() - {"confine_commands", "writable_roots", "cache_root"} or not isinstance(confine, bool | None):
        return None
    roots = [] if roots is None else roots
    if not isinstance(roots, list) or not all(isinstance(root, str) and root.startswith(("/", "~/")) for root in roots):
        return None
    if cache is not None or any(root.startswith("~") for root in roots):
        raise CaseError("no case knows the user's own home directory, nor a cache in it (CONF-2)")
    return Policy(confine, tuple(roots), place)


# --- what holds in a run (CONF-1, CONF-2) ----------------------------------------------------------------------------


def bounds(here: World, project: Place, allowed: tuple[Place, ...], policy: Policy, said: Said) -> Bounds | Refusal:
    """The bounds of a run, beside confined commands or others."""
    decision = confinement.decide(said)
    if decision.boundary == "refused":
        return Refusal(("CONF-1",))
    roots = tuple(_landed(here, root) for root in policy.writable_roots)
    if decision.boundary == "on" and None in roots:
        return Refusal(("CONF-2",))
    if decision.boundary == "on" and _leads_over_a_link(here, policy):
        return Refusal(("CONF-8",))
    known = Known(project, tuple(root for root in roots if root is not None), None, "", policy.place)
    found = confinement.bounds(known, decision, allowed)
    return Refusal(("CONF-8",)) if isinstance(found, Exposed) else found


def _landed(here: World, root: str) -> Place | None:
    """Where a root of the user's is; None unless it is a directory or a regular file."""
    number = kernel.stat(here.files, ROOT, path(root))
    if isinstance(number, str) or not isinstance(here.files.nodes[number], Directory | File):
        return None
    landed = fence.landing(here.files, ROOT, path(root).parts)
    return None if isinstance(landed, TooManyLinks) else landed.place


def _leads_over_a_link(here: World, policy: Policy) -> bool:
    """Whether a root of the user's is reached so: whoever may change a link of a case's world, and every user may, has
    the next run's root be anywhere."""
    steps = (step for root in policy.writable_roots for step in walked(here.files, ROOT, path(root)))
    return any(step.entry is not None and isinstance(here.files.nodes[step.entry], Link) for step in steps)


def _has_another_name(here: World, number: Number) -> bool:
    """Whether a file has a hard link, by which a command could rewrite it."""
    directories = (node for node in here.files.nodes.values() if isinstance(node, Directory))
    return sum(held == number for node in directories for held in node.entries.values()) > 1
