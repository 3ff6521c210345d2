"""Text of others that is safe to be shown: what is no visible letter is written as its bytes."""

from __future__ import annotations


def visible(text: str) -> str:
    """The text with the bytes of each letter that can't be seen: what moves a cursor, turns a line, or is no text."""
    return "".join(letter if letter.isprintable() else _in_bytes(letter) for letter in text)


def in_unicode(text: str) -> str:
    """The text, with bytes that are not UTF-8 as escapes: for what is read by others too."""
    return text.encode("utf-8", "backslashreplace").decode()


def _in_bytes(letter: str) -> str:
    code = ord(letter)
    raw = bytes([code - 0xDC00]) if 0xDC80 <= code <= 0xDCFF else letter.encode("utf-8", "surrogatepass")
    return "".join(f"\\x{byte:02x}" for byte in raw)
