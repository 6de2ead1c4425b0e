"""Read the conversation log, and find in a turn the sentences that are the user's own words.

Only turns of the role `user` speak for the user. Of those, whatever was pasted, quoted, injected or is code speaks for somebody
else: it is cut out before any sentence is looked at.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from typing import NamedTuple

from dayleaf.core.fact import Problem, Source
from dayleaf.core.regex import regex
from dayleaf.core.terms.fold import tidy

LONGEST = 1200
"""Characters of a turn that somebody types; of a longer one only the first and the last paragraph may be the user's own."""

_OWN_PARAGRAPH = 300
_MOST = 100_000  # characters of a turn that are looked at


class Turn(NamedTuple):
    """One turn of a conversation, as the log holds it.

    Attributes:
        session: the conversation's id.
        turn: its number in the session.
        role: `user`, `assistant`, `tool`, `system` or anything else.
        at: when, with the zone's offset; None if the log does not say so readably.
        text: what was said.
        source: the line of the log.
    """

    session: str
    turn: int
    role: str
    at: dt.datetime | None
    text: str
    source: Source

    @property
    def order(self) -> tuple[str, str, int, Source]:
        """What sorts turns by time: day and moment, then session and number. The order of lines in a file tells nothing."""
        moment = "" if self.at is None else self.at.astimezone(dt.UTC).isoformat()
        return (moment or self.day, self.session, self.turn, self.source)

    @property
    def day(self) -> str:
        """The local day as the log's file name or the moment gives it, ISO."""
        found = _DAY.search(self.source.path)
        return found[0] if found else "" if self.at is None else self.at.date().isoformat()


