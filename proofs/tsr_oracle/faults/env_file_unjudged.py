"""What an `env_file` sets is not judged.

How it comes about: the guard looks at the tables of the config, and a file is only read when its task starts.
"""

from __future__ import annotations

from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import leave_out

ACCEPTED = frozenset({("bypass", "ENV-1"), ("bypass", "ENV-3")})


def apply() -> None:
    """Leave out all layers of a task but the last, which is its `env`."""
    leave_out(Layers, "_judge", lambda self, source, *_: any(source in own[:-1] for own in self._own.values()))
