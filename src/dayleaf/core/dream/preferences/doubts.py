"""Why a sentence with the words of a wish is none: irony, an assumption, somebody else's taste, a single occasion, a game.

Each rule is a pattern with the name of its doubt; precision goes before recall, for a wish that is missed is said again.
"""

from __future__ import annotations

import re
from enum import StrEnum

from dayleaf.core.regex import regex


class Doubt(StrEnum):
    """Why a sentence is not taken as a wish of the user."""

    IRONY = "irony"
    ASSUMPTION = "assumption"
    SOMEBODY = "somebody else"
    ONCE = "one occasion"
    PAST = "past"
    QUESTION = "question"
    PHRASE = "a figure of speech"
    CODE = "code"


_FLAGS = re.IGNORECASE

_PRAISE = (
    r"great|lovely|wonderful|brilliant|fantastic|perfect|super|awesome|nice|marvellous|charming|delightful|splendid|terrific|excellent"
    r"|wow|oh joy|yay|bravo"
    r"|congratulations|hooray|hurrah|amazing|fabulous|toll|klasse|prima|herrlich|wunderbar|großartig|spitze|fantastisch|perfekt|schön"
    r"|reizend|glückwunsch"
    r"|entzückend|hurra|juhu|ausgezeichnet|genial|bestens"
)
_IRONY = regex(
    rf"^(?:oh |well |ah |ha |na |ach |ja |wie |how |just |einfach |echt |really |absolutely )*(?:{_PRAISE})\b[^?]{{0,200}}?"
    r"(?:\b(?:another|again|once more|yet|still|exactly|precisely|just what|of all things|\d+|hundreds?|thousands?|dozens?|so many"
    r"|so much|schon wieder|wieder"
    r"|noch (?:ein|mehr)\w*|genau|ausgerechnet|endlich noch|hunderte?|tausende?|dutzende?|so viele?|seiten|pages)\b)"
    r"|\b(?:just|exactly|precisely) (?:what|the \w+(?: \w+){0,3}) i(?:'ve| have)? (?:needed|wanted|always|was|had been|dreamt|dreamed"
    r"|hoped|asked for|longed)"
    r"|\bi (?:was|have been|'ve been|had been) (?:always )?(?:dreaming|longing|waiting|hoping|dying) (?:of|for)\b"
    r"|\bthanks? (?:a lot |so much |you (?:so much )?)?for (?:nothing|\w+ing (?:it|my|the|me|everything))|\bthat(?:'s| is) (?:just"
    r"|exactly) what i needed"
    r"|\bi (?:just |absolutely |simply |really |do |totally |truly |so )+(?:love|adore|enjoy) (?:it |that )?(?:when|how|being|waiting"
    r"|getting|having)\b"
    r"|\bi (?:love|adore|enjoy) (?:it )?(?:when|how) (?:you|it|things|everything|nobody|the)\b"
    r"|\bby all means\b|\boh,? sure\b|\byeah,? (?:right|sure)\b|\bsure,? (?:because|why not)\b|\bas if\b|\bwho (?:needs|doesn't"
    r"|wouldn't|could)\b.{0,80}\banyway\b"
    r"|\bwho (?:needs|doesn't|wouldn't)\b|\bbecause (?:who|nobody|everybody|everyone) (?:needs|loves|wants|reads|likes|sleeps)\b"
    r"|\bhow (?:nice|kind|thoughtful|lovely|helpful|original|sweet|considerate|creative) (?:of|that)\b"
    r"|\bwhat could (?:possibly )?go wrong\b"
    r"|\bgotta love\b|\byou(?:'ve)? got to love\b|\bmy (?:absolute )?favou?rite (?:part|thing|bit) (?:is|was) (?:when|how|that)\b"
    r"|\bof course i (?:want|love|need|enjoy)\b|\b(?:do )?keep (?:it|them|'em) coming\b|\bmore of that,? please\b|\bnothing (?:beats"
    r"|like)\b"
    r"|\bcan't (?:wait|get enough)\b|\bcouldn't be happier\b|\bmade my day\b|\bclever you\b|\bwhat a (?:surprise|joy|treat|delight"
    r"|pleasure)\b"
    r"|(?:^|\s)/s$|\(?\b(?:irony|sarcasm|ironie|sarkasmus)\b(?: off| on| aus)?\)?|🙄|\bironisch gemeint\b"
    r"|\bgenau (?:das|die|der|den|so etwas|sowas)\b.{0,60}\b(?:gebraucht|gefehlt|gewollt|gewünscht|geträumt|gewartet|gesucht|erhofft"
    r"|mir vorgestellt)\b"
    r"|\bgenau,? was ich\b|\b(?:davon|darauf) (?:habe|hab) ich (?:schon )?(?:immer|lange|ewig)\b|\bhat(?:te)? mir (?:gerade "
    r"|ja )?noch gefehlt\b"
    r"|\bklar doch\b|\bja,? klar\b|\bna klar\b|\baber sicher\b|\bsicher doch\b|\bmach (?:ruhig|nur|mal schön)\b|\bnur weiter so\b"
    r"|\bimmer her damit\b"
    r"|\b\w+e? (?:mich|mir|uns|sie|ihn|es|das)? ?ruhig (?:immer|weiter|noch|alle|wieder|jede\w*)\b|\bdanke für (?:nichts|gar nichts)\b"
    r"|\bwie (?:nett|schön|aufmerksam|originell|praktisch|reizend|lieb|hilfreich),? (?:dass|von)\b|\bich liebe es\b.{0,25}\bwenn\b"
    r"|\bich liebe (?:ja|doch|halt)\b"
    r"|\bwer braucht (?:schon|denn|auch)\b|\bwas für eine (?:freude|überraschung|wonne)\b|\b(?:ich|man) (?:hab|habe"
    r"|hat) ja sonst nichts\b|\bich brauche? ja kein\w*\b"
    r"|\bgibt ja nichts schöneres\b|\bkann (?:ja )?nicht genug\b|\bmein(?:e)? (?:absolutes? )?lieblings\w+ (?:ist|war),? wenn\b"
    r"|\bda freu\w* ich mich (?:aber|ja)\b",
    _FLAGS,
)

