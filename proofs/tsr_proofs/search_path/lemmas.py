"""PATH-1 on short texts, for CrossHair: any characters, in texts of bounded length."""

from __future__ import annotations

from tsr_model import search_path


def _goes_on(text: str) -> bool:
    """Whether a text begins with a character that a name can go on with."""
    first = text[:1]
    return first != "" and ("a" <= first <= "z" or "A" <= first <= "Z" or "0" <= first <= "9" or first == "_")


def short_texts_refer(value: str) -> bool:
    """PATH-1: of the texts that are no longer than `$PATH`, that one alone refers to the inherited `PATH`.

    pre: len(value) <= 5
    post: __return__
    """
    return search_path.references_path(value) == (value == "$PATH")


def short_texts_with_a_dollar_refer(value: str) -> bool:
    """Short texts refer to the inherited `PATH` exactly if they end in its name.

    pre: len(value) <= 5
    post: __return__
    """
    return search_path.references_path(value) == value.endswith("PATH")


def a_name_character_ends_it(front: str, behind: str) -> bool:
    """PATH-1: `$PATH` refers to the inherited `PATH` exactly if no name character follows, whatever is in front.

    pre: len(front) <= 1 and len(behind) <= 1
    post: __return__
    """
    return search_path.references_path(f"{front}$PATH{behind}") == (not _goes_on(behind))


def nothing_ends_it(front: str, behind: str) -> bool:
    """`$PATH` refers to the inherited `PATH` whatever follows.

    pre: len(front) <= 1 and len(behind) <= 1
    post: __return__
    """
    return search_path.references_path(f"{front}$PATH{behind}")


def braces_always_refer(front: str, behind: str) -> bool:
    """PATH-1: `${PATH}` refers to the inherited `PATH`, whatever is in front and behind.

    pre: len(front) <= 2 and len(behind) <= 2
    post: __return__
    """
    return search_path.references_path(front + "${PATH}" + behind)


def one_brace_refers(front: str, behind: str) -> bool:
    """`${PATH` refers to the inherited `PATH`.

    pre: len(front) <= 2 and len(behind) <= 2
    post: __return__
    """
    return search_path.references_path(front + "${PATH" + behind)
