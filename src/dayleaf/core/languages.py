"""The languages a memory can be in: those that are always read, and those the settings may name beside them."""

from __future__ import annotations

from collections.abc import Mapping

Further = tuple[str, ...]
"""Codes of languages beside English and German, sorted; the empty tuple is what nothing was set to."""

ALWAYS = ("en", "de", "zh", "ja")
"""Languages that are read whatever is set."""

SNOWBALL: Mapping[str, str] = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "el": "greek", "eo": "esperanto", "es": "spanish", "et": "estonian",
    "eu": "basque", "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
    "yi": "yiddish",
}  # fmt: skip
"""ISO 639-1 code → Snowball's name of the language."""

LANGUAGES = frozenset((*ALWAYS, *SNOWBALL))
"""Every code a setting may name."""

BY_NAME: Mapping[str, str] = {"english": "en", "german": "de", "chinese": "zh", "japanese": "ja"} | {
    name: code for code, name in SNOWBALL.items()
}
"""English name of each language → its code, for people who write it out."""

VARIANTS: Mapping[str, str] = {"nb": "no", "nn": "no", "in": "id", "cmn": "zh"}
"""Other codes of the same languages."""
