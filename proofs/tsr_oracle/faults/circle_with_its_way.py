"""The message about a circle begins with the task that was named, whether or not the circle has it.

How it comes about: the path of the walk is printed as it is.
"""

from __future__ import annotations

from tsr_impl import graph
from tsr_impl.report import ConfigFault
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-3")})
SUBTLE = "A task leads to a circle, and is not part of it."


def apply() -> None:
    """Put in front what led there."""
    original = graph._circle

    def circle(path: list[str], again: str) -> ConfigFault:
        fault = original(path, again)
        way = "".join(f"{name} → " for name in path[: path.index(again)])
        fault.message = fault.message.replace(": ", f": {way}", 1)
        return fault

    patch(graph, "_circle", circle)
