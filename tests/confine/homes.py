"""A user with a home directory, for the modules that ask the password database for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tsr_impl.confinement import policy, usual
from tsr_impl.confinement.policy import Policy


class Home:
    """The home directory `path`, beside it a project `project`, and the user's file."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.path = base / "home"
        self.project = base / "ws"
        self.file = self.path / ".config/tsr/config.toml"
        self.path.mkdir()
        self.project.mkdir()

    def write(self, text: str | bytes) -> Path:
        """Have the user's file say that."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_bytes(text.encode() if isinstance(text, str) else text)
        return self.file

    def policy(self, *lines: str) -> Policy:
        """What these lines of `[sandbox]` say."""
        self.write("\n".join(("[sandbox]", *lines)))
        return policy.read()


def make(base: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """One that the password database names."""
    home = Home(base.resolve())
    monkeypatch.setattr(usual, "home", lambda: os.fspath(home.path))
    return home
