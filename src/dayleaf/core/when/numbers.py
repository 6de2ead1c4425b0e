"""Number words of English and German → integers, cardinal and ordinal."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Numeral(NamedTuple):
    """A number word: its value and whether it counts ("three") or orders ("third")."""

    value: int
    ordinal: bool


_EN_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_EN_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
    "seventeenth eighteenth nineteenth"
)
_DE_ONES = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
)
_DE_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_DE_STEMS = (
    "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt "
    "neunzehnt"
)
_DE_ENDINGS = ("e", "er", "en", "es", "em")


@cache
def english() -> dict[str, Numeral]:
    """Single words: "three", "third", "twenty", "twentieth". Compounds are put together by `compound`."""
    words = {word: Numeral(value, ordinal=False) for value, word in enumerate(_EN_ONES.split())}
    words |= {word: Numeral(value, ordinal=True) for value, word in enumerate(_EN_ORDINALS.split(), 1)}
    for tens, word in enumerate(_EN_TENS.split(), 2):
        words[word] = Numeral(tens * 10, ordinal=False)
        words[word[:-1] + "ieth"] = Numeral(tens * 10, ordinal=True)
    words |= {"hundred": Numeral(100, ordinal=False), "thousand": Numeral(1000, ordinal=False)}
    return words


@cache
def german() -> dict[str, Numeral]:
    """Words from null to neunundneunzig with all endings of the ordinals, and both spellings of ß and ü."""
    ones = _DE_ONES.split()
    words = {word: Numeral(value, ordinal=False) for value, word in enumerate(ones)}
    words["zwo"] = Numeral(2, ordinal=False)
    stems = dict(enumerate(_DE_STEMS.split(), 1))
    for tens, name in enumerate(_DE_TENS.split(), 2):
        words[name] = Numeral(tens * 10, ordinal=False)
        stems[tens * 10] = name + "st"
        for one in range(1, 10):
            word = ("ein" if one == 1 else ones[one]) + "und" + name
            words[word] = Numeral(tens * 10 + one, ordinal=False)
            stems[tens * 10 + one] = word + "st"
    for value, stem in [*stems.items(), (7, "siebent")]:
        words |= {stem + ending: Numeral(value, ordinal=True) for ending in _DE_ENDINGS}
    words |= {plain(word): numeral for word, numeral in words.items() if not word.isascii()}
    return words


def plain(word: str) -> str:
    """The spelling without umlauts and ß: "dreissig", "fuenf"."""
    return word.replace("ß", "ss").replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


def compound(values: list[int]) -> int | None:
    """English numerals that stand side by side ("twenty nine", "nineteen eighty six", "two thousand fifteen"); None if no number."""
    if len(values) > 1 and 10 <= values[0] <= 20 and values[1] >= 10 and not {100, 1000} & set(values):  # a year said in two halves
        rest = compound(values[1:])
        return None if rest is None or rest > 99 else values[0] * 100 + rest
    total = current = 0
    room = 1000  # what the next addend must stay below: 29 is "twenty nine", but "nine twenty" is no number
    for value in values:
        if value == 1000:
            total, current, room = total + (current or 1) * value, 0, 1000
        elif value == 100:
            current, room = (current or 1) * value, 100
        elif value < room:
            current, room = current + value, 10 if value >= 20 and value % 10 == 0 else 1
        else:
            return None
    return total + current


_CJK = {"〇": 0, "零": 0, "一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_CJK_TENS = {"十": 10, "廿": 20, "卅": 30, "百": 100}


_MOST_FIGURES = 18


def chinese(text: str) -> int | None:
    """Chinese and Japanese numerals up to 999, figure by figure ("二零二五") or with tens ("二十三"); digits of any width."""
    if len(text) > _MOST_FIGURES:
        return None
    if text.isdecimal():
        return int(text)
    if all(letter in _CJK for letter in text):
        return int("".join(str(_CJK[letter]) for letter in text))
    total = current = 0
    for letter in text:
        if letter in _CJK:
            current = _CJK[letter]
        elif letter in _CJK_TENS:
            unit = _CJK_TENS[letter]
            total += unit if unit in (20, 30) else (current or 1) * unit
            current = 0
        else:
            return None
    return total + current
