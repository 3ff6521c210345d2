"""All theorems, chapter by chapter. One that isn't here is not run, and a test looks for such."""

from __future__ import annotations

from tsr_proofs.command_line import registered as command_line
from tsr_proofs.configured import registered as configured
from tsr_proofs.confinement import registered as confinement
from tsr_proofs.discovery import registered as discovery
from tsr_proofs.environment import registered as environment
from tsr_proofs.fence import lemmas_registered
from tsr_proofs.fence import registered as fence
from tsr_proofs.forms import registered as forms
from tsr_proofs.graph import registered as graph
from tsr_proofs.packages import registered as packages
from tsr_proofs.permissions import registered as permissions
from tsr_proofs.processes import registered as processes
from tsr_proofs.search_path import registered as search_path
from tsr_proofs.theorem import Theorem

THEOREMS: tuple[Theorem, ...] = (
    *fence.FENCE,
    *fence.WALK,
    *fence.REPLAYS,
    *fence.TIERS,
    *configured.TIERS,
    *configured.ENVIRONMENT,
    *environment.THEOREMS,
    *search_path.JUDGING,
    *search_path.GUARANTEE,
    *discovery.THEOREMS,
    *permissions.JUDGING,
    *permissions.GUARANTEE,
    *graph.THEOREMS,
    *packages.THEOREMS,
    *forms.THEOREMS,
    *command_line.THEOREMS,
    *processes.THEOREMS,
    *confinement.THEOREMS,
    *configured.OUTPUT,
    *lemmas_registered.LEMMAS,
    *search_path.LEMMAS,
    *processes.LEMMAS,
    *confinement.LEMMAS,
    *search_path.FINDINGS,
    *permissions.FINDINGS,
    *configured.FINDINGS,
    *processes.FINDINGS,
    *fence.FINDINGS,
)
