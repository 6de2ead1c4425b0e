"""The engine of the grammar: levels of rules over token classes, each rewriting the longest matches into one token."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any

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


class Rule:
    """A pattern over classes and what to make of a match.

    The pattern is compiled when a text first has the classes it needs: most runs need few of them, and compiling is dear.
    """

    __slots__ = ("_compiled", "make", "needs", "pattern")

    def __init__(self, pattern: str, needs: str, make: Callable[[Match], Made]) -> None:
        self.pattern, self.needs, self.make = pattern, tuple(needs.split()), make
        self._compiled: re.Pattern[str] | None = None

    def compiled(self) -> re.Pattern[str]:
        """The pattern, compiled once."""
        if self._compiled is None:
            self._compiled = re.compile(self.pattern)
        return self._compiled


class Level:
    """Rules that are tried together on the same tokens."""

    __slots__ = ("_usable", "rules")

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self._usable: dict[frozenset[str], list[tuple[int, Rule, re.Pattern[str]]]] = {}

    def rule(self, pattern: str, needs: str) -> Callable[[Callable[[Match], Made]], Callable[[Match], Made]]:
        """Add the decorated function as the meaning of a pattern.

        `needs` are groups of classes, parted by spaces: of each group one must be there for the rule to be tried.
        """

        def add(make: Callable[[Match], Made]) -> Callable[[Match], Made]:
            self.rules.append(Rule(pattern, needs, make))
            return make

        return add

    def usable(self, classes: frozenset[str]) -> list[tuple[int, Rule, re.Pattern[str]]]:
        """The rules that may match a text with these classes, with their order; remembered for the next such text."""
        found = self._usable.get(classes)
        if found is None:
            if len(self._usable) > REMEMBERED:
                self._usable.clear()
            found = [
                (order, rule, rule.compiled())
                for order, rule in enumerate(self.rules)
                if all(any(cls in classes for cls in group) for group in rule.needs)
            ]
            self._usable[classes] = found
        return found


REMEMBERED = 2000
"""Sets of classes a level remembers the usable rules of."""


def cascade(tokens: list[Token], levels: Iterable[Level], scene: Scene, text: str) -> list[Token]:
    """The tokens after all levels, one after the other."""
    classes = "".join([token[0] for token in tokens])
    present = frozenset(classes)
    for level in levels:
        usable = level.usable(present)
        if usable:
            reduced = _reduce(tokens, classes, usable, scene, text)
            if reduced is not tokens:
                tokens = reduced
                classes = "".join([token[0] for token in tokens])
                present = frozenset(classes)
    return tokens


Usable = list[tuple[int, Rule, re.Pattern[str]]]
"""Rules with their order in the level and their compiled patterns."""


def _reduce(tokens: list[Token], classes: str, usable: Usable, scene: Scene, text: str) -> list[Token]:
    """The tokens after one level: longest match first, the earlier one of equals; a rule that declines leaves its tokens."""
    found = [
        (match.start() - match.end(), match.start(), order, match, rule)
        for order, rule, pattern in usable
        for match in pattern.finditer(classes)
        if match.end() > match.start()
    ]
    if not found:
        return tokens
    found.sort(key=_urgency)
    made: list[tuple[int, int, Token]] = []
    taken = bytearray(len(tokens))  # which tokens are part of something already
    for _, start, _, match, rule in found:
        end = match.end()
        if taken.find(1, start, end) >= 0:
            continue
        result = _make(rule, Match(match, tokens, scene, text))
        if result is not None:
            taken[start:end] = b"\1" * (end - start)
            made.append((start, end, Token(result[0], result[1], tokens[start].start, tokens[end - 1].end)))
    if not made:
        return tokens
    out: list[Token] = []
    last = 0
    for start, end, token in sorted(made, key=itemgetter(0)):
        out += (*tokens[last:start], token)
        last = end
    return out + tokens[last:]


_urgency = itemgetter(0, 1, 2)


def _make(rule: Rule, match: Match) -> Made:
    try:
        return rule.make(match)
    except (ValueError, OverflowError):  # a day that does not exist
        return None
