"""Landlock, the kernel's own way for a process to give up rights: what the boundary of CONF-4 is made of.

Write-class rights only: make, change, cut, rename, remove. Reading, running, network, `chmod`, `chown` and times are
left alone (CONF-9). No dependency, no privilege needed, and never silently weaker: what can't be had is an error.
"""

from tsr_landlock.boundary import DEVICES, LandlockError, abi, restrict, scope_signals
from tsr_landlock.rights import KNOWN_ABI, SCOPES_SIGNALS, gaps

__all__ = ["DEVICES", "KNOWN_ABI", "SCOPES_SIGNALS", "LandlockError", "abi", "gaps", "restrict", "scope_signals"]
