"""English: what kind of fact a sentence states of its subject, by the verb behind it."""

from __future__ import annotations

from dayleaf.core.derive import words as w
from dayleaf.core.fact import Kind
from dayleaf.core.regex import regex

_WORD = regex(r"[\w’'-]+")
_STAND = regex(r"(?:can(?:not|'t|’t| not)) (?:stand|bear) ")
_MODIFIED = regex(r"(?:doesn't|doesn’t|does not|don't|don’t|do not|never|no longer) ")
_PLACED = regex(r"(?:in|at) [A-Z][\w-]+.* (?:until|since|from|for) ")
_ALSO_OWN = frozenset({"has", "have"})
_ENGAGED = frozenset({"working", "living", "staying"})
_WHERE = frozenset({"at", "for", "as", "in", "with", "from", "near"})
_IS = frozenset({"is", "am", "are"})
_WAS = frozenset({"was", "were"})
_ENDED = frozenset(
    {"works", "lives", "eats", "drinks", "drives", "plays", "smokes", "studies", "uses", "owns", "speaks", "attends", "work", "live"}
)
_HABITS = frozenset({"eat", "drink", "smoke", "drive", "eats", "drinks", "smokes"})


def kind_of(rest: str, *, first: bool) -> Kind | None:
    """What a sentence states, given all that stands behind its subject; None: nothing that is certain or lasts.

    Args:
        rest: the rest of the sentence, without blanks before it.
        first: whether the subject is who writes.
    """
    fact = Kind.EXPERIENCE if first else Kind.WORLD
    if _STAND.match(rest):
        return Kind.OPINION
    words, at = _behind_adverbs(rest)
    if not words or _MODIFIED.match(rest):
        return _denied(rest, fact) if words else None
    verb, after = words[0], rest[at:]
    if verb in w.LIKES:
        return Kind.OPINION if len(words) > 1 and _agrees(verb, first=first) else None
    if verb in w.STATES:
        return fact if len(words) > 1 and _agrees(verb, first=first) and _lasts(verb, words, after) else None
    if verb in w.EVENTS and verb not in _ALSO_OWN:
        return fact if len(words) > 1 and _happened(verb, words) else None
    if verb in _IS:
        return fact if _is(words[1:], after) else None
    suffered = verb in _WAS and len(words) > 2 and _skip(words[1:])[0] in w.PASSIVE
    return fact if suffered or (verb in _ALSO_OWN and _has(words[1:])) else None


def _behind_adverbs(rest: str) -> tuple[list[str], int]:
    """The words from the verb on, in small letters, and where the one behind the verb begins."""
    found = list(_WORD.finditer(rest))
    skip = 0
    while skip < len(found) and found[skip][0].casefold() in w.ADVERBS:
        skip += 1
    words = [word[0].casefold() for word in found[skip:]]
    at = found[skip + 1].start() if len(found) > skip + 1 else len(rest)
    return words, at


def _skip(words: list[str]) -> list[str]:
    while words and words[0] in w.ADVERBS:
        words = words[1:]
    return words or [""]


def _agrees(verb: str, *, first: bool) -> bool:
    return verb.endswith("s") != first


def _lasts(verb: str, words: list[str], after: str) -> bool:
    """Whether a verb in the present states what lasts: `works at`, not `works hard`; `speaks Danish`, not `speaks up`."""
    match verb.removesuffix("s"):
        case "work":
            return any(word in w.PLACED for word in words[1:5])
        case "run":
            return words[1] in {"on", "under", "at"}
        case "drive":
            return words[1] in {"a", "an", "to"}
        case "speak":
            return after[:1].isupper() or words[1] == "fluent"
        case _:
            return not words[1].endswith("ing")


def _happened(verb: str, words: list[str]) -> bool:
    """Whether a verb in the past tells more than a passing moment."""
    match verb:
        case "turned":
            return words[1].isdigit()
        case "got":
            return words[1] in {"engaged", "married", "divorced", "promoted", "hired", "fired"}
        case "found":
            return words[-1] not in {
                "boring",
                "funny",
                "great",
                "nice",
                "interesting",
                "hard",
                "easy",
                "odd",
                "strange",
                "difficult",
                "asleep",
            }
        case "ran":
            return words[1] not in {"out", "into", "away", "off", "late"}
        case "started" | "began" | "stopped":
            return not words[1].endswith("ing") or words[1] in w.LASTING | {"volunteering", "working", "playing", "teaching", "training"}
        case _:
            return True


def _is(words: list[str], after: str) -> bool:
    """Whether `is …` states what lasts."""
    words = _skip(words)
    at = after.casefold().find(words[0])
    predicate = after[at:] if at >= 0 else after
    if words[0] in _ENGAGED:
        return len(words) > 2 and words[1] in _WHERE
    if words[0] in w.LASTING or words[0] in w.PASSIVE - {"moved", "fixed", "repaired", "released"}:
        return len(words) > 1
    return bool(w.TRAITS.match(predicate) or w.is_role(predicate) or _PLACED.match(predicate))


def _has(words: list[str]) -> bool:
    """Whether `has …` states what is owned for long, or what was done."""
    words = _skip(words)
    if words[0] == "been":
        return len(words) > 2 and (words[1] in w.LASTING | w.PASSIVE or w.TRAITS.match(words[1]) is not None)
    if words[0] in w.EVENTS and len(words) > 1:
        return True
    if words[0] in w.STATE_PARTICIPLES:
        return any(word in {"since", "for"} for word in words)
    return any(word in w.HAS for word in words[1:5]) and (
        words[0] in {"a", "an", "no", "two", "three", "four", "five"} or words[0].isdigit()
    )


def _denied(rest: str, fact: Kind) -> Kind | None:
    """What is denied plainly: `does not eat meat`, `no longer works at …`."""
    found = _MODIFIED.match(rest)
    words = [word[0].casefold() for word in _WORD.finditer(rest, found.end() if found else 0)]
    if len(words) < 2 or w.CLAUSES.search(rest):
        return None
    if words[0] in w.LIKES:
        return Kind.OPINION
    return fact if words[0] in _ENDED | _HABITS | w.STATES else None
