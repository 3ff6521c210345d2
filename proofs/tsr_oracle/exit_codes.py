"""What `tsr-oracle` ends with, besides 0."""

from __future__ import annotations

FAILED = 1
MISUSE = 64
INTERRUPTED = 130
PIPE_CLOSED = 141
