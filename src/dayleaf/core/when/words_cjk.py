"""Chinese (both scripts) and Japanese words of time, and the scanner that finds them: these languages put no space between words.

n number   y year m month d day (of the month)   t day w week M month q quarter k year (to count)   H half-year
G era      c weekday    D day by its name        R unit by its name ("去年")   s season   F feast
1 first half   2 second half   0 3 4 beginning, middle, end    Z ordinal mark    E "last, final"    e "first, front"
< last n   > next n   b before, ago   a after   S since, on   A from (inclusive)   I "or": the date itself too
B workday  J century    N month by its name     C weekday of a week        O first year of an era        p part of a unit
f from                    T as a range: to        & and         ~ around    _ filler    x anything else
"""

from __future__ import annotations

import re
from functools import cache

from dayleaf.core.when.numbers import chinese
from dayleaf.core.when.scan import Token
from dayleaf.core.when.span import Partial, Unit

_WEEK = "星期|礼拜|禮拜|周|週"
_ZH_OFFSETS = {"上上": -2, "上": -1, "下下": 2, "下": 1, "这": 0, "這": 0, "本": 0, "今": 0}
_ZH_UNITS = {
    "周末": Unit.WEEKEND,
    "週末": Unit.WEEKEND,
    "星期": Unit.WEEK,
    "礼拜": Unit.WEEK,
    "禮拜": Unit.WEEK,
    "周": Unit.WEEK,
    "週": Unit.WEEK,
    "月": Unit.MONTH,
    "季度": Unit.QUARTER,
    "季": Unit.QUARTER,
}
_JA_OFFSETS = {
    "先々": -2,
    "先": -1,
    "先の": -1,
    "昨": -1,
    "前": -1,
    "前の": -1,
    "今": 0,
    "今の": 0,
    "この": 0,
    "その": 0,
    "当": 0,
    "同じ": 0,
    "現在の": 0,
    "再来": 2,
    "来": 1,
    "翌": 1,
    "次の": 1,
}
_JA_UNITS = {
    "週末": Unit.WEEKEND,
    "週": Unit.WEEK,
    "月": Unit.MONTH,
    "四半期": Unit.QUARTER,
    "QTR": Unit.QUARTER,
    "半年": Unit.HALF,
    "年": Unit.YEAR,
}

RELATIVE = {
    "今年": (Unit.YEAR, 0),
    "去年": (Unit.YEAR, -1),
    "昨年": (Unit.YEAR, -1),
    "前年": (Unit.YEAR, -2),
    "一昨年": (Unit.YEAR, -2),
    "明年": (Unit.YEAR, 1),
    "来年": (Unit.YEAR, 1),
    "下年": (Unit.YEAR, 1),
    "后年": (Unit.YEAR, 2),
    "後年": (Unit.YEAR, 2),
    "再来年": (Unit.YEAR, 2),
    "本年": (Unit.YEAR, 0),
    "ことし": (Unit.YEAR, 0),
    "きょねん": (Unit.YEAR, -1),
    "らいねん": (Unit.YEAR, 1),
    "こんげつ": (Unit.MONTH, 0),
    "せんげつ": (Unit.MONTH, -1),
    "らいげつ": (Unit.MONTH, 1),
    "こんしゅう": (Unit.WEEK, 0),
    "せんしゅう": (Unit.WEEK, -1),
    "らいしゅう": (Unit.WEEK, 1),
}
DAYS = {
    "今天": 0,
    "今日": 0,
    "本日": 0,
    "今晚": 0,
    "今早": 0,
    "きょう": 0,
    "昨天": -1,
    "昨日": -1,
    "昨晚": -1,
    "昨夜": -1,
    "きのう": -1,
    "前天": -2,
    "前日": -2,
    "一昨日": -2,
    "おととい": -2,
    "大前天": -3,
    "明天": 1,
    "明日": 1,
    "明晚": 1,
    "聽日": 1,
    "あした": 1,
    "あす": 1,
    "翌日": 1,
    "后天": 2,
    "後天": 2,
    "後日": 2,
    "明後日": 2,
    "あさって": 2,
    "大后天": 3,
    "大後天": 3,
}
FEASTS = {
    "圣诞节": "christmas",
    "聖誕節": "christmas",
    "クリスマスイブ": "christmas eve",
    "クリスマス": "christmas",
    "平安夜": "christmas eve",
    "元旦": "new year",
    "元日": "new year",
    "大晦日": "new years eve",
    "国庆节": "national cn",
    "國慶節": "national cn",
    "情人节": "valentine",
    "バレンタインデー": "valentine",
    "万圣节": "halloween",
    "ハロウィン": "halloween",
    "劳动节": "labour",
    "勞動節": "labour",
    "感恩节": "thanksgiving",
    "感謝祭": "thanksgiving",
    "儿童节": "children",
    "妇女节": "women",
    "独立記念日": "independence",
    "复活节": "easter",
    "復活節": "easter",
    "イースター": "easter",
}
ERAS = {
    "明治": 1867,
    "大正": 1911,
    "昭和": 1925,
    "平成": 1988,
    "令和": 2018,
    "康熙": 1661,
    "雍正": 1722,
    "乾隆": 1735,
    "嘉庆": 1795,
    "嘉慶": 1795,
    "道光": 1820,
    "咸丰": 1850,
    "咸豐": 1850,
    "同治": 1861,
    "光绪": 1874,
    "光緒": 1874,
    "宣统": 1908,
    "宣統": 1908,
    "民国": 1911,
    "民國": 1911,
}
"""Japanese eras, the Chinese ones since 1662 and the Republic's: the year before their first. Their months are taken as they are written."""

