"""All that is judged of a task is judged before anything of the next.

How it comes about: there is one loop over the tasks, and everything is done in it.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EXIT-10")})
SUBTLE = "Two tasks have to be refused, and the earlier one for what comes later in the order."


def apply() -> None:
    """Judge them one by one."""
    original = guards._judged

    def judged(judge: Any, reached: Any) -> Any:
        return {name: one for task in reached for name, one in original(judge, [task]).items()}

    patch(guards, "_judged", judged)