_ASSUMPTION = regex(
    r"\bif (?:only )?(?:i|we|you|he|she|it|they|there|my \w+|the \w+|somebody|someone|everyone) (?:ever )?(?:were|weren't|was|wasn't"
    r"|had|hadn't|could|would|did"
    r"|didn't|ever|lived|owned|hated|loved|liked|preferred|wanted|ate|became|worked|asked|told|said)\b"
    r"|\b(?:suppose|supposing|imagine|assume|assuming|hypothetically|let's say|let us say|what if|say i (?:was|were|am|had)|in theory"
    r"|had i|were i|provided i were"
    r"|in another life|theoretically|for the sake of argument|as a thought experiment|in an ideal world)\b"
    r"|\b(?:i|you|we|one)(?:'d| would) (?:always|never|probably|certainly|definitely|surely|only|then|also|then (?:always"
    r"|never)) (?!prefer|rather|like\b)"
    r"|\bwenn (?:ich|wir|du|er|sie|es|man|mein\w* \w+|der \w+|die \w+|das \w+)\b.{0,80}\b(?:wäre[nst]*|hätte[nst]*|könnte[nst]*"
    r"|würde[nst]*|müsste[nst]*|dürfte[nst]*)\b"
    r"|\b(?:wäre|hätte|würde|müsste|dürfte|könnte) ich (?!lieber|gern|bitte|mir|es|das)|\bwürde ich (?:nie|immer|niemals|stets)\b"
    r"|\bich würde (?:nie|immer|niemals|stets)\b"
    r"|\b(?:angenommen|stell dir (?:mal |nur |bloß )?vor|was wäre|gesetzt den fall|nehmen wir (?:mal |einmal )?an|nimm (?:mal "
    r"|einmal )?an|mal angenommen|theoretisch"
    r"|hypothetisch|gedankenexperiment|in einem anderen leben|falls ich (?:je|mal|einmal|jemals))\b",
    _FLAGS,
)