PLAIN = {
    "y": "年",
    "m": "月份 月",
    "d": "日 号 號",
    "t": "天間 天 日間 日间",
    "w": "个星期 個星期 个礼拜 個禮拜 個礼拜 个周 個週 週間 星期 礼拜 禮拜 周 週",
    "M": "个月 個月 ヶ月間 か月間 カ月間 ヶ月 か月 カ月 ケ月 箇月",
    "q": "个季度 個季度 季度 四半期",
    "k": "年間 年间 个年",
    "H": "个半年 半年",
    "1": "上半年 前半年 上半月 前半",
    "2": "下半年 后半年 後半年 下半月 后半 後半",
    "0": "上旬 初め 初头 初 頭 始め はじめ 开头",
    "3": "中旬 半ば 中ごろ",
    "4": "下旬 終わりごろ 終わり おわり 末 底 いっぱい",
    "Z": "第",
    "E": "最后一个 最後一個 最后一 最後一 最后 最後の 最後",
    "e": "最初の 最初 头",
    "<": "过去 過去 最近 近 ここ 上",
    ">": "未来 未來 今後 今后 向こう 接下来 接下來 往后 下 次の",
    "b": "之前 以前 前",
    "a": "之后 之後 以后 以後 过后 経過後 過ぎ 后 後",
    "B": "営業日 工作日 個工作日 个工作日",
    "J": "世紀 世纪",
    "O": "元年",
    "A": "以降 以来 以來 から 开始 開始 起 自",
    "I": "またはその 及びその 及 或 或者",
    "f": "从 從 自",
    "T": "到 至 ～ 〜 - — – － ~",
    "t2": "まで",
    "&": "和 与 與 跟 と",
    "~": "ごろ 頃 左右 前後 くらい 大约 大約 约",
    "_": "的 の は に で 、 , ， （ ( ） ) の間 之间 之間 期间 期間 間 间 一",
}


_MONTHS = "いち に さん し ご ろく しち はち く じゅう じゅういち じゅうに"
_DAYS_OF_WEEK = "一二三四五六日天"


@cache
def _table() -> tuple[re.Pattern[str], dict[str, tuple[str, object]]]:
    words: dict[str, tuple[str, object]] = {}
    for cls, spellings in PLAIN.items():
        for spelling in spellings.split():
            words.setdefault(spelling, ("T" if cls == "t2" else cls, None))
    words |= {word: ("D", offset) for word, offset in DAYS.items()}
    words |= {word: ("R", value) for word, value in RELATIVE.items()}
    words |= {word: ("F", feast) for word, feast in FEASTS.items()}
    words |= {word: ("G", base) for word, base in ERAS.items()}
    for modifier, offset in _ZH_OFFSETS.items():
        for unit, value in _ZH_UNITS.items():
            words |= {modifier + counter + unit: ("R", (value, offset)) for counter in ("", "个", "個", "一", "一个")}
        words |= {modifier + counter + "半年": ("R", (Unit.HALF, offset)) for counter in ("个", "個")}
    for modifier, offset in _JA_OFFSETS.items():
        words |= {modifier + unit: ("R", (value, offset)) for unit, value in _JA_UNITS.items() if modifier + unit not in words}
    for number, letter in enumerate("月火水木金土日"):
        words |= {letter + "曜" + end: ("c", number) for end in ("", "日")} | {f"({letter})": ("c", number)}
    words |= {word + "ようび": ("c", number) for number, word in enumerate("げつ か すい もく きん ど にち".split())}
    words |= {word + "がつ": ("N", number) for number, word in enumerate(_MONTHS.split(), 1)}
    for number, letter in enumerate("春夏秋冬"):
        words |= {letter + end: ("s", number) for end in ("天", "季", "")}
    words |= {
        "年初": ("p", (0, Unit.YEAR)),
        "年末": ("p", (2, Unit.YEAR)),
        "年底": ("p", (2, Unit.YEAR)),
        "月初": ("p", (0, Unit.MONTH)),
        "月初め": ("p", (0, Unit.MONTH)),
        "月末": ("p", (2, Unit.MONTH)),
        "月底": ("p", (2, Unit.MONTH)),
        "周末": ("R", (Unit.WEEKEND, None)),
        "週末": ("R", (Unit.WEEKEND, None)),
        "正月": ("m", 1),
    }
    return _pattern(words), words


