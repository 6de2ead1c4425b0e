"""What a statement claims: an attribute of something (its slot) and the value it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, islice

from dayleaf.core.truth import words as w
from dayleaf.core.truth.statement import Claim, Word

Stems = frozenset[str]

MOST_TOPIC = 4
"""Words of a subject; what needs more is no attribute of something."""


def claims(words: Sequence[Word], *, named: bool) -> Iterator[Claim]:
    """The claims of a sentence, in the order of its words; `named` says whether it mentions an entity, the holder where none is named."""
    german = _is_german(words)
    for at, word in enumerate(words):
        if word.key in w.DAYS and not word.masked:
            yield _weekday(words, at, german=german)
        if word.number and not word.masked:
            yield from _number(words, at, german=german)
        family = w.FAMILY.get(word.key)
        if family is not None and not word.denied:
            yield from _of_family(words, at, family, named=named)
        elif word.key in w.TAKE_OVER and (word.key not in w.WITH_OVER or _key(words, at + 1) == "over"):
            yield from _role(words, at, "lead", named=named)
        elif word.key in w.COPULA and not word.denied:
            yield from _copula(words, at, german=german)


def _key(words: Sequence[Word], at: int) -> str:
    return words[at].key if 0 <= at < len(words) else ""


def _stems(words: Iterable[Word]) -> Stems:
    return frozenset(word.stem for word in words if word.counts)


def _share(words: Sequence[Word], word: Word) -> float:
    """How much of the sentence its segment is."""
    whole = sum(other.counts for other in words)
    if word.clause == words[-1].clause == words[0].clause and words[-1].segment == words[0].segment:
        return 1.0
    inside = sum(other.counts for other in words if other.segment == word.segment)
    return inside / whole if whole else 1.0


def _is_german(words: Sequence[Word]) -> bool:
    keys = [word.key for word in words]
    return sum(key in _GERMAN for key in keys) > sum(key in _ENGLISH for key in keys)


_GERMAN = frozenset(
    (
        "der die das den dem des ein eine einen einem einer und auf mit ist sind "
        "hat im am zu von fur nicht seit ab jetzt nun bei als es ich wir"
    ).split()
)
_ENGLISH = frozenset("the a an and on with is are has in at to of for not since now by as it he she they her his".split())


def _weekday(words: Sequence[Word], at: int, *, german: bool) -> Claim:
    """A day of the week on which something takes place."""
    word = words[at]
    near = [other for other in words if other.segment == word.segment and other.counts and not other.number and other.key not in w.DAYS]
    return Claim(
        "weekday",
        _stems(near),
        frozenset((word.key.removesuffix("s"),)),
        single=False,
        share=_share(words, word),
        things=_things(near, german=german),
    )


def _things(words: Sequence[Word], *, german: bool) -> Stems:
    return frozenset(word.stem for word in words if word.counts and (word.proper or not german))


def _number(words: Sequence[Word], at: int, *, german: bool) -> Iterator[Claim]:
    """A number with its label ("Kanal 15") or its unit ("12 minutes")."""
    word = words[at]
    before = words[at - 1] if at and words[at - 1].clause == word.clause and word.spaced else None
    after = words[at + 1] if at + 1 < len(words) and words[at + 1].clause == word.clause and words[at + 1].spaced else None
    clause = [other for other in words if other.segment == word.segment]
    families = []
    if before is not None and before.counts and not before.number:
        families.append(("n ", before))
    if after is not None and after.counts and not after.number and word.number.isdigit():
        families.append(("u ", after))
    if not families and word.number.isdigit():
        behind = (other for other in reversed(words[:at]) if other.clause == word.clause and other.counts and not other.number)
        families.extend(("n ", other) for other in islice(behind, 1))
    for prefix, name in families:
        near = [other for other in clause if other.counts and not other.number and other is not name and not other.denied]
        things = _things(near, german=german)
        yield Claim(prefix + name.stem, _stems(near), frozenset((word.number,)), single=False, share=_share(words, word), things=things)


def _of_family(words: Sequence[Word], at: int, family: str, *, named: bool) -> Iterator[Claim]:
    if family in w.ROLES:
        yield from _role(words, at, family, named=named)
        return
    subject = _stems(_before(words, at))
    share = _share(words, words[at])
    seen: set[str] = set()
    for prep, value in _objects(words, at):
        name = ("work as" if prep in ("as", "als") else "work at") if family == "work" else family
        if name not in seen and (value[0].proper or name == "work as"):
            seen.add(name)
            stems = frozenset(word.stem for word in value)
            yield Claim(name, subject - stems, stems, single=family != "system", share=share)


def _before(words: Sequence[Word], at: int) -> list[Word]:
    """The words of the same segment before a verb."""
    return [word for word in words[:at] if word.segment == words[at].segment]


_LINKS = w.PLACES | {"as", "als", "for", "fur"}


def _objects(words: Sequence[Word], at: int) -> Iterator[tuple[str, list[Word]]]:
    """The prepositions and the words of what a verb points at: after it, or before it where the verb comes last."""
    clause = words[at].clause
    for reach in (range(at + 1, len(words)), range(at - 1, -1, -1)):
        for place in reach:
            if words[place].clause != clause or (words[place].segment != words[at].segment and words[place].key in w.AND):
                break
            if words[place].key not in (w.EMPLOY if w.FAMILY.get(words[at].key) == "work" else _LINKS) or words[place].masked:
                continue
            if w.FAMILY.get(words[at].key) == "work" and words[place].key in ("at", "for", "as", "with") and abs(place - at) > 2:
                continue
            if value := _phrase(words, place + 1):
                yield words[place].key, value
    if w.FAMILY.get(words[at].key) in ("system", "wed") and (value := _phrase(words, at + 1)):
        yield "", value


def _phrase(words: Sequence[Word], start: int) -> list[Word]:
    """The content words from here to the next preposition, comma or verb."""
    value: list[Word] = []
    for word in words[start:]:
        if word.segment != words[start].segment or (value and (word.key in w.PLACES or word.key in w.FAMILY or word.key in w.COPULA)):
            break
        if word.key in w.PLACES and not value and word is not words[start]:
            break
        if word.stem and not word.masked:
            value.append(word)
    return value


def _role(words: Sequence[Word], at: int, family: str, *, named: bool) -> Iterator[Claim]:
    """Who leads, or looks after, what: the object is the topic, the holder the value."""
    segment = [word for word in words if word.segment == words[at].segment]
    before, after = [word for word in segment if word.at < at], [word for word in segment if word.at > at]
    auxiliary = next((n for n, word in enumerate(before) if word.key in _AUXILIARIES), None)
    if auxiliary is not None and not any(word.stem for word in after):  # "Petra hat die Werkstatt übernommen"
        before, after = before[:auxiliary], before[auxiliary + 1 :]
    by = next((n for n, word in enumerate(segment) if word.key in w.BY and not word.masked), None)
    if by is not None and any(word.key in _BE for word in segment):
        holder, topic = _holder_in(segment[by + 1 :]), _object_of(segment[:by])
    else:
        holder, topic = _parties(before, after)
    if topic:
        yield Claim("role", topic, holder or frozenset("@" if named else ()), single=family == "lead", share=_share(words, words[at]))


def _parties(before: Sequence[Word], after: Sequence[Word]) -> tuple[Stems, Stems]:
    """Holder and object of an active sentence, from the words before and behind its verb."""
    front, back = _holder_in(before), _holder_in(after)
    if not any((word.stem and not word.masked) or word.key in w.PRONOUNS for word in before):
        return _first_name(after) if any(word.masked for word in before) else (frozenset(), _object_of(after))
    if back and _has_article(before) and not _has_article(after[:1]):  # "Die Werkstatt leitet Petra"
        return back, _object_of(before)
    return front, _object_of(after)


def _object_of(words: Iterable[Word]) -> Stems:
    """The stems of what a role is about; the entity itself is `@`."""
    return frozenset("@" if word.named else word.stem for word in words if word.stem and not word.masked)


_AUXILIARIES = frozenset("hat habe haben has have had wird werden".split())
_BE = frozenset("is are was were been being wird werden ist sind wurde".split())


def _has_article(words: Sequence[Word]) -> bool:
    return any(word.key in w.ARTICLES for word in words)


def _holder_in(words: Sequence[Word]) -> Stems:
    """The stems of the names in these words; the entity itself is `@`."""
    return frozenset("@" if word.named else word.stem for word in words if word.stem and not word.masked and (word.proper or word.named))


def _first_name(words: Sequence[Word]) -> tuple[Stems, Stems]:
    """Holder and topic where the verb stands first ("Seit Mai betreut Anna den Kunden")."""
    holder: list[Word] = []
    for place, word in enumerate(words):
        if not (word.proper and word.stem) or word.masked:
            if holder or word.key in w.ARTICLES:
                return _holder_in(holder), _stems(words[place:])
            continue
        holder.append(word)
    return _holder_in(holder), frozenset()


def _copula(words: Sequence[Word], at: int, *, german: bool) -> Iterator[Claim]:
    """`The landlord of the loft is …`, `Her key is with …`: the subject is the topic."""
    segment = words[at].segment
    subject = [word for word in _before(words, at) if not word.masked]
    behind = [word for word in words[at + 1 :] if word.segment == segment]
    said = list(dropwhile(lambda word: not (_tells(word) or word.key in w.PLACES or word.key in w.ARTICLES), behind))
    topic, share = _stems(subject), _share(words, words[at])
    if not said or len(topic) > MOST_TOPIC:
        return
    if words[at].key in w.CALLED or any(word.key in w.CALLED for word in behind[:2]):
        value = frozenset(word.stem for word in said if word.stem and word.key not in w.CALLED)
        if value and (topic or any(word.named for word in subject)):
            yield Claim("is", topic, value, single=True, share=share)
    elif not (said[0].key == "an" and not german):
        yield from _is(subject, said, topic, share)


def _tells(word: Word) -> bool:
    return bool(word.stem) and not word.masked


def _is(subject: Sequence[Word], said: Sequence[Word], topic: Stems, share: float) -> Iterator[Claim]:
    """A place, a role or a value that a subject has."""
    first = said[0]
    if first.key in w.PLACES and first.key not in ("to", "zu"):
        place = _phrase(said, 1)
        if place and topic and not _is_time(place):
            yield Claim("is " + first.key, topic, frozenset(word.stem for word in place), single=True, share=share)
        return
    if first.key in w.INDEFINITE or not topic or first.number:
        return
    value = _phrase(said, 0)
    if value and first.key in w.DEFINITE and not _has_article(subject) and all(word.proper for word in subject if word.stem):
        yield Claim("role", _object_of(value), _holder_in(subject), single=True, share=share)
    elif value and not _has_indefinite(subject) and (first.key in w.ARTICLES or value[0].proper or _is_attribute(subject)):
        yield Claim("is", topic, frozenset("@" if word.named else word.stem for word in value), single=True, share=share)


def _is_attribute(subject: Sequence[Word]) -> bool:
    return any(word.key in w.ATTRIBUTES or word.key.startswith("lieblings") for word in subject)


def _has_indefinite(words: Sequence[Word]) -> bool:
    return any(word.key in w.INDEFINITE for word in words)


def _is_time(words: Sequence[Word]) -> bool:
    return any(word.masked or word.key in w.DAYS for word in words)


def tastes(words: Sequence[Word]) -> tuple[list[str], list[str]]:
    """The stems of what somebody likes, and of what he does not, in order."""
    at = next((n for n, word in enumerate(words) if word.key in w.LIKES or word.key in w.HATES), None)
    bear = next((n for n, word in enumerate(words) if word.key in w.BEAR and word.denied), None)
    if at is None and bear is None:
        return [], []
    segment = words[at if at is not None else bear or 0].segment
    here = [word for word in words if word.segment == segment]
    stems = [word.stem for word in here if word.counts and word.key not in w.LIKES | w.HATES | w.BEAR]
    aside = next((n for n, word in enumerate(here) if word.key in ("with", "mit", "without", "ohne")), len(here))
    mains = [word.stem for word in here[:aside] if word.counts and word.key not in w.LIKES | w.HATES | w.BEAR]
    if at is None or words[at].key in w.HATES or words[at].denied:
        return [], stems
    liking = here.index(words[at])
    over = next(
        (n for n, word in enumerate(here) if word.key in w.OVER_WORDS and any(other.counts for other in here[liking + 1 : n])), None
    )
    if over is None:
        return mains, []
    behind = [word.stem for word in here[over:] if word.counts]
    return [stem for stem in stems if stem not in behind], behind