_ATTITUDE = (
    r"says|said|likes|liked|loves|loved|hates|hated|prefers|preferred|wants|wanted|tells|told|thinks|thought|insists|insisted|swears"
    r"|claims|claimed|writes|wrote"
    r"|asks|asked|believes|recommends|recommended|suggests|suggested|demands|demanded|enjoys|dislikes|detests|refuses|adores"
    r"|eats|drinks|used to|expects|warns|warned|advises|advised|taught"
)
_HALTUNG = (
    r"sagt|sagte|meint|meinte|findet|fand|mag|mochte|will|wollte|möchte(?! ich| wir)|hasst|hasste|liebt|liebte|bevorzugt|behauptet"
    r"|behauptete|schreibt(?! sich)|schrieb|empfiehlt|empfahl"
    r"|besteht|bestand|rät|riet|glaubt|denkt|isst|trinkt|verlangt|verlangte|erwartet|verträgt|schwört|predigt|warnt|wünscht"
)
_SOMEBODY = regex(
    rf"^(?:and |but |well |so |then |also )*(?:my|our|his|her|their|the|a|an|some|every|most|this"
    rf"|that)(?: [\w'-]+){{1,3}}? (?:{_ATTITUDE})\b"
    rf"|^(?:and |but |well |so |then |also )*(?:he|she|they|people|everyone|everybody|someone|somebody|nobody|customers|clients|users"
    rf"|we all|one|others|kids|children|cats"
    rf"|dogs|experts|doctors) (?:all |just |really |also )?(?:{_ATTITUDE}|like|love|hate|prefer|want|say|think|need|insist|eat|drink"
    rf"|ask|tell|believe|find)\b"
    r"|\b(?:told|asked|advised|warned|taught|reminded) (?:me|us|him|her|them|everyone) (?:to|not to|never|that|about)\b"
    r"|\b(?:according to|they say|it is said|he says|she says|as the saying goes|the rule says|quote|in the words of|says my|said my"
    r"|rumour has it|the (?:manual|label|sign"
    r"|book|doctor|recipe|article|page|author|narrator|hero|character) (?:says|said|tells|recommends))\b"
    rf"|^(?:(?:und|aber|also|na) )*(?:mein|meine|unser|unsere|sein|seine|ihr|ihre|deren|dessen|der|die|das|ein|eine|dein|deine|jeder"
    rf"|jede|dieser|diese)(?: [\w-]+){{1,3}}? (?:{_HALTUNG})\b"
    rf"|^(?:(?:und|aber|also|na) )*(?:er|sie|man|jemand|niemand|alle|viele|manche|die leute|kunden|andere) (?:\w+ )?(?:{_HALTUNG}|sagen"
    rf"|mögen|wollen|hassen|lieben|meinen|bevorzugen"
    r"|glauben|finden|essen|trinken|möchten)\b"
    r"|\b(?:laut|gemäß|nach ansicht|nach meinung) (?:mein|unser|dem|der|den|einem|einer|[A-ZÄÖÜ])\w*|\bangeblich\b|\bheißt es\b"
    r"|\bpflegte? zu sagen\b"
    r"|[,;–—-] ?(?:he|she|they|my \w+|our \w+|the \w+) (?:always |keeps? |kept |often |once )?(?:says?|said|saying|insists?|insisted|claims?)$"
    r"|[,;–—-] ?(?:er|sie|mein\w* \w+) (?:immer |stets |ständig |oft )?(?:sagt|sagte|meint|meinte)(?: immer| stets| ständig)?$"
    r"|\b(?:sagt|sagte|meint|meinte|schreibt|schrieb|rät|riet|findet) (?:mein|unser|der|die|das|er|sie|sein|ihr)\w*\b"
    r"|\b(?:hat|haben|hatte) (?:mir|uns|ihm|ihr) (?:\w+ ){0,3}(?:gesagt|geraten|empfohlen|erzählt|beigebracht)\b",
    _FLAGS,
)
_NAMED = regex(
    rf"^(?:And |But |So |Und |Aber )?(?!I |You |My |Ich |Du |Wir |We |It |That |This |Das |Es |Please |Bitte |Nie|Immer|Always |Never "
    rf"|Only |Nur |Kein)[A-ZÄÖÜ][\w-]+(?: (?:and|und) [A-ZÄÖÜ]\w+| [A-ZÄÖÜ]\w+)?"
    rf" (?:really |always |never |also |auch |immer |nie |niemals |sehr )?(?:{_ATTITUDE}"
    rf"|{_HALTUNG})\b"
)

