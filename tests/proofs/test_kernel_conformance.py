"""The kernel as judge: as root in a chroot, and for everyone below a prefix; nothing is left behind."""

from __future__ import annotations

import ast
import multiprocessing
import os
from pathlib import Path

import pytest

import tsr_model.builtins
from tsr_proofs.exhaust import Found, Share, study
from tsr_proofs.fence.kernel_conformance import CHANGING, LOOKING, KernelBox, KernelChainBox, conforms
from tsr_proofs.scratch import can_chroot, scratch
from tsr_proofs.trees import Dir, Link, Scope


def test_below_a_prefix() -> None:
    box = KernelBox(Scope(1, 2), 2, chroot=False)
    assert study(Share(box, (conforms,), 0, 1)).counterexamples == (None,)


@pytest.mark.skipif(not can_chroot(), reason="only root may chroot; below a prefix the same is tested")
def test_in_a_chroot() -> None:
    box = KernelBox(Scope(1, 2, fifos=True, twins=True), 1, chroot=True)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found: Found = pool.apply(study, (Share(box, (conforms,), 0, 1),))
    assert found.counterexamples == (None,)


def test_chains_of_links() -> None:
    assert study(Share(KernelChainBox(chroot=False), (conforms,), 0, 1)).counterexamples == (None,)


def test_a_path_that_could_lead_above_the_scratch_directory_is_not_tried() -> None:
    with pytest.raises(AssertionError, match="above"):
        study(Share(KernelBox(Scope(6, 2), 2, chroot=False), (conforms,), 0, 1))


def test_a_scratch_directory_is_deep_and_goes_away() -> None:
    before = os.getcwd()
    with scratch(chroot=False) as place:
        top = Path("/", *place.top)
        assert len(place.root) - len(place.top) >= 8
        place.make(Dir((("a", Dir((("l", Link("/ab")),))), ("ab", Dir()))))
        assert place.read()[(*place.root, "a", "l")] == ("link", f"{place.prefix}/ab")
        place.clear()
        assert list(place.read()) == [place.root[:depth] for depth in range(len(place.top), len(place.root) + 1)]
    assert not top.exists()
    assert os.getcwd() == before


def test_every_system_call_of_a_builtin_is_covered() -> None:
    """What builtins call of the model's kernel is among what is held against the real one; `last` is no call."""
    directory = Path(tsr_model.builtins.__file__ or "").parent
    called = {
        node.attr
        for source in directory.glob("*.py")
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "kernel"
    }
    assert called
    assert called <= {*LOOKING, *CHANGING, "rename", "last", "is_within"}
