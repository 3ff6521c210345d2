"""What holds for commands once all words are in: whether there is a boundary (CONF-1), and what it is made of.

There is one place for that, since `tsr`, `tsr-confine run`, and `status`, which only says it, must never differ.
"""

from __future__ import annotations

from tsr_impl.confinement import decision as deciding
from tsr_impl.report import Stop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tsr_impl.confinement.decision import Decision
    from tsr_impl.confinement.policy import Policy
    from tsr_impl.confinement.roots import Roots

_NO_LANDLOCK = "this kernel has no Landlock"
_REMARKS = {
    "ignored": "`[security] confine_commands` of the project has no effect: the user's word, or the default, holds",
    "vetoed": f"`[security] confine_commands` of the project has no effect: {_NO_LANDLOCK}",
}


class Settlement:
    """The `decision`, and within a boundary its `roots` and the `variables` that commands get.

    `remarks` are sentences, each with its clause. `stop` is why no command runs, for those who ask before they run one.
    """

    __slots__ = ("decision", "remarks", "roots", "stop", "variables")

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.remarks: list[tuple[str, str]] = []
        self.roots: Roots | None = None
        self.stop: Stop | None = None
        self.variables: dict[bytes, bytes] = {}

    def remark(self) -> str:
        """What has become of the project's word, where that needs saying; empty else."""
        return _REMARKS.get(self.decision.remark, "")

    def confine(
        self, users: Policy, project: str, allowed: Iterable[str], environment: Mapping[bytes, bytes], make: bool
    ) -> None:
        """Find what the boundary is made of; `make` the directories that are missing. Raises `Stop`."""
        if self.decision.boundary == "refused":
            who = self.decision.authority.replace("-", " ")
            message = f"commands are to be confined by the word of the {who}, and {_NO_LANDLOCK}"
            raise Stop(f"{message} — nothing is run; take that word back, or pass `--no-confine`", "CONF-1")
        from tsr_impl.confinement import caches, roots, scratch

        found = self.roots = roots.roots(project, users, self.decision.authority, allowed, make)
        self.remarks += [(remark, "CONF-2") for remark in found.remarks]
        if found.cache is None:
            return
        temporary = scratch.find(found.cache, make)
        self.variables = {b"TMPDIR": temporary.path.encode("utf-8", "surrogateescape")}
        self.variables.update(caches.variables(found.cache, environment))
        if temporary.remark():
            self.remarks.append((temporary.remark(), "CONF-3"))


def decided(product: str, typed: bool | None, users: Policy, project: bool | None) -> Settlement:
    """The decision, by the words of each and the kernel that is here."""
    import tsr_landlock

    return Settlement(deciding.decide(product, typed, users.confine, project, tsr_landlock.abi() > 0))
