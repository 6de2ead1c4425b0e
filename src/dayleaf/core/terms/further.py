"""Languages beside English and German, by setting: their function words, their stems, and which one a text is written in.

English, German, Chinese and Japanese are always read. A further language is one the settings name; a text that is surely written in it
(its function words say so) is read in it alone, a short note that might be anything is read in all. The stems are Snowball's
(M. Porter, 2001); the function words are the commonest of each language, and a language without a list has its stems only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import cache

import Stemmer

from dayleaf.core.languages import SNOWBALL, Further
from dayleaf.core.regex import regex
from dayleaf.core.terms.fold import fold, spelling
from dayleaf.core.terms.stop import MARK_ENGLISH, MARK_GERMAN

_FUNCTION_WORDS = {
    "fr": """le la les l un une des du de d et est sont était étaient être à au aux en dans sur sous pour par avec sans que qui quoi dont
        où ce cet cette ces il elle ils elles je j tu nous vous on me te se lui leur mon ma mes ton ta tes son sa ses notre nos
        votre vos leurs ne n pas plus ou mais donc car si comme quand comment pourquoi quel quelle quels quelles a ai as avons avez
        ont avait avaient qu c s y très aussi chez entre vers depuis pendant avant après""",
    "es": """el la los las un una unos unas de del al a y o e en que qué quien quién como cómo cuando cuándo donde dónde cuál cuáles por
        para con sin sobre entre hasta desde es son era eran fue ser está están hay ha han había he se me te le les nos lo su sus mi
        mis tu tus nuestro nuestra no ni pero si sí porque más muy también ya este esta estos estas ese esa eso yo él ella ellos
        ellas""",
    "it": """il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella nei
        nelle con su sul sulla per tra fra e ed o ma che chi cui non né si mi ti ci vi ne è sono era erano essere ha ho hai hanno
        aveva io tu lui lei noi voi loro mio mia suo sua come quando dove perché quale quali cosa anche più molto questo questa
        questi queste l d c un""",
    "pt": """o a os as um uma uns umas de do da dos das em no na nos nas ao aos à às e ou que quem qual quais como quando onde por para
        pelo pela com sem sobre entre até desde é são era eram foi ser está estão há tem têm tinha se me te lhe lhes nós ele ela
        eles elas eu meu minha seu sua seus suas não nem mas porque mais muito também já este esta isto esse essa isso""",
    "nl": """de het een en of maar want van in op aan met voor door bij uit naar over onder tot te er is zijn was waren ben bent wordt
        worden heeft hebben had ik jij je hij zij ze wij we jullie mij hem haar ons hun mijn zijn dit dat deze die wie wat waar
        wanneer waarom hoe welke niet geen ook nog wel dan als om naar toen zeer meer""",
    "sv": """och eller men att det den de en ett i på av till från med för om vid hos under över är var varit ha har hade jag du han hon
        vi ni dem mig dig honom henne oss min mitt mina din ditt sin sitt sina som vad vem vilken vilket var när varför hur inte
        också mycket mer så än denna detta dessa""",
    "da": """og eller men at det den de en et i på af til fra med for om ved hos under over er var været har havde jeg du han hun vi dem
        mig dig ham hende os min mit mine din dit sin sit sine som hvad hvem hvilken hvor hvornår hvorfor hvordan ikke også meget
        mere så end denne dette disse""",
    "no": """og eller men at det den de en et ei i på av til fra med for om ved hos under over er var vært har hadde jeg du han hun vi
        dem meg deg ham henne oss min mitt mine din ditt sin sitt sine som hva hvem hvilken hvor når hvorfor hvordan ikke også mye
        mer så enn denne dette disse""",
    "fi": """ja tai mutta että se ne hän he minä sinä me te tämä tuo nämä on ovat oli olivat olla olen olet ei en et eivät joka jotka
        mikä mitä kuka missä milloin miksi miten kun jos niin myös vielä jo kanssa ennen jälkeen minun sinun hänen meidän heidän""",
    "ru": """и в во на с со к ко у о об от до из за по под над при для без через не ни но а или что чтобы как когда где куда почему кто
        какой какая какие чей это этот эта эти тот та те он она оно они я ты мы вы его её ее их мне тебе ему ей нам вам им меня тебя
        нас вас был была было были есть быть же ли бы уже ещё еще так также очень мой моя моё мои твой наш ваш свой все всё""",
    "pl": """i w we na z ze do od o u po pod nad przy dla bez przez nie ale a lub albo że żeby jak kiedy gdzie dlaczego kto co jaki jaka
        jakie to ten ta te on ona ono oni ja ty my wy jego jej ich mnie ciebie nas was jest są był była było byli być się czy już
        jeszcze tak także bardzo mój moja moje swój""",
    "tr": """ve veya ama fakat ile için bir bu şu o ben sen biz siz onlar beni seni onu bana sana ona bizim sizin onun benim senin ne kim
        nerede nasıl neden niçin hangi mi mı mu mü de da ki gibi kadar çok daha en değil var yok her""",
}  # fmt: skip

_ELISION = {"fr": "l d j m n s t c qu jusqu lorsqu puisqu", "it": "l un d dell all nell sull dall c quell quest", "ca": "l d m n s t"}
_WORD = regex(r"[^\W\d_](?:[^\s\d_.@&+=~:/\\,?%#-])*")
_ENOUGH = 1.5  # one function word alone may be anything
_SURE = 2  # times as many function words as of any other language; one that several have counts a part in each


@cache
def function_words(code: str) -> frozenset[str]:
    """The function words of a language, as `spelling` leaves them; none for one without a list."""
    return frozenset(_FUNCTION_WORDS.get(code, "").split())


def spoken(words: Collection[str], further: Further) -> str:
    """The language of a text from its function words: `en`, `de`, one of `further`, or "" when they do not tell."""
    found = {word.lower() for word in words} | {part for word in words if "'" in word for part in word.lower().split("'")}
    lists, shared = _lists(further)
    scores = sorted((sum(1 / shared[word] for word in found & own), code) for code, own in lists.items())
    (second, _), (most, best) = scores[-2:]
    return best if most > _SURE * second and (best not in further or most >= _ENOUGH) else ""


@cache
def _lists(further: Further) -> tuple[Mapping[str, frozenset[str]], Mapping[str, int]]:
    """The function words of each language, and how many of the languages have each: what all have tells nothing."""
    lists = {"en": MARK_ENGLISH, "de": MARK_GERMAN, **{code: function_words(code) for code in further}}
    return lists, Counter(word for words in lists.values() for word in words)


def further_terms(piece: str, code: str) -> tuple[str, ...]:
    """The terms of a word in one further language: its stem, and that of what is left when nobody types its accents.

    A function word gives one of a name space of its own (`~les`), a shortened one before its word ("l'eau") that word alone.
    """
    exact = unelided(spelling(piece), code)
    if exact in function_words(code):
        return ("~" + fold(exact),)
    stem, plain = _stemmer(code), fold(exact)
    return tuple(dict.fromkeys((fold(stem(exact)) or plain, stem(plain) or plain)))


def is_word(piece: str) -> bool:
    """Whether a piece is a word, capitals at its head or everywhere: no identifier, number or hyphenated word."""
    last = piece.rpartition("'")[2]
    return bool(last) and _WORD.fullmatch(piece) is not None and (piece.isupper() or not any(map(str.isupper, last[1:])))


def unelided(exact: str, code: str) -> str:
    """A word without the shortened one before it: l'eau is eau, dell'acqua acqua."""
    head, mark, rest = exact.partition("'")
    return rest if mark and rest and head in _elided(code) else exact


@cache
def _elided(code: str) -> frozenset[str]:
    return frozenset(_ELISION.get(code, "").split())


@cache
def _stemmer(code: str) -> Callable[[str], str]:
    stem: Callable[[str], str] = Stemmer.Stemmer(SNOWBALL[code], 0).stemWord
    return stem
