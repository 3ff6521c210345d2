"""The model's walk and the second reading lead to the same place, and bounds are compared by names."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from itertools import islice, product

from tsr_model import fence, names
from tsr_model.fence import Bounds, Landing
from tsr_model.filesystem import FileSystem, Number
from tsr_proofs.bridge import in_model
from tsr_proofs.fence.operands import operands
from tsr_proofs.fence.walk import entry_of, lands
from tsr_proofs.trees import WORKSPACE, Dir, Link, Place, Scope, drawn, of, trees


@dataclass(slots=True)
class Walked:
    """A path in a tree, to be walked from the workspace."""

    tree: Dir
    files: FileSystem
    cwd: Number
    path: str

    def __str__(self) -> str:
        return f"{drawn(self.tree)}\nthe path '{self.path}' (in /a)"


@dataclass(frozen=True, slots=True)
class WalkBox:
    """All operands of up to `parts` parts, on all trees of the scope."""

    scope: Scope
    parts: int

    def __str__(self) -> str:
        return f"{self.scope}, operands of {of(self.parts, 'part')}"

    @property
    def short(self) -> str:
        """The scope in short."""
        return f"{self.scope.short} {self.parts}L"

    def cases(self, index: int, count: int) -> Generator[Walked, None, None]:
        """One of `count` equal shares of the walks."""
        every = operands(self.parts)
        for tree in islice(trees(self.scope), index, None, count):
            files, numbers = in_model(tree)
            for path in every:
                yield Walked(tree, files, numbers[WORKSPACE], path)


@dataclass(frozen=True, slots=True)
class ChainBox:
    """Chains of links as long as the budget of forty, and one more or less."""

    lengths: tuple[int, ...] = (1, 39, 40, 41)

    def __str__(self) -> str:
        return f"chains of {', '.join(map(str, self.lengths))} links"

    @property
    def short(self) -> str:
        """The scope in short."""
        return "chains of 41 links"

    def cases(self, index: int, count: int) -> Generator[Walked, None, None]:
        """One of `count` equal shares of the walks."""
        for length in self.lengths[index::count]:
            tree = chain(length)
            files, numbers = in_model(tree)
            for path in ("0", "0/", "0/a", "0/..", "0/../0"):
                yield Walked(tree, files, numbers[WORKSPACE], path)


def chain(length: int) -> Dir:
    """A workspace with a chain of so many links, the last of which leads to the neighbour."""
    links = [(str(at), Link(str(at + 1))) for at in range(length - 1)]
    return Dir((("a", Dir((*links, (str(length - 1), Link("../ab"))))), ("ab", Dir())))


def content_lands_alike(walked: Walked) -> str | None:
    """FENCE-2, FENCE-3: the fence's landing of a path in a content role is where the second reading leads."""
    parsed = names.path(walked.path)
    decision = fence.content(walked.files, walked.cwd, _EVERYWHERE, parsed)
    return _differ(decision, lands(walked.tree, WORKSPACE, walked.path))


def entry_lands_alike(walked: Walked) -> str | None:
    """FENCE-4, FENCE-16: the fence's landing of a path in an entry role is where the second reading leads."""
    parsed = names.path(walked.path)
    decision = fence.entry(walked.files, walked.cwd, _EVERYWHERE, parsed)
    return _differ(decision, entry_of(walked.tree, WORKSPACE, walked.path))


def text_would_do(walked: Walked) -> str | None:
    """Witness: links need not be followed."""
    return _differ(fence.content(walked.files, walked.cwd, _EVERYWHERE, names.path(walked.path)), _as_text(walked.path))


_EVERYWHERE = Bounds(())


def _differ(decision: fence.Decision, expected: Place | None) -> str | None:
    landing: Landing | None = getattr(decision, "landing", None)
    place = None if landing is None else landing.place
    return None if place == expected else f"the model leads to {place}, the second reading to {expected}"


def _as_text(path: str) -> Place:
    place: list[str] = [] if path.startswith("/") else list(WORKSPACE)
    for part in path.split("/"):
        if part == "..":
            del place[-1:]
        elif part not in ("", "."):
            place.append(part)
    return tuple(place)


# --- bounds as text --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Texts:
    """A place and a bound, written out."""

    place: str
    bound: str

    def __str__(self) -> str:
        return f"the place '{self.place}' and the bound '{self.bound}'"


@dataclass(frozen=True, slots=True)
class TextBox:
    """All pairs of absolute paths of up to `letters` characters from `a`, `b` and `/` after the first `/`."""

    letters: int

    def __str__(self) -> str:
        return f"texts of {of(self.letters, 'character')} over `a`, `b`, `/`"

    @property
    def short(self) -> str:
        """The scope in short."""
        return f"{self.letters} characters"

    def cases(self, index: int, count: int) -> Generator[Texts, None, None]:
        """One of `count` equal shares of the pairs."""
        texts = ["/" + "".join(t) for n in range(self.letters + 1) for t in product("ab/", repeat=n)]
        for place in texts[index::count]:
            for bound in texts:
                yield Texts(place, bound)


def beneath_as_text(texts: Texts) -> str | None:
    """FENCE-1: an entry admits itself and what is beneath it, not a name that starts with the same letters."""
    place, bound = names.path(texts.place), names.path(texts.bound)
    judged = fence.within(_names(place), Bounds(_names(bound))) is not None
    written = (_squeezed(texts.place) + "/").startswith(_squeezed(texts.bound) + "/")
    return None if judged == written else f"the model says {judged}, the text {written}"


def nothing_is_beneath(texts: Texts) -> str | None:
    """Witness: nothing is beneath anything else."""
    place, bound = _names(names.path(texts.place)), _names(names.path(texts.bound))
    return None if place == bound or fence.within(place, Bounds(bound)) is None else "it is beneath"


def _names(path: names.Path) -> Place:
    return names.without_slash(path).parts


def _squeezed(text: str) -> str:
    while "//" in text:
        text = text.replace("//", "/")
    return text.rstrip("/")