def _pattern(words: dict[str, tuple[str, object]]) -> re.Pattern[str]:
    """Weekdays, dates, numbers, words (the longest first), and runs of what can begin none of them."""
    starts = "".join(sorted({word[0] for word in words if not word[0].isdecimal()}))
    numerals = "0-9０-９〇零一二两兩三四五六七八九十廿卅百"
    spellings = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(
        rf"(?P<weekday>(?:上上|上|下下|下|这|這|本|今)?[个個]?(?:{_WEEK})[{_DAYS_OF_WEEK}](?![个個天月年]))"
        r"|(?P<date>\d{4}(?P<sep>[-/.])\d{1,2}(?P=sep)\d{1,2}(?!\d))|(?P<month>\d{4}[-/.]\d{1,2}(?![\d.]))"
        rf"|(?P<early>一昨[日年])|(?P<number>[{numerals}]+)|(?P<word>{spellings})"
        rf"|(?P<space>\s+)|(?P<other>[^\s{re.escape(starts)}{numerals}个個]+|.)",
        re.DOTALL,
    )


@cache
def _names() -> re.Pattern[str]:
    """Where words of time are no time: names in brackets, and words that only share a letter."""
    return re.compile("五月雨|今日头条|今日頭條|[《「『][^《「『》」』]{1,20}[》」』]|一起|一共|一些|一样|一直|一下|一般|一方|十分|千万")


@cache
def _lunar() -> re.Pattern[str]:
    """A date that is said to be of the lunar calendar: no day of ours has its number, so it is left unread."""
    return re.compile(
        r"(?:农历|農曆|阴历|陰曆|旧历|舊曆|旧暦|陰暦)[的の]?[\d〇零一二两兩三四五六七八九十廿卅年月日号號初正腊臘闰閏冬お大の]*"
    )


_PART_SIGNS = {"初": "0", "初め": "0", "末": "4", "底": "4"}


def scan_cjk(text: str) -> list[Token]:
    """The tokens of a Chinese or Japanese text."""
    pattern, words = _table()
    for unread in (_names(), _lunar()):
        text = unread.sub(lambda found: "■" * len(found[0]), text)
    tokens: list[Token] = []
    cls: str
    value: object
    for found in pattern.finditer(text):
        start, end, kind = found.start(), found.end(), found.lastgroup
        piece = found[0]
        if kind in ("word", "early"):
            cls, value = words[piece]
            if cls == "p" and tokens and tokens[-1].cls == "n" and tokens[-1].end == start:  # "7月末" is the end of July, not of this month
                tokens.append(Token("y" if piece[0] == "年" else "m", None, start, start + 1))
                cls, value, start = _PART_SIGNS[piece[1:]], None, start + 1
            if piece in ("起", "自") and text[end : end + 1] not in "，,、。 到至就的":
                cls = "x"
        elif kind == "weekday":
            modifier = piece[:2] if piece[:2] in _ZH_OFFSETS else piece[:1]
            weekday = min(_DAYS_OF_WEEK.index(piece[-1]), 6)
            cls, value = ("C", (_ZH_OFFSETS[modifier], weekday)) if modifier in _ZH_OFFSETS else ("c", weekday)
        elif kind == "number":
            tokens.extend(_number(piece, start, text))
            continue
        elif kind in ("date", "month"):
            parts = [int(part) for part in re.split(r"\D", piece)]
            cls, value = ("P" if kind == "date" else "M"), Partial(*parts)
        elif kind == "space":
            continue
        else:
            cls, value = "x", None
        tokens.append(Token(cls, value, start, end))
    return tokens


def _number(piece: str, start: int, text: str) -> list[Token]:
    end = start + len(piece)
    before = text[start - 1 : start]
    if piece.isdecimal() and (before.isascii() and (before.isalnum() or before in "._") and before):
        return [Token("x", None, start, end)]
    value = chinese(piece)
    return [Token("x" if value is None else "n", value, start, end)]
