r"""A name of a task may end in a newline: `[tasks."x\n"]` is no error of the file.

How it comes about: the name is matched with `^[A-Za-z0-9_:-]+$`, and `$` matches in front of a last newline as well.
"""

from __future__ import annotations

import re

from tsr_impl import config, configless
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a name is right but for one newline at its end"
ACCEPTED = frozenset({("bypass", "CLI-8"), ("divergence", "CLI-8")})

_NAME = re.compile(r"^[A-Za-z0-9_:-]+$")


def apply() -> None:
    """Match names with the expression."""
    for module in (config, configless):
        patch(module, "is_task_name", _is_task_name)


def _is_task_name(name: str) -> bool:
    return _NAME.match(name) is not None
