"""The theorems of FORM: their scopes, witnesses and faults."""

from __future__ import annotations

from tsr_proofs.enumerated import Enumerated
from tsr_proofs.exhaust import Box
from tsr_proofs.forms import faults as wrong
from tsr_proofs.forms import theorems
from tsr_proofs.theorem import Exhaustive, Theorem

WRITTEN: tuple[Box, ...] = (
    Enumerated(
        f"all choices of `run`, `delegate`, deps, packages and `dir`, {len(theorems.HELD)} kinds of directories",
        "all forms",
        theorems.written,
    ),
)
SEARCHED: tuple[Box, ...] = (
    Enumerated(
        f"3 directories from the root down and one above, {len(theorems.INSTALLED)} kinds of `node_modules/.bin` in "
        f"each, {len(theorems.INHERITED)} inherited",
        "4 directories",
        theorems.searched,
    ),
)

THEOREMS: tuple[Theorem, ...] = (
    Exhaustive(
        "forms",
        ("FORM-1", "FORM-3", "CLI-10"),
        theorems.form_by_precedence,
        theorems.run_is_what_runs,
        {"quick": WRITTEN, "full": WRITTEN},
        WRITTEN,
        (
            wrong.RUN_FIRST,
            wrong.MARKER_FIRST,
            wrong.DELEGATE_ALONE,
            wrong.NEVER_AGGREGATE,
            wrong.FAN_OUTS_TOO,
            wrong.MARKER_ABOVE,
            wrong.WHOLE_NAME,
            wrong.NEVER_BUN,
        ),
    ),
    Exhaustive(
        "installed-in-front",
        ("FORM-4",),
        theorems.installed_in_front,
        theorems.path_is_untouched,
        {"quick": SEARCHED, "full": SEARCHED},
        SEARCHED,
        (
            wrong.FARTHEST_FIRST,
            wrong.OWN_ONLY,
            wrong.TO_THE_TOP,
            wrong.BENEATH_ONLY,
            wrong.WHATEVER_IT_IS,
            wrong.COLONS_TOO,
            wrong.BEHIND,
            wrong.INSTEAD,
            wrong.ALONE_IF_UNSET,
        ),
    ),
    Exhaustive(
        "inherited-behind",
        ("FORM-4", "PATH-G1"),
        theorems.inherited_stays_behind,
        theorems.path_is_untouched,
        {"quick": SEARCHED, "full": SEARCHED},
        SEARCHED,
        (wrong.TO_THE_TOP, wrong.BEHIND, wrong.INSTEAD, wrong.ALONE_IF_UNSET),
    ),
)
