"""Stop words of English and German, and which of the two a text is written in."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

Language = Literal["en", "de", ""]

_ENGLISH = frozenset(
    """a about above after again all am an and any anybody anyone anything are aren't as at be because been before being below between both
but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else ever every few for from
further had hadn't has hasn't have haven't having he her here hers herself him himself his how i if in into is isn't it its itself
just let me might more most much must mustn't my myself neither no nor now of off on once only or other ought our ours ourselves out
over own per please quite rather really shall she should shouldn't since so some somebody someone something such than that the their
theirs them themselves then there these they this those though through to too under until up upon us very via was wasn't we were
weren't what whatever when where which while who whom whose why with within without won't would wouldn't yes yet you your yours
yourself yourselves also not will won't may i'm i've i'd i'll you're you've they're we're we've let's that's what's who's""".split()
)

_GERMAN = frozenset(
    """ab aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anders auch auf aus bei beim
bereits bin bis bist bzw da dabei dadurch dafür dagegen daher dahin damals damit danach daneben dann daran darauf daraus darf darin
darüber darum darunter das dass davon davor dazu dein deine deinem deinen deiner deines dem den denen denn dennoch der deren derer
des deshalb dessen dich die dies diese dieselbe diesem diesen dieser dieses dir doch dort du durch durfte dürfen eben ein eine einem
einen einer eines einige einigem einigen einiger einiges einmal er es etwa etwas euch euer eure eurem euren eurer für gegen gewesen
hab habe haben hat hatte hatten hätte hätten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem
ins irgend irgendein irgendwas irgendwie habt hast seid ist ja je jede jedem jeden jeder jedes jedoch jene jenem jenen jener jenes
jetzt kann kannst kein keine keinem keinen keiner keines können könnte konnte konnten könnten mal man manche manchem manchen mancher
manches mehr mein meine meinem meinen meiner meines mich mir mit muss musste müssen nach nachdem nein nicht nichts noch nun nur ob
obwohl oder ohne sehr sein seine seinem seinen seiner seines seit seitdem selbst sich sie sind so sodass sogar solche solchem
solchen solcher solches soll sollen sollte sollten sondern sonst sowie um und uns unser unsere unserem unseren unserer unter vom von
vor wann war waren warst wäre wären warum was weder weil welche welchem welchen welcher welches wem wen wenn wer werde werden
weshalb wessen wie wieder wieso wieviel will wir wird wirst wo wobei wodurch wofür woher wohin wollen wollte womit woran worauf
woraus worin worüber wovon wozu wurde würde wurden würden während zu zum zur zwar zwischen über überhaupt gab gibt schon ganz""".split()
)

# A stop word of one language that is a word of weight in the other, or a name: English "die", "war", "hat", "bin", "man",
# "dose"; German "Not", "Art", "Hut", "Amt"; Will, May, US. It is indexed like any word; only a query may set it aside.
_EITHER = frozenset(
    """die war hat bin man den will may am so an in was also not all per her has fort art des gab hier her him hin mal wen must over ought
even then us just do of wo ab""".split()
)

# Words that frame a question or an order to remember, in place of naming what it is about.
_FRAME = frozenset(
    """tell know remember mention mentioned happen happened talk say said says describe explain find show give list think anything weiß
weißt wissen kennst kennt erinnerst erinnere erzähl erzähle sag sage sagte zeig zeige nenn nenne beschreibe passiert passierte
geschah geschehen mentions mentioning kind kinds type types sort sorts thing things stuff time times name names discuss discussed described
likely specific various different certain consider considered many similar detail details example examples information info
arten sorte sorten ding dinge sache sachen namen erwähnt erwähnte erwähnen genannt besprochen verschiedene verschiedenen bestimmte
bestimmten einzelheiten beispiel beispiele ereignis ereignisse ereignissen events heißt gibt's bitte lautet""".split()
)


_TWO_LETTERS = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"}


def _typed(words: Collection[str]) -> frozenset[str]:
    """Case folded, umlauts as written and as two letters, ss and ß, no apostrophes; never dotless: "schön", "Ware", "uber" are words."""
    bare = {word.casefold().replace("'", "") for word in words}
    typed = bare | {word.translate(_TWO_LETTERS) for word in bare}
    return frozenset(typed | {word.replace("ss", "ß") for word in typed})


ENGLISH = _typed(_ENGLISH)
GERMAN = _typed(_GERMAN)
EITHER = _typed(_EITHER)
FRAME = _typed(_FRAME)
STOP = ENGLISH | GERMAN

_SURE_ENGLISH = ENGLISH - GERMAN - EITHER
_SURE_GERMAN = GERMAN - ENGLISH - EITHER
MARK_ENGLISH = frozenset(spelled for word in {*_ENGLISH, *_SURE_ENGLISH} - GERMAN - EITHER for spelled in (word, word.capitalize()))
MARK_GERMAN = frozenset(spelled for word in {*_GERMAN, *_SURE_GERMAN} - ENGLISH - EITHER for spelled in (word, word.capitalize()))


def language(words: Collection[str]) -> Language:
    """The language of a text from its function words, or "" when they do not tell; a mixed text does not."""
    found = set(words)
    english = len(found & MARK_ENGLISH)
    german = len(found & MARK_GERMAN)
    if english > 3 * german:
        return "en"
    return "de" if german > 3 * english else ""
