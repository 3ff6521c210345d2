"""Whether commands are confined, and by whose authority (CONF-1, TIER-5)."""

from __future__ import annotations


class Decision:
    """The answer: `boundary` is `on`, `off` or `refused` (no command runs), `authority` whose word that is.

    `remark`: the project's word is `ignored`, or `vetoed` since the host could not keep it; empty otherwise.
    """

    __slots__ = ("authority", "boundary", "remark")

    def __init__(self, boundary: str, authority: str, remark: str = "") -> None:
        self.boundary = boundary
        self.authority = authority
        self.remark = remark


def decide(product: str, typed: bool | None, user: bool | None, project: bool | None, capable: bool) -> Decision:
    """Who decides: the user, else the project if it narrows, else the default. None: nothing was said.

    `product`: `tsr` or `tsr-confine`; `capable`: whether the host's kernel can draw the boundary.
    """
    if typed is not None:
        return _by_user("command-line", typed, project, capable)
    if user is not None:
        return _by_user("user", user, project, capable)
    if project and capable:
        return Decision("on", "project")
    confined = product == "tsr-confine" and capable
    remark = "" if project is None else "vetoed" if project else "ignored"
    return Decision("on" if confined else "off", "default", remark)


def _by_user(authority: str, wish: bool, project: bool | None, capable: bool) -> Decision:
    """A wish for a boundary is answered by one, or by no command at all (CONF-G2)."""
    boundary = "off" if not wish else "on" if capable else "refused"
    return Decision(boundary, authority, "ignored" if project is False or (project and not wish) else "")