_DAY = regex(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def read_log(path: str, data: bytes, most: int | None = None) -> tuple[list[Turn], list[Problem]]:
    """The turns of one day's log, and the lines that are none; a last line that somebody is writing is neither.

    Args:
        path: the file, relative to the workspace, as citations name it.
        data: its bytes: one JSON object a line.
        most: of these, how many at the end are read; None: all.
    """
    turns: list[Turn] = []
    problems: list[Problem] = []
    at = 0 if most is None else max(len(data) - max(most, 0), 0)
    at = data.find(b"\n", at) + 1 or len(data) if at else 0
    lines = data[at:].split(b"\n")
    first = data.count(b"\n", 0, at) + 1
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        source = Source(path, number, number)
        turn = _turn(line, source)
        if turn is None and number < first + len(lines) - 1:
            problems.append(Problem(source, "conversation_line", "this line is no turn of a conversation; left out"))
        elif turn is not None:
            turns.append(turn)
    return turns, problems


def _turn(line: bytes, source: Source) -> Turn | None:
    try:
        read = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(read, dict) or not isinstance(read.get("text"), str) or not isinstance(read.get("role"), str):
        return None
    number = read.get("turn")
    return Turn(
        str(read.get("session", "")),
        number if isinstance(number, int) and abs(number) < 10**12 else 0,
        read["role"],
        _moment(read.get("at")),
        read["text"][:_MOST],
        source,
    )


def _moment(text: object) -> dt.datetime | None:
    if not isinstance(text, str):
        return None
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError:
        return None
    found = found if found.tzinfo else found.replace(tzinfo=dt.UTC)
    return found if 2 < found.year < 9998 else None  # so that no zone's offset leads out of the calendar


class Sentence(NamedTuple):
    """A sentence of the user: its words without the mark at its end, that mark, and the sentence's place in the turn."""

    text: str
    mark: str
    number: int


_FENCE = regex(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_TAGGED = regex(r"<([A-Za-z][\w.-]{1,40})(?:\s[^<>]{0,200})?>.*?(?:</\1\s*>|\Z)", re.DOTALL)
_QUOTED_LINE = regex(r"^[ \t]*[>|].*$", re.MULTILINE)
_CODE_LINE = regex(r"^(?: {4}|\t).*$", re.MULTILINE)
_MAIL = regex(
    r"^[ \t*]*(?:from|to|subject|date|sent|cc|reply-to|von|an|betreff|datum|gesendet)[ \t*]*:[ \t*]*\S.*$|^[-_ ]*(?:original message"
    r"|forwarded"
    r" message|begin forwarded message|weitergeleitete nachricht|ursprüngliche nachricht)[-_ ]*:?[ \t]*$"
    r"|^(?:on|am)\b.{4,120}\b(?:wrote|schrieb)\b.{0,80}:[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_INJECTED = regex(
    r"^[#*\[( \t]*(?:relevant |recalled |injected |long-term |core )?(?:memory|memories|recalled|context|erinnerungen|gedächtnis|system"
    r"|notes? from memory"
    r"|memory://\S*)(?: block| context| notes?)?[\])*: \t]*$(?:\n(?![ \t]*$).*)*",
    re.IGNORECASE | re.MULTILINE,
)
_LEAD = regex(
    r"\b(?:translat\w+|proofread\w*|correct|summari[sz]e|paraphrase|rewrite|rephrase|shorten|read|explain|complete|continue|analy[sz]e"
    r"|classify|spell"
    r"check|print|say|says|said|reads|wrote|writes|sent|got|received|quote[ds]?|e-?mails?|messages?|letter|text|article|post|page"
    r"|website|transcript"
    r"|log|notes? from|review|comment|lyrics|poem|slogan|sign|story|draft|paragraph|sentence|quote|document|below|following|pasted"
    r"|attached|forwarded"
    r"|übersetz\w*|korrigier\w*|fasse?|formulier\w*|lies|erklär\w*|vervollständig\w*|sagt|sagte|meint\w*|schreibt|schrieb\w*|schickt\w*"
    r"|bekam|bekommen"
    r"|erhalten|mails?|nachricht|brief|artikel|seite|webseite|protokoll|text|satz|absatz|gedicht|zitat|beitrag|kommentar|schild|entwurf"
    r"|folgende\w*"
    r"|anbei|unten|steht|dokument|verfass\w*|dichte|heißt es|lautet)\b",
    re.IGNORECASE,
)
_SHOWS = regex(
    r"^\W*(?:(?:please|bitte|so|ok|okay|well|hi|hello|hallo)\W+)*(?:here(?:'s| is| are| comes)|this is|these are|look at|hier (?:ist"
    r"|sind|kommt|steht)|das (?:ist|sind)|dies ist|schau)\b",
    re.IGNORECASE,
)
_NO_LEAD = regex(
    r"\b(?:remember|mind|memori[sz]e|forget|from now on|future|always|never|merk\w*|denk\w*|notier\w*|vergiss|behalt\w*|ab (?:jetzt"
    r"|sofort|heute)"
    r"|künftig|zukünftig|zukunft|immer|nie|niemals|dir|wish|rule|wunsch|regel|bitte(?=\s*$)|please(?=\s*$)|how (?:many|often)|wie oft)\b",
    re.IGNORECASE,
)
_SAYS = regex(r"\b(?:says|said|told|writes|wrote|insists|sagt|sagte|meint|meinte|schreibt|schrieb|lautet|heißt|hieß)\b", re.IGNORECASE)
_SPEECH = regex(
    r"(?:\b(?:says?|said|saying|tells?|told|asks?|asked|writes?|wrote|shouts?|shouted|screams?|reads|goes|claims?|puts it|quotes?|motto"
    r"|sagt|sagte|sagen"
    r"|meint|meinte|ruft|rief|schreibt|schrieb|fragt|fragte|behauptet|heißt es|lautet|motto|zitat|steht)\b[^\"„“”«»]{0,40}$)",
    re.IGNORECASE,
)
_SPOKEN = regex(
    r"^[\s,.!?–—-]{0,3}\s*(?:(?!i\b|ich\b)(?:[\w'-]+ ){1,3}?(?:always |keeps? |kept |once |immer |ständig |stets )?(?:says?|said|saying|told|tells|asked|asks"
    r"|wrote|writes|shouts?|shouted|insists?|insisted|yells?|yelled|repeats?)\b|(?:says?|said|wrote|writes|shouts?|insists?) (?!i\b)\w"
    r"|(?:so )?(?:sagt|sagte|meint|meinte|ruft|rief|schreibt|schrieb|fragt|fragte|predigt|behauptet)\b(?! ich\b)"
    r"|(?!ich\b)[\w-]+ (?:sagt|sagte|meint|meinte|ruft|rief|schreibt|schrieb) )",
    re.IGNORECASE,
)
_QUOTES = regex(r"[\"“„”«»]([^\"“„”«»\n]{1,400})[\"“”»«]|(?<!\w)[‚‘']([^'’‘\n]{1,200})['’‘](?!\w)")
_END = regex(
    r"(?:(?<!\b[A-Za-zÄÖÜ])(?<!\bz\.B)(?<!\be\.g)(?<!\bi\.e)(?<!\bd\.h)(?<!\bbzw)(?<!\betc)(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bca)\."
    r"|[!?…]|\.{3})"
    r"[!?….]*(?=[\s\"”“)»]|$)|\n+"
)
_SHORT_QUOTE = 6  # words; a longer one is somebody's speech


def own_sentences(text: str) -> list[Sentence]:
    """The sentences of a user's turn that are the user's own words, in order."""
    text = _typed(tidy(text.replace("\r\n", "\n").replace("\r", "\n")))
    found: list[Sentence] = []
    at = 0
    for end in _END.finditer(text):
        _keep(found, text[at : end.start()], end[0].strip())
        at = end.end()
    _keep(found, text[at:], "")
    return found


def _keep(found: list[Sentence], piece: str, mark: str) -> None:
    piece = " ".join(piece.split()).strip(' "”“»«)(*_-–—•')
    if any(map(str.isalnum, piece)):
        found.append(Sentence(piece, mark, len(found)))


def _typed(text: str) -> str:
    """The text without what its writer did not write: code, quoted lines, blocks of a machine, pasted mails and documents."""
    for pattern in (_FENCE, _TAGGED, _INJECTED, _QUOTED_LINE):
        text = pattern.sub("\n", text)
    if mail := _MAIL.search(text):
        text = text[: mail.start()]
    text = _before_paste(_CODE_LINE.sub("\n", text))
    if len(text) > LONGEST:
        paragraphs = [paragraph for paragraph in re.split(r"\n\s*\n", text) if paragraph.strip()]
        edges = dict.fromkeys((paragraphs[0], paragraphs[-1])) if paragraphs else {}
        text = "\n".join(paragraph for paragraph in edges if len(paragraph) <= _OWN_PARAGRAPH)
    return _unquoted(text)


def _before_paste(text: str) -> str:
    """The text up to a colon that announces somebody else's words."""
    for colon in re.finditer(r":(?=\s)", text):
        start = max(text.rfind(mark, 0, colon.start()) for mark in ".!?\n") + 1
        lead = text[start : colon.start()]
        if _SAYS.search(lead) or ((_LEAD.search(lead) or _SHOWS.search(lead)) and not _NO_LEAD.search(lead)):
            return text[: colon.start()]
    return text


def _unquoted(text: str) -> str:
    """The text without quoted speech; a short quotation that is no speech ("dear friend") keeps its words."""

    def plain(found: re.Match[str]) -> str:
        inner = found[1] or found[2]
        if (
            len(inner.split()) > _SHORT_QUOTE
            or _SPEECH.search(text[max(0, found.start() - 60) : found.start()])
            or _SPOKEN.match(text[found.end() : found.end() + 60])
        ):
            return " … "
        return inner

    return _QUOTES.sub(plain, text)
