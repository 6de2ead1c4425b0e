"""Keys, tokens, passwords and numbers of accounts in a text: where they stand and of what kind, never what they are.

Three sorts of evidence, each linear in the text:

- *Form*: what only a key looks like (`_FORMS`: prefixes as the providers document them, PEM, JWT, URLs with a password;
  cards by issuer prefix and Luhn's digit (ISO/IEC 7812), IBAN by length and remainder 97 (ISO 13616)).
- *Assignment*: `api_key = …` with a value that mixes letters and digits without order.
- *Talk*: a word for password or PIN, a few words on, `is`, `ist`, `lautet`, `:` or the like, then what no sentence would
  hold there. Talk about passwords without one ("forgot his password", "Passwort geändert") is no secret.

An IBAN is no password, yet it is nobody's business in a memory that other agents read: it is found too, and whoever
wants to keep it says so (`allow_secret`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from dayleaf.core.passwords import find_told, is_placeholder
from dayleaf.core.regex import regex

_SERVICES = (
    "gsk_|xai-|r8_|pplx-|shpat_|shpca_|shppa_|shpss_|ATATT3|lin_api_|ntn_|dapi|tskey-|hvs.|dckr_pat_|dop_v1_|doo_v1_|sbp_|nvapi-|PMAK-"
    "|sntrys_|glsa_|fo1_|vercel_|rubygems_"
)
_FORMS: tuple[tuple[str, tuple[str, ...], str], ...] = tuple(
    (kind, tuple(hints.split()), pattern)
    for kind, hints, pattern in (
        ("anthropic_key", "sk-ant-", r"(?<![\w-])sk-ant-[\w-]{16,}"),
        ("openai_key", "sk-", r"(?<![\w-])sk-(?!ant-)(?=[a-z_-]{0,64}[A-Z0-9])[\w-]{18,}"),
        ("aws_key", "AKIA ASIA ABIA ACCA", r"(?:AKIA|ASIA|ABIA|ACCA)(?<![A-Za-z0-9]....)[A-Z0-9]{16}(?![A-Za-z0-9])"),
        ("google_key", "AIza GOCSPX- ya29.", r"(?<![\w-])(?:AIza[\w-]{35}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,})"),
        ("github_token", "gh github_pat_", r"(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,})"),
        ("gitlab_token", "gl", r"(?<![\w-])gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt)-[\w-]{18,}"),
        ("slack_token", "xox xapp-", r"(?<![\w-])(?:xox[abceoprs]-[\w-]{10,}|xapp-[\w-]{10,})"),
        ("slack_token", "hooks.slack.com", r"hooks\.slack\.com/(?:services|workflows)/[\w/]{20,}"),
        ("stripe_key", "k_live_ k_test_ whsec_", r"(?<!\w)(?:[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{20,})"),
        ("npm_token", "npm_", r"(?<!\w)npm_[A-Za-z0-9]{30,}"),
        ("pypi_token", "pypi-", r"(?<![\w-])pypi-(?:AgE[\w-]{13,}|(?=[\w-]{0,64}\d)(?=[\w-]{0,64}[A-Z])[\w-]{40,})"),
        ("hugging_face_token", "hf_ api_org_", r"(?<!\w)(?:hf|api_org)_[A-Za-z0-9]{30,}"),
        ("telegram_token", ":", r"\d{8,10}:[\w-]{35}(?![\w-])"),
        ("discord_token", ".", r"[MNO](?<![\w-].)[\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])"),
        ("sendgrid_key", "SG.", r"(?<!\w)SG\.[\w-]{16,32}\.[\w-]{16,64}"),
        (
            "service_token",
            _SERVICES.replace("|", " "),
            rf"(?<![\w-])(?:{_SERVICES.replace('.', '[.]')})(?=[A-Za-z_-]{{0,64}}\d)[\w-]{{20,}}",
        ),
        ("private_key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[A-Z0-9]{20,}"),
        ("azure_key", "Key= key=", r"[Kk]ey=(?P<secret>[A-Za-z0-9+/]{40,100}==?)"),
        ("jwt", "eyJ", r"(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"),
        ("bearer_token", "earer EARER asic", r"(?:[Bb]earer|BEARER|[Bb]asic)[ \t]+(?P<secret>(?=[A-Za-z._~+/=-]{0,64}\d)[\w.~+/=-]{16,})"),
        ("url_password", "://", r"://[^\s/:@?#\"'<>]{0,64}:(?P<secret>[^\s@/\"'<>]{1,128})@(?=[\w\[])"),
    )
)
"""Kind, words of which one must stand in the text for the pattern to be worth a look, pattern."""

_PEM = regex(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d")
_PEM_END = regex(r"-----END [A-Z0-9 ]{0,40}-----|Private-MAC: *[0-9a-f]+")
_INSIDE = regex(r"[\w.+/-]")  # what does not stand before a number of its own
_CARD = regex(
    r"(?:\d{13,19}|\d{4}([ \u00a0.-])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ \u00a0.-])\d{6}\2\d{4,5})"
    r"(?![\w/])"
)
_CARD_ISSUER = regex(
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}"
    r"|(?:6011|64[4-9]\d|65\d\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}"
    r"|(?:5018|5020|5038|6304|6759|676[1-3])\d{12}"
)
_IBAN = regex(r"([A-Z]{2})\d{2}(?:[ \u00a0-]?[A-Z0-9]){11,30}")
_IBAN_LENGTH = {
    country: int(length)
    for length, countries in (
        ("15", "NO"), ("16", "BE"), ("18", "DK FI FO GL NL"), ("19", "MK SI"), ("20", "AT BA EE KZ LT LU"), ("21", "CH HR LI LV"),
        ("22", "BG BH CR DE GB GE IE ME RS"), ("23", "AE GI IL TL"), ("24", "AD CZ ES MD PK RO SA SE SK TN VG"), ("25", "PT"),
        ("26", "IS TR"), ("27", "FR GR IT MC SM"), ("28", "AL AZ CY DO GT HU LB PL"), ("29", "BR QA UA"), ("30", "JO KW MU"), ("31", "MT"),
    )
    for country in countries.split()
}  # fmt: skip
_INVISIBLE = regex("[\u00ad\u200b-\u200d\u2060\ufeff]")
_MARK = regex(r"\[removed: [a-z_]{2,24}\]")


class Secret(NamedTuple):
    """A secret found: its kind (lower-case, with `_`), and the offsets `start` (included) to `end` (excluded) in the text."""

    kind: str
    start: int
    end: int


def find_secrets(text: str) -> list[Secret]:
    """Every secret in a text, in order, without overlap.

    Characters nobody sees (zero-width ones, soft hyphens) do not hide a secret.
    """
    if not _INVISIBLE.search(text):
        return _apart(_found(text), text)
    places = [at for at, letter in enumerate(text) if not _INVISIBLE.match(letter)]
    plain = "".join(text[at] for at in places)
    return [Secret(found.kind, places[found.start], places[found.end - 1] + 1) for found in _apart(_found(plain), plain)]


def without_secrets(text: str) -> str:
    """The text with `[removed: <kind>]` in place of each secret; nothing is found in what it returns."""
    for found in reversed(find_secrets(text)):
        text = f"{text[: found.start]}[removed: {found.kind}]{text[found.end :]}"
    return text


def _found(text: str) -> Iterator[Secret]:
    for kind, hints, pattern in _FORMS:
        if not any(hint in text for hint in hints):
            continue
        for found in re.finditer(pattern, text):  # compiled (and kept by `re`) when first needed
            span = found.span("secret") if "secret" in found.re.groupindex else found.span()
            if kind != "url_password" or not is_placeholder(text[span[0] : span[1]]):
                yield Secret(kind, *span)
    yield from _private_keys(text)
    yield from _cards(text)
    yield from _ibans(text)
    for start, end, kind in find_told(text):
        yield Secret(kind, start, end)


def _private_keys(text: str) -> Iterator[Secret]:
    """From BEGIN to END, or to the end of the text when there is none."""
    at = 0
    while begin := _PEM.search(text, at):
        closed = _PEM_END.search(text, begin.end())
        at = closed.end() if closed else len(text)
        yield Secret("private_key", begin.start(), at)


def _cards(text: str) -> Iterator[Secret]:
    for found in _CARD.finditer(text):
        if found.start() and _INSIDE.match(text, found.start() - 1):
            continue
        digits = "".join(filter(str.isdecimal, found[0]))
        if digits.isascii() and _CARD_ISSUER.fullmatch(digits) and len(set(digits)) > 1 and _luhn(digits):
            yield Secret("card_number", *found.span())


def _luhn(digits: str) -> bool:
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0


def _ibans(text: str) -> Iterator[Secret]:
    at = 0
    while found := _IBAN.search(text, at):
        at = found.start() + 4
        length = _IBAN_LENGTH.get(found[1], 0)
        places = [place for place in range(*found.span()) if text[place].isalnum()][:length]
        if not length or len(places) < length or _letter(text, found.start() - 1) or _letter(text, places[-1] + 1):
            continue
        compact = "".join(text[place] for place in places)
        if int("".join(str(int(letter, 36)) for letter in compact[4:] + compact[:4])) % 97 == 1:
            at = places[-1] + 1
            yield Secret("iban", found.start(), at)


def _letter(text: str, at: int) -> bool:
    """Whether a letter or digit stands at an offset, which may be outside the text."""
    return 0 <= at < len(text) and text[at].isalnum()


def _apart(found: Iterator[Secret], text: str) -> list[Secret]:
    """Sorted; of overlapping ones the first (the longer, if they begin together); none that is a mark of removal."""
    kept: list[Secret] = []
    for secret in sorted(found, key=lambda each: (each.start, -each.end)):
        if (not kept or secret.start >= kept[-1].end) and not _MARK.match(text, secret.start):
            kept.append(secret)
        elif kept and kept[-1].start <= secret.start < kept[-1].end < secret.end:
            kept[-1] = kept[-1]._replace(end=secret.end)
    return kept
