"""`go.mod`, as far as it is about names (PKG-3, PKG-9)."""

from __future__ import annotations

import re

from tsr_impl.manifests import Manifest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A comment, a word in quotes, a parenthesis, or a word.
_TOKEN = re.compile(r"""//.*|"[^"]*"|`[^`]*`|[()]|(?:(?!//)[^\s()"`])+""")
_PATHS = ("./", "../", "/")


def manifest(content: str) -> Manifest:
    """What it says. Raises nothing: what is no directive is passed over."""
    name = ""
    requires: list[str] = []
    for verb, words in _directives(content):
        if verb == "module" and words:
            name = words[0]
        elif verb == "require" and words:
            requires.append(words[0])
        elif verb == "replace" and "=>" in words:
            requires += _replaced(words, words.index("=>"))
    return Manifest(name, requires)


def _replaced(words: list[str], arrow: int) -> list[str]:
    """The module on the left, and what stands in for it if that is a module, too."""
    return words[:arrow][:1] + [word for word in words[arrow + 1 :][:1] if not word.startswith(_PATHS)]


def _directives(content: str) -> Iterator[tuple[str, list[str]]]:
    """Each line with its verb, which may stand in front of a block of lines."""
    block: str | None = None
    for line in content.split("\n"):
        words = [token for token in _TOKEN.findall(line) if not token.startswith("//")]
        if words[:1] == [")"]:
            block = None
        elif block is not None:
            yield block, _plain(words)
        elif words[-1:] == ["("]:
            block = " ".join(words[:-1])
        elif words:
            yield words[0], _plain(words[1:])


def _plain(words: list[str]) -> list[str]:
    """The words of a line without their quotes. A parenthesis that is no block's says nothing."""
    return [word[1:-1] if word[0] in '"`' else word for word in words if word not in ("(", ")")]
