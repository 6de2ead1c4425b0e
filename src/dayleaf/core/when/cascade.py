"""The engine of the grammar: levels of rules over token classes, each rewriting the longest matches into one token."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from dayleaf.core.when.scan import Token
from dayleaf.core.when.span import Scene

Made = tuple[str, object] | None
"""What a rule makes of its match: the class and value of the new token, or None if it is nothing after all."""


class Match:
    """A rule's match: the values of its named groups, and the text around it."""

    __slots__ = ("_found", "_tokens", "scene", "text")

    def __init__(self, found: re.Match[str], tokens: Sequence[Token], scene: Scene, text: str) -> None:
        self._found, self._tokens, self.scene, self.text = found, tokens, scene, text

    def _index(self, group: str) -> int:
        """The token a group matched; -1 if the pattern has no such group or it matched nothing."""
        if group not in self._found.re.groupindex:
            return -1
        start, end = self._found.span(group)
        return start if end > start else -1

    def __getitem__(self, group: str) -> Any:  # noqa: ANN401 - a token's value is what its class says
        """The value of the token that the group matched; None if it matched nothing."""
        index = self._index(group)
        return None if index < 0 else self._tokens[index].value

    def cls(self, group: str) -> str:
        """The class of the token the group matched; the empty string if it matched nothing."""
        index = self._index(group)
        return "" if index < 0 else self._tokens[index].cls

    def spelled(self, group: str) -> str:
        """The text of the token the group matched."""
        index = self._index(group)
        return "" if index < 0 else self.text[self._tokens[index].start : self._tokens[index].end]

    def start(self) -> int:
        """Where the match begins in the text."""
        return self._tokens[self._found.start()].start

    def end(self) -> int:
        """Where the match ends in the text."""
        return self._tokens[self._found.end() - 1].end

    def classes(self) -> str:
        """The classes the match covers."""
        return self._found[0]

    def whole(self) -> str:
        """The text of the match."""
        return self.text[self.start() : self.end()]

    def before(self) -> Token | None:
        """The token before the match."""
        index = self._found.start()
        return self._tokens[index - 1] if index else None

    def after(self) -> Token | None:
        """The token behind the match."""
        index = self._found.end()
        return self._tokens[index] if index < len(self._tokens) else None


    def behind(self) -> str:
        """The classes before the match, the nearest last."""
        return "".join(token.cls for token in self._tokens[max(self._found.start() - 3, 0) : self._found.start()])

    def coming(self) -> str:
        """The classes behind the match."""
        return "".join(token.cls for token in self._tokens[self._found.end() : self._found.end() + 4])


class Rule(NamedTuple):
    """A pattern over classes, a character that must be there for it to be tried at all, and what to make of a match."""

    pattern: re.Pattern[str]
    needs: str
    make: Callable[[Match], Made]


def rule(level: list[Rule], pattern: str, needs: str = "") -> Callable[[Callable[[Match], Made]], Callable[[Match], Made]]:
    """Add the decorated function to a level as the meaning of a pattern."""

    def add(make: Callable[[Match], Made]) -> Callable[[Match], Made]:
        level.append(Rule(re.compile(pattern), needs, make))
        return make

    return add


def reduce(tokens: list[Token], level: Sequence[Rule], scene: Scene, text: str) -> list[Token]:
    """The tokens after one level: longest match first, the earlier one of equals; a rule that declines leaves its tokens."""
    classes = "".join([token.cls for token in tokens])
    found: list[tuple[int, int, int, re.Match[str], Rule]] = []
    for order, entry in enumerate(level):
        if entry.needs and not any(cls in classes for cls in entry.needs):
            continue
        for match in entry.pattern.finditer(classes):
            start, end = match.span()
            if end > start:
                found.append((start - end, start, order, match, entry))
    if not found:
        return tokens
    found.sort(key=lambda item: item[:3])
    made: list[tuple[int, int, Token]] = []
    for _, start, _, match, entry in found:
        end = match.end()
        if any(start < other_end and other_start < end for other_start, other_end, _ in made):
            continue
        result = _make(entry, Match(match, tokens, scene, text))
        if result is not None:
            made.append((start, end, Token(result[0], result[1], tokens[start].start, tokens[end - 1].end)))
    out = list(tokens)
    for start, end, token in sorted(made, key=lambda item: -item[0]):
        out[start:end] = [token]
    return out


def _make(entry: Rule, match: Match) -> Made:
    try:
        return entry.make(match)
    except (ValueError, OverflowError):  # a day that does not exist
        return None