_ONCE = regex(
    r"\b(?:this time|this once|just this|just once|only once|for once|(?:for|in|on|with|to) this(?: one)?(?! (?:reason|purpose))\b"
    r"|for now|for the moment|right now|just now|at the moment"
    r"|temporarily|as an exception|exceptionally|only here|just here|until (?:tomorrow|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday|then|i)|(?<!as of )(?<!from )today"
    r"|tonight|tomorrow|yesterday|next (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|year)"
    r"|this (?:week|morning|evening|afternoon|weekend|month|mail|email|report|text"
    r"|letter|file|trip|year)|(?:for|in|on|with) (?:the|that) (?:one|attached|current|first|second|third|last) \w+|one[- ]off"
    r"|a single time|in \d+ (?:minutes|hours)"
    r"|diesmal|dieses mal|dies eine mal|nur (?:für )?(?:dieses|diese|diesen|dies|heute|hier|jetzt|einmal|das eine|die eine|den einen)"
    r"|ausnahmsweise|einmalig|einmal noch"
    r"|(?<!ab )(?<!seit )heute|(?<!am )(?<!guten )morgen|übermorgen|gestern|vorerst|vorläufig|fürs erste|für (?:diese|diesen|dieses"
    r"|die eine|den einen|das eine)|in (?:dieser|diesem)|bei (?:dieser|diesem)"
    r"|an (?:diese|diesen|dieses)|im moment|gerade jetzt|bis (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|gleich)"
    r"|(?:nächste|kommende)[rnsm]? (?:woche|monat|mal nicht|montag|dienstag"
    r"|mittwoch|donnerstag|freitag|samstag|sonntag)|am (?:kommenden|nächsten)|diese woche|dieses wochenende)\b"
    r"|^(?:don't|do not|please don't|nicht|noch nicht)\b.{0,60}\b(?:yet|anything else|now)\b|\b(?:now|right away|immediately|asap"
    r"|sofort|jetzt)$|^(?:stop|quit) \w+ing\b.{0,60}\band (?:find|list|show|give|tell|get|do|start|just|answer|help|fix|look|go|come"
    r"|let)\b|\bnoch (?:nicht|nichts|kein\w*)\b|\b(?:\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|\d{4}-\d{2}-\d{2})",
    _FLAGS,
)
_ONLY_ONCE = regex(
    r"\b(?:this time|this once|just this|just once|for once|(?:for|in|with) this (?:one|\w+)(?: \w+)?|diesmal|dieses (?:eine )?mal"
    r"|dies eine mal|nur (?:für )?(?:dieses|diese|diesen|dies|heute|hier)"
    r"|ausnahmsweise|einmalig|as an exception|tomorrow|(?<!am )(?<!ab )(?<!guten )morgen|übermorgen|tonight|on (?:\d|\w+ \d)"
    r"|für (?:diese|diesen|dieses) \w+)\b",
    _FLAGS,
)
_PAST = regex(
    r"\b(?:i|we) (?:never|always|only|really|just)? ?(?:said|did|was|were|had|got|saw|heard|knew|thought|went|took|made|used to|liked"
    r"|loved|hated|preferred|wanted|ate|met|talked|discussed|agreed|spoke|read (?:it|that|about))\b"
    r"|\bused to\b|\bas a (?:child|kid|boy|girl|student)\b|\bback then\b|\byears ago\b|\bich (?:habe|hab|bin|hatte|war|wollte|mochte"
    r"|dachte|wusste)\b.{0,80}\b(?:nie|immer|ge\w+t|ge\w+en)\b(?!.*\bgesagt\b)"
    r"|\b(?:als kind|früher (?:habe|hab|mochte|war)|damals)\b",
    _FLAGS,
)
_PHRASE = regex(
    r"^(?:never mind|never say never|never is|never (?:heard|seen|been|thought|knew|ever)\b|never (?:a )?(?:dull|better)|don't (?:worry"
    r"|bother|mention|get me wrong|know|think|care|mind|even|sweat|be (?:sorry|silly)|you|i|we)\b"
    r"|do not (?:worry|know|think|care)|never (?:really |even |actually |quite )?(?:\w+ed|had|got|went|was|were|did|made|saw|took|said"
    r"|met|felt|came|gave|found|left|lost|told|ate|happened|a|the|in|tried|mind)\b|no (?:time|pressure|stress|excuses?|luck|prob"
    r"|problem|worries|way|idea|thanks?|need|rush|hurry|doubt|wonder|matter|one|longer|offen[cs]e|kidding|more questions|news|luck"
    r"|comment|thank)\b"
    r"|always (?:a pleasure|welcome|happy|good to|nice to|the same|glad)|always\??$|never\??$|immer\??$|nie\??$|niemals\??$|only joking"
    r"|not (?:bad|at all|yet|sure|really|now|that i)\b"
    r"|kein(?:e|en)? (?:problem|ahnung|sorge|sorgen|thema|ursache|zeit|lust|wunder|frage|panik|angst|eile|stress|bange|chance)\b"
    r"|mach dir (?:keine|nichts)|nie im leben|nie (?:gehört|gesehen|davon)|nichts zu danken"
    r"|immer (?:gern|gerne|wieder gern|doch|diese|dieses|dieser|noch|mit der ruhe|langsam|das gleiche|dasselbe|schön)\b|mir egal"
    r"|keine ursache|ohne (?:witz|scherz|zweifel|dich|mich)|without (?:a )?(?:doubt|fail|you|further)"
    r"|without question)\b",
    _FLAGS,
)
_CODE = regex(r"[{};]\s*$|=>|==|\(\)|</|^\s*(?:def|class|import|function|const|var|let|SELECT|#include)\s|^\s*(?:\$|#|//|--)\s")

