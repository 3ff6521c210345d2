"""The boundary of a run of `tsr` (CONF-1, CONF-2): what its builtins may touch, and what holds its commands back.

The runner draws it around itself, once all is judged and before the first command: what it starts from then on is
within, and so are its own builtins, which the fence holds to the same roots.
"""

from __future__ import annotations

from tsr_impl.confinement import usual

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.config import Config
    from tsr_impl.confinement.decision import Decision
    from tsr_impl.confinement.settlement import Settlement
    from tsr_impl.request import Request


class Boundary:
    """What is settled about a run: the `admitted` places beside the workspace root, and `variables` for its commands.

    `remarks` say what there is to be said of it; `described` is one line for those who only ask.
    """

    __slots__ = ("_roots", "admitted", "described", "remarks", "variables")

    def __init__(self, admitted: list[str], described: str = "", roots: list[str] | None = None) -> None:
        self._roots = roots
        self.admitted = admitted
        self.described = described
        self.remarks: list[tuple[str, str]] = []
        self.variables: dict[bytes, bytes] = {}

    def draw(self) -> None:
        """Draw it, if there is one, for the whole run (CONF-5). Raises `Stop`: then the run must not go on (CONF-4)."""
        if not self._roots:
            return
        import tsr_landlock
        from tsr_impl.confinement.held import held
        from tsr_impl.report import Stop

        try:
            tsr_landlock.restrict(held(self._roots))
        except OSError as error:
            message = f"commands can't be confined: {error} — run this without a boundary only if you mean to"
            raise Stop(message, "CONF-4") from error


def settle(
    config: Config, asked: Request, project: str, allowed: list[str], environment: Mapping[bytes, bytes]
) -> Boundary:
    """The boundary of a run, or that there is none. `allowed`: where the config's `allow_paths` lead.

    A dry run makes no directories. Raises `Stop`.
    """
    unsaid = asked.confine is None and asked.user_config is None and config.confine is None
    if unsaid and not usual.may_be_there():
        return Boundary(allowed)
    from tsr_impl.confinement import policy, settlement

    users = policy.read(asked.user_config)
    settled = settlement.decided("tsr", asked.confine, users, config.confine)
    if settled.decision.boundary == "off":
        from tsr_impl.confinement import roots

        boundary = Boundary([*roots.admitted(users), *allowed], _described(settled.decision))
    else:
        settled.confine(users, project, allowed, environment, make=not asked.dry_run)
        boundary = _confined(settled)
    if settled.remark():
        boundary.remarks.append((settled.remark(), "CONF-1"))
    return boundary


def tell(project: bool | None) -> None:
    """Say what would hold for commands, and that a word has no effect, to those who run none (CONF-6).

    `project`: what the config says. Where the user's file can't be followed that is said: no command would run.
    """
    if project is None and not usual.may_be_there():
        return None
    from tsr_impl.confinement import policy
    from tsr_impl.report import say, warn

    try:
        users = policy.read()
    except policy.PolicyError as fault:
        return warn(fault.message, fault.clause)
    if users.path is None and project is None:
        return None
    from tsr_impl.confinement import settlement

    settled = settlement.decided("tsr", None, users, project)
    if settled.remark():
        warn(settled.remark(), "CONF-1")
    if _described(settled.decision):
        say(_described(settled.decision))
    return None


def _confined(settled: Settlement) -> Boundary:
    assert settled.roots is not None
    paths = settled.roots.paths()
    boundary = Boundary(paths, _described(settled.decision), paths)
    boundary.remarks += settled.remarks
    boundary.variables = settled.variables
    return boundary


def _described(decision: Decision) -> str:
    """Whether commands are confined, and by whose word, where somebody has said something."""
    if decision.authority == "default":
        return ""
    holds = {"on": "are confined", "off": "are not confined", "refused": "are refused"}[decision.boundary]
    return f"tsr: commands {holds}, by the word of the {decision.authority.replace('-', ' ')}"
