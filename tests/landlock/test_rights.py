"""What is asked of a kernel of each version, and what such a boundary then holds (CONF-4).

The kernel refuses a right or a size that it doesn't know, and every newer kernel serves what an older one did: so what
is asked of older ones can be read off, and be tried on this one.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tsr_landlock
from tsr_landlock import boundary, rights

VERSIONS = range(1, 8)

# `<linux/landlock.h>`: bits 1 and 4 to 12 came with the first version, REFER is bit 13 and TRUNCATE bit 14.
OF_ABI_1 = 0b1_1111_1111_0010
HANDLED = {0: 0, 1: OF_ABI_1, 2: OF_ABI_1 | 1 << 13} | dict.fromkeys(range(3, 8), OF_ABI_1 | 3 << 13)
SIZES = {0: 0, 1: 8, 2: 8, 3: 8, 4: 16, 5: 16, 6: 24, 7: 24}
SCOPED = {abi: 0b10 if abi >= 6 else 0 for abi in range(8)}


class FakeKernel:
    """The C library of a machine with some version of Landlock: takes down what is asked of it."""

    def __init__(self, abi: int) -> None:
        self.abi = abi
        self.rulesets: list[tuple[int, int, int, int]] = []
        self.rules: list[int] = []
        self.in_force = 0
        self.no_new_privs = 0

    def syscall(self, number: int, *words: Any) -> int:
        if number == 444 and words[0] is None:
            return self.abi or -1
        if number == 444:
            attribute = words[0]._obj
            self.rulesets.append(
                (words[1].value, attribute.handled_access_fs, attribute.handled_access_net, attribute.scoped)
            )
            return os.open("/dev/null", os.O_RDONLY)
        if number == 445:
            assert ctypes.sizeof(words[2]._obj) == 12  # packed
            self.rules.append(words[2]._obj.allowed_access)
        if number == 446:
            self.in_force += self.no_new_privs  # the kernel takes no rules from whoever has not said that before
        return 0

    def prctl(self, option: int, *words: Any) -> int:
        self.no_new_privs = int(option == 38 and [word.value for word in words] == [1, 0, 0, 0])
        return 0


@pytest.fixture(name="alone")
def as_if_there_were_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boundary, "_must_be_one_thread", lambda: None)


@pytest.mark.parametrize("abi", range(8))
def test_the_tables_are_those_of_the_kernel(abi: int) -> None:
    """Rights, scopes and size by version."""
    assert rights.write_class(abi) == HANDLED[abi]
    assert rights.scoped(abi) == SCOPED[abi]
    assert rights.attribute_size(abi) == SIZES[abi]


@pytest.mark.parametrize("abi", VERSIONS)
def test_a_kernel_is_asked_for_what_it_knows(
    abi: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, alone: None
) -> None:
    """One set of rules; a directory gets all but to make devices, a file what it can have, a device is written."""
    kernel = FakeKernel(abi)
    monkeypatch.setattr(boundary, "_libc", kernel)
    (tmp_path / "file").touch()
    assert boundary.restrict([str(tmp_path), str(tmp_path / "file")], devices=["/dev/null", "/dev/no-such"]) == abi
    assert kernel.rulesets == [(SIZES[abi], HANDLED[abi], 0, SCOPED[abi])]
    assert kernel.rules == [HANDLED[abi] & ~(1 << 6 | 1 << 11), HANDLED[abi] & (1 << 1 | 1 << 14), 1 << 1]
    assert kernel.in_force == 1


def test_a_kernel_without_it_is_asked_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No set of rules is made, and no-new-privs not set."""
    kernel = FakeKernel(0)
    monkeypatch.setattr(boundary, "_libc", kernel)
    with pytest.raises(tsr_landlock.LandlockError, match="not available"):
        boundary.restrict(["/"])
    assert (kernel.rulesets, kernel.rules, kernel.in_force, kernel.no_new_privs) == ([], [], 0, 0)


def test_a_newer_kernel_is_taken_for_the_newest_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a later version adds is not asked for blindly."""
    monkeypatch.setattr(boundary, "_libc", FakeKernel(99))
    assert boundary.abi() == tsr_landlock.KNOWN_ABI


AS_OF = """
import os, sys
import tsr_landlock
from tsr_landlock import boundary
version, parent = map(int, sys.argv[1:3])
boundary.abi = lambda: version
tsr_landlock.restrict(["in"])
os.close(os.open("in/new", os.O_CREAT | os.O_WRONLY))
for name, operation in {
    "write": lambda: os.open("out/file", os.O_WRONLY),
    "remove": lambda: os.unlink("out/file"),
    "a file outside can be truncated": lambda: os.truncate("out/file", 0),
    "processes outside can be signalled": lambda: os.kill(parent, 0),
    "move within": lambda: os.rename("in/new", "in/sub/new"),
}.items():
    try:
        operation()
    except OSError:
        continue
    print(name)
"""


@pytest.mark.parametrize("version", VERSIONS)
def test_what_an_older_version_leaves_open_is_what_is_said(version: int, tmp_path: Path) -> None:
    """A boundary as of each version, on this kernel: open are the gaps, and nothing but the gaps."""
    if tsr_landlock.abi() < version:
        pytest.skip(f"this kernel has no Landlock of ABI {version}")
    (tmp_path / "in" / "sub").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "file").touch()
    words = [sys.executable, "-c", AS_OF, str(version), str(os.getpid())]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    within = ["move within"] if version >= 2 else []
    assert done.stdout.splitlines() == [*tsr_landlock.gaps(version), *within]