_GAME_BEGINS = regex(
    r"\b(?:let's (?:play|pretend|role-?play|act)|role-?play|pretend (?:to be|you|that|we|i)|act (?:as|like) (?:if|an? |the |my )"
    r"|you are (?:now |from now on )?(?:an? |my |the )(?:\w+ ){0,2}?(?:and i am|now|called|named)"
    r"|you are now (?:an? |my |the )|be (?:my|an?) \w+ (?:for a while|now)|play (?:the (?:role|part)|an? (?:pirate|knight|king|queen"
    r"|butler|wizard|doctor|teacher|villain))|in the (?:role|voice|character) of|stay in character"
    r"|you(?:'re| are) playing|speak like an? |talk like an? |improvi[sz]e|dungeon master|text adventure"
    r"|rollenspiel|spiel(?:e|st du)? (?:mal |bitte |doch |jetzt |für mich )?(?:einen? |den |die |das |mir (?:einen? |den |die ))(?!lied"
    r"|song|musik|playlist|album|video|stück|hit|radio)|tu(?:e)? (?:mal |bitte |doch |jetzt )?so,? als"
    r"|du bist (?:jetzt|nun|ab jetzt|ab sofort) (?:ein|eine|mein|meine|der|die)\b|du bist (?:ein|eine|mein|meine|der"
    r"|die) \w+(?: \w+)? und ich (?:bin|spiele)|wir spielen|lass uns (?:\w+ )?spielen|schlüpf\w* in|in der rolle|sprich wie ein)\b",
    _FLAGS,
)
_GAME_ENDS = regex(
    r"\b(?:end of (?:the )?(?:game|play|role|scene)|stop (?:playing|the game|role|pretending)|game over|out of character"
    r"|back to (?:normal|work|reality|business)|enough (?:playing|of (?:the|this) game)|the game is over|scene over"
    r"|spiel (?:ist )?(?:vorbei|zu ende|aus|ende|beendet)|ende des (?:rollen)?spiels|genug gespielt|zurück zu[rm]? (?:arbeit|realität"
    r"|normal\w*|sache)|wieder normal|spiel beenden)\b",
    _FLAGS,
)


def is_ironic(text: str) -> bool:
    """Whether a sentence means the opposite of its praise, as far as patterns can tell."""
    return _IRONY.search(text) is not None


def begins_game(text: str) -> bool:
    """Whether a turn opens a role-play, in which nothing said is meant."""
    return _GAME_BEGINS.search(text) is not None


def ends_game(text: str) -> bool:
    """Whether a turn ends a role-play."""
    return _GAME_ENDS.search(text) is not None


def doubt_of(text: str, *, standing: bool) -> Doubt | None:
    """Why a sentence is not taken as a wish; None if nothing speaks against it.

    Args:
        text: the sentence.
        standing: it says itself that it holds from now on, so a mention of a day does not make it a single occasion.
    """
    for doubt, pattern in _ALWAYS:
        if pattern.search(text):
            return doubt
    return Doubt.ONCE if (_ONLY_ONCE if standing else _ONCE).search(text) else None


_ALWAYS = (
    (Doubt.PHRASE, _PHRASE),
    (Doubt.IRONY, _IRONY),
    (Doubt.ASSUMPTION, _ASSUMPTION),
    (Doubt.SOMEBODY, _SOMEBODY),
    (Doubt.SOMEBODY, _NAMED),
    (Doubt.PAST, _PAST),
    (Doubt.CODE, _CODE),
)
