"""German: what kind of fact a sentence states of its subject, by its finite verb and what stands at its end."""

from __future__ import annotations

from dayleaf.core.derive import words as w
from dayleaf.core.fact import Kind
from dayleaf.core.regex import regex

_WORD = regex(r"[\w’'-]+")
_SEEM = regex(r"\b(?:ziehe?n?|zieht)\b.* vor\b")
_STAND = regex(r"\b(?:kann|können)\b.*\bnicht (?:ausstehen|leiden)\b")
_PLACED = regex(r"(?:in|bei|auf) [A-ZÄÖÜ][\w-]+.* (?:bis|seit|vom) |(?:bis|seit|vom) .* (?:in|bei|auf) [A-ZÄÖÜ]")
_GLADLY = regex(r"\b(?:am liebsten|lieber|gerne?)\b")
_BEGINS = frozenset({"fängt", "fange", "zieht", "ziehe", "ziehen", "hört", "gibt"})
_FINITE = w.STATES_DE | w.EVENTS_DE | w.AUXILIARIES_DE | w.LIKES_DE | w.EATS_DE | {"kann", "zieht", "ziehe"}
_OF_THEMSELVES = frozenset({"verlobt", "getrennt", "angemeldet"})
_IS = frozenset({"ist", "bin", "sind"})
_HAS = frozenset({"hat", "habe", "haben"})
_PASSIVE = frozenset({"wurde", "wurden"})
_OF_WE = frozenset({"haben", "sind", "mögen", "wurden"})
_OF_I = frozenset({"habe", "bin", "mag", "spreche", "heiße", "wurde", "kann"})


def is_finite(word: str) -> bool:
    """Whether this is a verb we know, in a form that has a subject."""
    return word in _FINITE


def kind_of(verb: str, rest: str, *, person: str) -> Kind | None:
    """What a sentence states; None: nothing that is certain or lasts.

    Args:
        verb: the finite verb.
        rest: what stands behind verb and subject.
        person: `ich`, `wir`, `beide` for two who are named, or `sie` for anybody else.
    """
    if not _agrees(verb, person):
        return None
    fact = Kind.WORLD if person in {"sie", "beide"} else Kind.EXPERIENCE
    head = rest.partition(",")[0]
    found = list(_WORD.finditer(head))
    words = [word[0] for word in found]
    if not words:
        return None
    if _STAND.search(f"{verb} {rest}") or _SEEM.search(f"{verb} {head}"):
        return Kind.OPINION
    if _GLADLY.search(head):
        return Kind.OPINION if verb in w.EATS_DE | w.STATES_DE and (person == "sie" or verb[-1] != "t") else None
    if verb in w.LIKES_DE:
        return Kind.OPINION
    if verb in w.STATES_DE:
        placed = not verb.startswith("arbeit") or any(word in w.PLACED_DE for word in words)
        return fact if placed and words[-1] not in w.PARTICIPLES_DE else None
    if verb in _IS | _HAS | _PASSIVE:
        return fact if _compound(verb, head, words) else None
    return fact if verb in w.EVENTS_DE and not (words[0].islower() and words[0] in {"gerade", "fast"}) else None


def _compound(verb: str, head: str, words: list[str]) -> bool:
    """Whether `hat …` and `ist …` tell what was done, is owned or lasts."""
    if any(word in w.PARTICIPLES_DE for word in words):
        return len(words) > 1 and ("sich" not in words or not _OF_THEMSELVES.isdisjoint(words))
    at, skip = 0, 0
    while skip < len(words) and words[skip] in w.ADVERBS_DE:
        skip += 1
    at = sum(len(word) + 1 for word in words[:skip])
    predicate = head[at:] if skip < len(words) else ""
    if verb in _HAS:
        return any(word.casefold() in w.HAS_DE for word in words[skip : skip + 5]) and words[-1] not in {"gesehen", "vergessen", "gesucht"}
    if verb in _IS:
        since = predicate.removeprefix("seit ").split(" ", 1)[-1] if predicate.startswith("seit ") else predicate
        return any(w.TRAITS_DE.match(one) or w.is_role_de(one) or _PLACED.match(one) for one in (predicate, since))
    return False


def _agrees(verb: str, person: str) -> bool:
    match person:
        case "ich":
            return verb in _OF_I or (verb[-1] == "e" and verb != "wurde") or verb in w.EVENTS_DE
        case "wir" | "beide":
            return verb in _OF_WE or verb[-1] == "n"
        case _:
            return verb not in {"habe", "bin", "haben", "sind", "wurden", "mögen"} and (
                verb[-1] == "t" or verb in w.EVENTS_DE or verb in {"mag", "kann", "wurde", "trägt"}
            )
