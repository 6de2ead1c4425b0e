"""The words that make a wish: patterns in English and German, each for one form of saying so."""

from __future__ import annotations

import re

from dayleaf.core.regex import regex

_I = re.IGNORECASE

CHANGED = regex(
    r"(?:i(?:'ve| have)? (?:changed|made up) my mind|ich (?:habe|hab) meine meinung|ich (?:habe|hab) mich|ich (?:habe|hab)(?: es)? mir)"
    r" (?P<about>(?:about|on|regarding|concerning|zu[mr]?|bei[m]?|über|wegen) [^:,;.–]{2,60}?)(?: geändert| umentschieden| anders überlegt)?\s*[:,;–—-]\s*|ich (?:habe|hab) meine meinung geändert\s*[:,;–—-]\s*",
    _I,
)
OPENING = regex(
    r"(?:(?:no|nope|nah|stop|hey|argh|ugh|wrong|nein|halt|na|falsch|mensch|doch|yes|ja|sorry|thanks|thank you|danke|fine|ok|okay|gut"
    r"|great|right|good|exactly|genau|moment|wait"
    r"|new rule|neue regel|rule|regel|planänderung|change of (?:plans?|mind)|on second thoughts?|i(?:'ve| have) changed my mind|i(?:'ve"
    r"| have) reconsidered|ich (?:habe|hab)(?: es)? mir(?: es)? anders überlegt|ich hab's mir anders überlegt|correction|korrektur"
    r"|achtung|careful|quatsch|hello|hi|hallo|servus|alright|all right|in ordnung|verstanden|agreed|uff|oje|bah|puh|for heaven's sake"
    r"|for god's sake|um himmels willen|verdammt|damn)\s*[,!.:;–—-]+\s*"
    r"|(?:hm+|ach|oh|well|actually|please|bitte|and|so|but|und|aber|also|one more thing|noch etwas|übrigens|by the way|btw|ps|p\.s"
    r"|honestly|ehrlich gesagt|look|listen|hör mal|schau|just"
    r"|i(?:'ve| have) changed my mind (?=about |on |regarding )|ich (?:habe|hab)(?: es)? mir(?: es)? anders überlegt (?=bei |mit "
    r"|wegen )|seriously|im ernst|mal|jetzt|now|then|dann|again|again and again|schon wieder|i think|ich glaube|ich finde|i guess"
    r"|i suppose|maybe|perhaps|vielleicht|note|wichtig|important|generally|in general"
    r"|grundsätzlich|generell|allgemein|überhaupt|as a rule|in der regel|remember this|hm hm)(?:\s*[,!:;–—-]+\s*|\s+(?=\S)))",
    _I,
)
CORRECTS = regex(
    r"(?:no|nope|stop|wrong|nein|halt|falsch|hey|argh|ugh|wait|moment|quatsch|sorry|again|schon wieder|verdammt|damn|for (?:heaven"
    r"|god)'s sake|um himmels willen)\b[\s,!.:;–—-]*",
    _I,
)

REMEMBER = regex(
    r"(?:(?:you )?(?:should|must|have to|need to) )?(?:always )?(?:remember|keep in mind|bear in mind|note(?: down)?|take note"
    r"|make a (?:mental )?note|memori[sz]e|don't (?:you )?(?:ever )?forget"
    r"|do not forget|never forget|for (?:your )?(?:future reference|the future|the record|your information|your notes"
    r"|future conversations)|write (?:this |that )?down|save (?:this|that)(?: to (?:your )?memory)?"
    r"|store (?:this|that)|add (?:this |that )?to your (?:memory|notes)|commit (?:this )?to memory|fyi|be aware|you should know"
    r"|(?:just )?so (?:that )?you know(?: for next time| for later)?|know|put (?:this )?on record)"
    r"(?: this| please| for (?:the future|next time|later|good)| down| too| well)*(?:\s*[:–—-]\s*(?:that\s+)?|,\s*(?=(?:i|i'm|i've|my"
    r"|our|always|never|no|don't|do not|to)\b)|,?\s+that\s+(?!time\b|day\b|we\b)|\s+(?=(?:i|i'm|i've|my|our|always|never|to always"
    r"|to never|not to|no)\b))"
    r"|(?:merk(?:e|en sie)?(?: es)? (?:dir|sich)|(?:zu )?(?:merken|beachten|notieren)(?=\s*:)|denk(?:e|en sie)? (?:bitte )?(?:immer |stets )?dar?an|behalt(?:e"
    r"|en sie)? (?:bitte )?(?:im (?:kopf|hinterkopf|gedächtnis)|in erinnerung)"
    r"|notier(?:e|en sie)?(?: (?:dir|sich))?|schreib(?:e)? (?:dir|es dir|das) (?:auf|hinter die ohren)|vergiss (?:bitte )?(?:nie|nicht"
    r"|niemals)|nimm zur kenntnis|für die (?:zukunft|akten|notizen)"
    r"|zur info|zu deiner information|speicher(?:e)?(?: (?:dir|ab))?|du (?:solltest|musst) (?:dir merken|wissen)|wisse|beachte"
    r"|beachten sie|halt(?:e)? fest)(?:\s+(?:bitte|das|mal|doch|gut|es|dir|auch))*\s*(?:,\s*(?=dass\b)|[:,–—-]\s*|(?=dass\b))",
    _I,
)
ERRAND = regex(
    r"^to (?!always|never|not\b)\w+(?!.*\b(?:always|never|every|whenever|each|before you)\b)|^(?:dass )?(?!.*\b(?:immer|nie|niemals"
    r"|jedes|jede[rn]?)\b).*\bzu \w+en$|^(?:when|how|what|where|the time) (?:we|you|i)\b",
    _I,
)
STANDING = regex(
    r"\b(?:from (?:now|today|here) on(?:wards?)?|from this (?:day|point|moment) on|as of (?:now|today)|henceforth|hereafter"
    r"|for all future \w+"
    r"|until further notice|ab jetzt|ab sofort|ab heute|von jetzt an|von nun an|von heute an|ab nun|künftig|zukünftig|in zukunft|fortan"
    r"|bis auf weiteres|für immer)\b,?|^(?:please )?(?:going forward|moving forward|in (?:the )?future|starting (?:now|today"
    r"|tomorrow))\b,?|\b(?:going forward|in (?:the )?future)$",
    _I,
)
NO_ORDER = regex(
    r"^(?:what|who|how|why|when|where|will|i (?:will|am going|'ll|have decided|work|live)|i'll|i'm going|we (?:will|are)|was|wer|wie"
    r"|warum|wann|wo|ich (?:werde|arbeite|wohne|bin)|wir (?:werden|sind|haben|wohnen)|he|she|they|er|sie wird"
    r"|the (?:weather|price|train|shop|law)|it (?:will|is)|es (?:wird|gibt|ist))\b|\bin the future (?:is|will|people|we)\b",
    _I,
)
TOLD_YOU = regex(
    r"(?:how (?:many times|often) (?:do|must|have|did) i (?:have to |need to )?(?:say|said|tell|told|ask|asked|repeat|explain)\w*(?: it"
    r"| you| this)?(?: again)?|(?:as )?i(?:'ve| have)? (?:already |just |repeatedly |clearly |specifically )*(?:told|asked|said|begged)"
    r"(?: to)?(?: you)?(?: already| before| (?:a (?:hundred|thousand) |several |many |three |two )times| again and again| twice| so often)*"
    r"|for the (?:last|second|third|fourth|fifth|tenth|hundredth|umpteenth|nth) time|once and for all|i (?:keep|kept) (?:telling|asking"
    r"|saying)(?: to)?(?: you)?|i repeat"
    r"|wie oft (?:soll|muss|habe|hab)(?:e)? ich (?:es |dir |das |dich )*(?:noch |schon |denn |eigentlich )*(?:sagen|gesagt|wiederholen"
    r"|erklären|erklärt|bitten|gebeten)|ich (?:habe|hab|hatte) (?:dir |es |das |dich |doch |schon |bereits |oft |mehrmals |hundertmal "
    r"|tausendmal |dreimal |zweimal |ausdrücklich |extra )*"
    r"(?:gesagt|gebeten|erklärt)|ich sagte (?:dir |doch |schon |bereits )+|zum (?:letzten|zweiten|dritten|vierten|hundertsten|x-ten"
    r"|wiederholten) mal(?:e)?|ein für alle ?mal|noch ?mal zum mitschreiben|ich wiederhole)"
    r"(?:\s*[,:–—-]\s*(?:that |dass )?|\s+(?=(?:to|not|never|always|i|no|in|nie|immer|kein|nicht|that)\b)|\s+(?=\S))",
    _I,
)

SAID_SO = regex(r"(?:as )?i(?:'ve| have)?\b|ich\b", _I)
TOLD = regex(
    r"(?:please )?(?:to|not to|never|always|no|not|don't|do not|use|give|make|keep|write|send|put|show|call|ask|stop|avoid|leave|add|in"
    r"|as|with|without|you (?:must|should|can't|may not)|i (?:want|need) (?:you to|it|them|no|less|more|only)|short|shorter|only|just"
    r"|nie|niemals|immer|kein\w*|nicht|auf|ohne|mit|dass du|du (?:sollst|darfst)|ich (?:will|möchte) (?:kein\w*|nicht|nie|immer|nur)"
    r"|bitte|nur|kurz|keine?)\b",
    _I,
)

_MODAL = r"(?:you (?:must|should|may|can|shall|have to|need to|are to|ought to|are|will)(?: absolutely| really| please)? |i (?:really )?(?:want|need|expect|would like|'d like) you to |i (?:really )?(?:want|need) (?:it |things )?)"
NEVER = regex(
    rf"{_MODAL}?(?:please )?(?:never(?: ever)?(?: again)? (?!mind\b|say never)|stop (?!by|at|in|on|off|over|here|there|it\b|that\b"
    rf"|this\b|the\b|now\b)\w+ing\b(?! (?:it|this|that|here|now)\b)|quit (?:\w+ing)|don't (?:you )?(?:ever|dare|you dare)\b"
    rf"|do not ever\b|not ever\b"
    r"|(?:under|in) no (?:circumstances?|case|way|event)\b|on no account\b|at no time\b|absolutely no \w"
    r"|no \w+(?: \w+)? (?:ever(?: again)?|ever|whatsoever)\b|never again\b)"
    r"|i (?:never|don't ever) want\b|you (?:must not|mustn't|must never|are not (?:allowed|to)|aren't allowed|may not|shall not"
    r"|cannot ever|can never)\b|i forbid\b|(?:nie|niemals|nie wieder|nie mehr|auf (?:gar )?keinen fall|keinesfalls"
    r"|unter keinen umständen"
    r"|in keinem fall|nimmer|niemals wieder|bloß nie|bloß kein\w*)\b|hör(?:e|en sie)? (?:endlich |bitte |sofort "
    r"|bloß )?auf\b(?! (?:mich|ihn|sie|den|meinen)\b(?!.* zu))|(?:schluss|genug|aufhören) mit\b|ich (?:will|möchte"
    r"|wünsche) (?:\w+ ){0,2}(?:nie|niemals|nie wieder|auf keinen fall)\b"
    r"|du (?:darfst|sollst|solltest|wirst) (?:\w+ ){0,3}(?:nie|niemals|auf keinen fall|keinesfalls)\b|ich verbiete\b",
    _I,
)
YOU_MUST_NEVER = regex(
    r"^(?:you (?:must|should|may|can|shall|are to) )?(?:please )?(?:never(?: ever)?|not ever|don't you (?:ever|dare)|don't ever"
    r"|do not ever)(?: again)? |^you (?:must not|mustn't|may not) ",
    _I,
)
NEVER_DE = regex(r"\b(?:nie|niemals|nie wieder|nie mehr|auf (?:gar )?keinen fall|keinesfalls|unter keinen umständen|in keinem fall)\b", _I)
NO_MORE = regex(
    r"no more (?!than|and|or|to say|time|money|questions)\w+|(?:that's )?enough (?:of|with) (?:the|those|these|your|all)\b|spare me\b"
    r"|kein(?:e[nmrs]?)? [^,.]{2,60} (?:mehr|wieder|nie wieder)$|kein(?:e[nmrs]?)? [^,.]{2,40} mehr\b|nicht mehr \w+en\b"
    r"|(?:weg|fort|raus) mit\b|verschon(?:e)? mich\b|lass (?:das|die|den|diese[sn]?|endlich) [^,.]{2,50} (?:sein|weg|bleiben)\b",
    _I,
)
IMPERATIVE_ALWAYS = regex(
    rf"(?:(?:{_MODAL})(?:please )?always\b|(?:please )?always (?!a\b|the same|been|was|thought|\w+ed\b|for\b|so\b|good\b|on\b|that\b"
    rf"|in\b)\w+|make sure (?:to always|you always|to never|you never|that you always)|be sure to always|(?:whenever|every time"
    rf"|each time|when(?=[^,]+, (?:please|always|never|don't|do not)\b)) (?:i|you|we|there|a|the)\b.{{3,80}}, "
    r"(?:please |always |never |do not |don't )?(?!i\b|i'm|i've|it|he\b|she\b|we\b|they|the\b|my\b|you\b|what|how|why|is\b|are\b|can\b"
    r"|could\b|would\b|will\b|do you|does|did|should|a\b|that|this|there|\w+ing\b)[a-z]+ |without exception\b|it is essential (?:that"
    r"|to)\b|i (?:always|only ever) want\b|(?:immer|stets|grundsätzlich|jedes mal|jedesmal|ausnahmslos) (?!wenn ich .{3,60}, (?:bin"
    r"|habe|werde))\w+"
    r"|du (?:musst|sollst|solltest) (?:\w+ ){0,3}(?:immer|stets|grundsätzlich)\b|ich (?:will|möchte|brauche"
    r"|wünsche) (?:\w+ ){0,3}(?:immer|stets|grundsätzlich)\b|(?:sorge|achte) (?:immer |stets )(?:dafür|darauf)\b"
    r"|(?:immer|jedes mal|jedesmal),? wenn (?:ich|du|wir|ein)\b.{3,80}, (?!bin|habe|werde))",
    _I,
)
ALWAYS_DE = regex(r"\b(?:immer|stets|jedes mal|jedesmal|grundsätzlich|ausnahmslos|jeweils)\b", _I)
DONT = regex(
    rf"{_MODAL}?(?:please )?(?:do not|don't|dont|do n't|not to)\s+(?!you\b|we\b|i\b|they\b|want to\b|wait\b|stop\b|waste\b"
    rf"|take (?:too )?long\b)\w+|you (?:shouldn't|should not|don't (?:need|have) to (?:always|keep))\b|avoid (?!\w+$)?\w+|avoid \w+"
    rf"|refrain from\b|(?:leave|cut|drop|skip|lose|ditch|get rid of|leave off|omit) (?:out )?(?:the|those|these|all|your|any)\b"
    r"|leave out\b|i (?:don't|do not) want (?:you to |to (?:see|get|have|receive) |(?!to\b))|stop with\b|(?:bitte )?(?:vermeide"
    r"|vermeiden sie|verzichte auf|verzichten sie auf|unterlass|unterlasse|spar dir|erspar mir)\b|lass \w+(?: \w+)? weg\b"
    r"|ich (?:will|möchte|brauche) (?:bitte )?(?:kein\w*|nicht)\b|du (?:sollst|solltest|darfst|brauchst) (?:\w+ ){0,3}(?:nicht|kein\w*)\b",
    _I,
)
DONT_DE = regex(r"\b(?:nicht|kein(?:e[nmrs]?)?)\b", _I)
NO_THING = regex(r"(?:no|kein(?:e[nmrs]?)?|ohne|without|not so many|nicht so viele?|weniger|less|fewer) (?:\S+ ){0,4}\S+$", _I)

HATES = regex(
    r"\bi (?:really |do )?strongly (?:dislike|disapprove|object)\b|\bi have an? (?:\w+ )?(?:strong |deep |firm |extreme |real "
    r"|deep-seated |severe |intense |profound )*(?:aversion|dislike|distaste|phobia|fear|hatred|loathing)\b|\bi(?:'m"
    r"| am) (?:not comfortable|uncomfortable|really uncomfortable|terrified of|(?:really )?scared of|afraid of|strongly opposed"
    r"|opposed)\b"
    r"|\bi (?:always |strictly |generally |try to |actively |deliberately )*avoid\b|\bi (?:only|exclusively|strictly) (?!want to know"
    r"|wanted|just|have|need|got|had|was)(?:[a-z]+)\b(?<!ed) (?!because|if|when)|\bi (?:don't|do not) (?:wear|use|watch|play|read|buy"
    r"|trust|tolerate|do|own|listen|support|believe in|accept|attend|visit|take|go to) (?!it\b|that\b|this\b|to\b)|\bi can(?:'t"
    r"|not) (?:handle|deal with)\b"
    r"|\bi (?:follow|keep|observe|stick to) an? (?:strict |\w+ )?(?:diet|kosher|halal|\w+-free|plant-based|schedule|rule)"
    r"|\bich (?:meide|vermeide|lehne .{2,40} ab)\b|\bich habe (?:große |panische |wahnsinnige |furchtbare )?(?:angst vor|eine abneigung"
    r"|einen widerwillen)\b|\bich (?:trage|lese|kaufe|schaue|höre|benutze|nutze|verwende|trinke|esse) (?:nur|ausschließlich"
    r"|grundsätzlich (?:nur|kein\w*)|nie|niemals|kein\w*)\b"
    r"|\bi (?:really |absolutely |just |simply |truly |honestly |so |do )*(?:hate|loathe|detest|despise|abhor|can't stand|cannot stand"
    r"|can't bear|cannot bear|can't abide|can't take|cannot take|can't tolerate|refuse to|won't (?:accept|tolerate|use|eat|drink"
    r"|read))\b"
    r"|\b(?:drives?|drive) me (?:crazy|mad|nuts|insane|up the wall)\b|\b(?:annoys?|bothers?|irritates?|infuriates?|disgusts?) me\b"
    r"|\bon my nerves\b|\bmakes? me (?:sick|ill|angry|mad|furious|dizzy)\b|\b(?:is|are) (?:a no-go|off limits|taboo|unacceptable"
    r"|intolerable|out of the question)\b"
    r"|\bich (?:hasse|verabscheue|verachte)\b|\bich (?:kann|kann's) .{2,60} (?:nicht|absolut nicht|überhaupt nicht|gar nicht) (?:leiden"
    r"|ausstehen|ab|haben|sehen|ertragen|riechen)\b|\b(?:nervt|nerven|stört|stören|ärgert|ärgern) (?:mich|mich \w+|total|gewaltig"
    r"|extrem|nur noch)\b"
    r"|\bauf die nerven\b|\b(?:geht|gehen) (?:gar|überhaupt) nicht\b|\bist (?:tabu|ein no-go|inakzeptabel|ein unding)\b"
    r"|\bmacht mich (?:wahnsinnig|verrückt|krank|rasend|wütend)\b|\bmir ein graus\b|\bregt mich auf\b",
    _I,
)
BODY = regex(
    r"\bi(?:'m| am) (?!not\b)(?:\w+ )?(?:allergic|intolerant|vegetarian|vegan|a vegetarian|a vegan|diabetic|colou?r[- ]?blind"
    r"|left-handed|lactose|coeliac|celiac|deaf|blind|dyslexic|teetotal\w*|a teetotal\w*|pescatarian)\b|\bi (?:don't|do not|never|can't"
    r"|cannot) (?:eat|drink|smoke|drive|fly|digest|tolerate)\b"
    r"|\bi have (?:an? )?(?:\w+ )?(?:allergy|intolerance|diabetes)\b|\bich bin (?:\w+ )?(?:allergisch|vegetarier\w*|veganer\w*|vegan"
    r"|diabetiker\w*|farbenblind|linkshänder\w*|laktoseintolerant|abstinent|schwerhörig)\b|\bich (?:vertrage|esse|trinke|rauche|fahre"
    r"|fliege) (?:\w+ )?(?:kein\w*|nie|niemals|nicht)\b"
    r"|\bich habe eine? (?:\w+)?(?:allergie|unverträglichkeit|intoleranz)\b",
    _I,
)
REALLY_LIKES = regex(
    r"\bi (?:really|strongly|much|very much|always|definitely|absolutely|vastly|greatly|by far|generally) prefer\b|\bi insist (?:on"
    r"|that)\b|\bich (?:bestehe|poche) (?:immer )?(?:darauf|auf)\b|\bich (?:bevorzuge|nehme|nutze|benutze) (?:immer|stets|grundsätzlich"
    r"|ausschließlich)\b|\bich (?:lege|leg) (?:großen|viel|sehr viel) wert\b"
    r"|\bit is (?:very |really )?important to me\b|\bes ist mir (?:sehr |wirklich )?wichtig\b|\bmir ist (?:sehr |wirklich )?wichtig\b",
    _I,
)
LIKES = regex(
    r"\bi(?:'d| would)? (?:do |also |always |usually |generally |quite |rather |still )*(?:prefer|favour|favor)\b|\bi (?:also |do "
    r"|quite |usually |generally |sort of |kind of )*(?:like|enjoy|dislike|(?:don't|do not) (?:really |much |particularly )?(?:like"
    r"|enjoy|care for))\b(?! (?:it|that|this|you|your|to know|a|an|the (?:idea|sound|way|thought|look)|how|what|where)\b)"
    r"|\bi (?:also |really )?love (?!it\b|you\b|your\b|that\b|this\b|how\b|the (?:idea|sound|way|thought|look)\b|to help|being\b|when\b"
    r"|what\b|hearing\b|seeing\b)\w+|\bi(?:'m| am) (?:not )?(?:a (?:big |huge |great )?fan of|fond of|keen on|partial to|into"
    r"|used to)\b|\bmy (?:favou?rite|preferred|preference)\b|\bsuits? me (?:better|best|well)\b|\bworks? (?:better|best) for me\b"
    r"|\bi(?:'d| would) like (?:it |them |the \w+ |my \w+ |your \w+ |to see |to have )?(?:\w+er|less|more|fewer|without|no)\b"
    r"|\bich (?:bevorzuge|mag|schätze|liebe|favorisiere|präferiere)\b(?! (?:es|das|dich|dies)\b)|\bich ziehe .{2,60} vor\b"
    r"|\bgefällt mir\b|\bgefallen mir\b|\bmein\w* (?:lieblings\w+|bevorzugte\w*|vorliebe)\b|\bliegt mir (?:mehr|besser)\b"
    r"|\bpasst mir (?:besser|am besten)\b|\bich (?:hätte|möchte|will) (?:es |sie |die \w+ |das \w+ |den \w+ )?(?:gern "
    r"|gerne )?(?:etwas |ein bisschen |viel )?(?:weniger|mehr|\w+er)\b"
    r"|\bich (?:steh|stehe) (?:\w+ )?(?:auf|nicht auf)\b|\bkein (?:fan|freund) von\b|\bhalte (?:\w+ )?(?:nichts|wenig) von\b",
    _I,
)
DISLIKES = regex(
    r"\b(?:aversion|distaste|phobia|fear|scared|afraid|terrified|uncomfortable|not comfortable|avoids?|opposed|can't handle"
    r"|cannot handle|don't trust|meide|angst vor|abneigung|lehne|hates?|loathes?|detests?|despises?|abhors?|can't stand|cannot stand"
    r"|can't bear|cannot bear|can't abide|dislikes?|doesn't (?:like|enjoy|care|want|eat|drink|use)|don't (?:really |much "
    r"|particularly )?(?:like|enjoy|care|want|eat|drink|use)|do not (?:like|want|eat|drink)|annoys?|bothers?|irritates?|drives? me"
    r"|not (?:a (?:\w+ )?fan|fond|keen)|allergic|intoleran|makes? me (?:sick|ill|mad)|no-go|off limits|unacceptable|nerves|refuse)\b"
    r"|\b(?:hasse|hasst|verabscheut?e?|leiden|ausstehen|nervt|nerven|stört|stören|ärgert|vertrage|nicht (?:gern|gerne)"
    r"|mag (?:\w+ )?(?:kein\w*|nicht)|esse (?:\w+ )?kein\w*|trinke (?:\w+ )?kein\w*|gefällt mir nicht|gefallen mir nicht|tabu"
    r"|kein (?:fan|freund)|nichts von|allergi\w+|graus|gar nicht)\b",
    _I,
)
RATHER = regex(
    r"\bi(?:'d| would) (?:much |really )?(?:rather|sooner)\b|\brather (?:have|see|get|read|use|take)\b|\brather than\b|\b(?:lieber"
    r"|eher) .{2,60} als\b|\b(?:wäre|wären|ist|sind) (?:mir|uns) (?:\w+ ){0,3}(?:lieber|am liebsten)\b|\bmir (?:wäre|wären|ist"
    r"|sind) .{2,60} lieber\b"
    r"|\bich (?:hätte|habe|nehme|nähme|lese|sehe|trinke|esse|reise|fahre|schreibe|arbeite|sitze|würde|bekomme|höre|zahle"
    r"|bezahle) (?:\w+ ){0,3}(?:lieber|am liebsten)\b|\blieber (?:\w+ ){1,6}(?:bitte)?$|\bam liebsten\b",
    _I,
)
NICER = regex(
    r"\b(?:would|might|could|'d) (?:also |really |perhaps |maybe )?be (?:a (?:bit|little|lot|touch) |much |even |so |far "
    r"|quite )*(?:nicer|better|preferable|easier|clearer|more \w+|less \w+|(?!another|other|rather|either|over|under|after"
    r"|later)\w+er)\b"
    r"|\b(?:less|fewer|no|without|shorter|simpler|in|as|more) .{2,50} (?:would|might|could) be (?:nice|good|great|fine|welcome"
    r"|appreciated)\b"
    r"|\b(?:you )?(?:could|might) (?:perhaps |maybe |please |also )?(?:leave out|skip|drop|cut|shorten|tone|use (?:less|fewer|more)"
    r"|do without|be (?:\w+ )?(?:less|more|\w+er))\b"
    r"|\b(?:wäre[n]?|fände ich|ich fände|wär)\b.{0,50}\b(?:schöner|besser|netter|angenehmer|schön|gut|nett|hilfreich|übersichtlicher"
    r"|praktischer|passender|\w{3,}er)\b|\b(?:könnte[nst]*|dürfte[nst]*) (?:\w+ ){0,5}(?:\w{2,}er|weniger|mehr|weglassen|verzichten)\b"
    r"|\b(?:schöner|besser|netter|angenehmer) (?:wäre|fände|ohne|mit)\b|\bnext time\b.{3,}|\bnächstes mal\b.{3,}"
    r"|\bbeim nächsten mal\b.{3,}",
    _I,
)
TOO = regex(
    r"(?:^(?:way |much |far |a (?:bit|little) |still |again |just |quite |etwas |ein bisschen |viel |wieder |immer noch |schon wieder "
    r"|doch |leider )*|^(?:(?:it|that|this|they|these|those|das|es|die|dies)(?:'s|'re| is| are| was| were| sounds?| looks?| seems?"
    r"| feels?| reads?| ist| sind| war| waren| klingt| wirkt| wird| liest sich)"
    r"|(?:your|the|these|those|all|that|this|my|deine?|die|der|das|diese[rs]?|alle|mein\w*|ihre?) (?:[\w-]+ ){1,3}(?:is|are|sounds?"
    r"|looks?|seems?|feels?|ist|sind|klingt|klingen|wirkt|wirken)|i find (?:it|that|this|them|your \w+|the \w+)"
    r"|(?:ich )?finde (?:ich )?(?:es|das|die \w+|deine \w+)) (?:\w+ ){0,4}?)"
    r"\b(?:too|zu) (?!bad\b|right\b|good\b|late\b|tired\b|true\b|soon\b|cool\b|funny\b|sweet\b|kind\b|easy\b|be\b|hause\b|fuß\b|zweit\b"
    r"|dritt\b|viel zu\b|\w+ to \w+)"
    r"(?P<y>(?:much |many |viele? )?[^\W\d_][\w-]+(?: for (?:my (?:taste|liking)|me)| für (?:mich|meinen geschmack))?(?: again"
    r"| wieder)?)(?= ?(?:again|wieder|nowadays|here|hier|,|;|$))",
    _I,
)
REPEATED = regex(r"\b(?:again|wieder|always|immer|every time|jedes mal|still|immer noch|once more|as usual|wie immer)\b", _I)
INSTEAD_OF = regex(
    r"^(?:please )?(?:use|write|put|give me|send|take|show|make it|book|choose|pick|say|call it) (?P<a>[^,.]{2,60}?),? (?:instead of"
    r"|rather than|not|in place of) (?P<b>[^,.]{2,60})$|^(?P<a2>[^,.]{2,40}) instead of (?P<b2>[^,.]{2,40})$"
    r"|^(?:bitte )?(?:\w+ )?(?:lieber )?[^,.]{2,60} (?:statt|anstatt|anstelle von|und nicht|, nicht) [^,.]{2,60}$",
    _I,
)
POLITE = regex(
    r"(?:please )?(?:can|could|may) (?:i|we) (?:please )?(?:get|have|see) (?:it |that |this |them )?|(?:kann|könnte|krieg"
    r"|bekomme?) ich (?:das |es |die )?(?:bitte )?|(?:please )?(?:can|could|would|will) you (?:please |maybe |perhaps |kindly |just "
    r"|possibly |try to |also )*|(?:would|do) you mind (?:not )?|(?:kannst|könntest|würdest|magst|könnten sie|würden sie"
    r"|können sie) (?:du )?(?:mir |mich |es |das )?(?:bitte |vielleicht |mal |nicht )?(?:bitte |vielleicht )?",
    _I,
)
PLEASE = regex(r"\b(?:please|bitte|pls|plz|thanks|danke)\b[,.!]?", _I)
ALSO = regex(
    r"^(?:and |und )?(?:also|too|again|once more|here|there|this one|as well|auch|da|hier|dort|wieder|nochmal|noch mal|das|dies|es|it"
    r"|make it|make this|mach es|mach das|und|and|dann|then)(?: (?:da|hier|dort|here|there|too))?\s+(?=\S)|\s+(?:too|again|as well|auch"
    r"|wieder|nochmal|here|hier)$",
    _I,
)
SHORT = regex(
    r"(?:(?:a|an|ein|eine|einen|and|und|also|auch|again|wieder|please|bitte|this one|that one|make it|make this|make that|give it"
    r"|i meant|mach es|mach das|das|da|hier|it|lieber|doch|still|even|noch|etwas|a bit|a little|ein bisschen|much|viel|be|sei|fass dich"
    r"|fasse dich|halt dich|keep (?:it|this|that|them))[, ]+){0,4}"
    r"(?:(?P<place>in|auf|at|per|via|by|on|im|am) (?P<named>[^\W_][\w'°-]*(?:[ ,]+[^\W_][\w'°-]*){0,3})|(?:as|without|with|no|ohne|mit"
    r"|als|kein(?:e[nmrs]?)?|less|more|fewer|weniger|mehr|nicht so|not so) (?:[^\W_][\w'°-]*[ ,]*){1,4}|(?P<word>[^\W\d_][\w-]*))"
    r"(?:[ ,]+(?:please|bitte|too|auch|again|wieder|ja|instead))*",
    _I,
)
ANNOUNCES = regex(
    r"(?:(?:please |bitte )?(?:remember|note|keep in mind|memori[sz]e|merk(?:e)? dir|notier(?:e)?(?: dir)?|beachte)(?: please| bitte"
    r"| the following| this| these(?: \w+)?| folgendes| das| diese \w+)*|from (?:now|today) on(?:wards?)?|going forward"
    r"|in (?:the )?future|ab (?:jetzt|sofort|heute)(?: gilt)?|von (?:jetzt|nun) an(?: gilt)?"
    r"|künftig|in zukunft|(?:my|the|some|a few|meine|die|ein paar|einige)? ?(?:standing |house |new |neue )?(?:rules|preferences|wishes"
    r"|regeln|wünsche|vorlieben)(?: for (?:you|the future|all \w+)| für (?:dich|die zukunft|alle \w+))?)",
    _I,
)
COMPARATIVE = regex(
    r"(?!(?:never|ever|over|under|after|other|together|however|later on|order|number|paper|letter|dinner|weather|water|summer|winter"
    r"|hier|aber|oder|immer|wieder|unter|über|wer|der|mehr|dieser|jeder|keiner|\w*wetter|\w*nummer|[A-ZÄÖÜ]\w+er)$)\w{3,}(?:er|re)",
    0,
)
RHETORICAL = regex(r"\bnicht (?=(?:besser|lieber|auch|vielleicht|einfach|etwas|ein bisschen)\b)", _I)
HEDGE = regex(
    r"(?:,? (?:maybe|perhaps|please|vielleicht|bitte|though|actually|eigentlich|i think|i guess|i suppose|glaube ich|denke ich"
    r"|finde ich|okay|ok|thanks|danke))+$",
    _I,
)
ONCE_MORE = regex(
    r",? (?:(?:as )?i (?:already |just )?(?:said|told you)|(?:wie )?(?:sag(?:te)?|hab(?:e)?) ich(?: (?:doch|dir|ja|schon|immer|bereits|gesagt))*)$"
    r"|,? \b(?:(?:on|in|for|with|to) (?:this|that)(?: one)? (?:too|either|as well|again)|(?:this|that) one (?:too|either|as well)"
    r"|(?:this time|here|there) (?:too|either|as well|again)|too|either|as well)$|\bauch (?:hier|diesmal|da|dort|dieses mal|heute"
    r"|bei (?:diesem|dieser)|in (?:diesem|dieser))\b ?|\b(?:hier|diesmal|da|dort) (?:auch|wieder)\b ?",
    _I,
)
DENIES = regex(
    r"\b(?:no|not|never|\w+n't|cannot|without|stop|avoids?|hates?|dislikes?|rather than|instead of|nicht|kein\w*|nie|niemals|ohne|hasst?|meidet|statt)\b",
    _I,
)
OF_THE_USER = regex(
    r"^(?:the user|der nutzer|die nutzerin) (?:would (?:rather )?|prefers? (?:it )?|finds? (?:it )?|möchte (?:es )?|findet (?:es )?"
    r"|bevorzugt |hätte (?:lieber )?)?",
    _I,
)
STYLE = regex(
    r"\b(?:(?:short|long|simpl|brief|clear|small|bigg|larg|fast|slow|quiet|loud|earli|lat|cheap|nic|friendli|polit|dark|light|warm|wid"
    r"|narrow|thinn|thick|soft|gentl|kürz|läng|einfach|knapp|klar|klein|größ|schnell|langsam|leis|laut|früh|spät|günstig|höflich"
    r"|freundlich|deutlich|dunkl|hell|breit|wärm|weich)er\w*|less|more (?!about|on\b|of\b|info)|fewer|without|instead|avoid|stop|always"
    r"|never|leave out|skip|shorten|weniger|mehr|ohne|statt|weglassen|lassen|vermeiden|verzichten|immer|nie|kürzen|besser|lieber"
    r"|better)\b",
    _I,
)
VERSUS = regex(
    r"(?:prefer|rather|favour|favor|like|love|enjoy)?(?P<a>.{2,80}?)\s(?:rather than|instead of|than|to|over|more than|, not"
    r"|in place of|statt|anstatt|als|anstelle von|und nicht) (?P<b>.{2,80})$(?<=.)",
    _I,
)
WITHOUT = regex(
    r"\b(?:without|no|not|never|ohne|kein(?:e[nmrs]?)?|nicht|instead of|rather than|statt|anstatt|weniger|less"
    r"|fewer) (?P<x>[^,;.]+?)(?=$|[,;.]| sondern| but | and | und | für | wenn | when )",
    _I,
)

BECAUSE = regex(r"\b(?:because|since|weil|denn|as it|so that|otherwise|sonst)\b", _I)
INSTEAD = regex(r"\b(?:instead|stattdessen|sondern|use|nimm|lieber|rather)\b", _I)
INSTEAD_WORD = regex(r"\b(?:instead|rather|stattdessen|sondern|und zwar)\b,?|^(?:but|and|aber)\s+", _I)
INSTEAD_CLAUSE = regex(
    r"\b(?:instead|stattdessen|sondern)\b|^(?:but )?(?:always|rather|ask|use|open|send|write|take|make|put|keep|give|call|check|wait"
    r"|run|rebase|say|show|choose|pick|book|create|go|move|archive|copy|save|leave|set|tell|let|try|work|read|look|start|talk|test|do"
    r"|get|add|switch|store|reply|answer|draft|propose|suggest|confirm|round|round)\b"
    r"|^(?:immer|lieber|besser|frag|frage|nimm|nutze|nutz|benutze|verwende|schreib|schreibe|schick|schicke|ruf|warte|prüfe|lege|leg|sag"
    r"|sage|zeig|zeige|mach|mache|gib|lies|stell|stelle|verschieb\w*|kopier\w*|antworte|buche|buch|wähle|speicher\w*|arbeite|teste"
    r"|setz\w*|bring\w*|lass|hol|hole|starte|öffne|leg|melde|runde)\b",
    _I,
)
BECAUSE_CLAUSE = regex(
    r"(?:because|since|as|so|otherwise|or|it|it's|they|that|that's|this|these|those|there|other|others|people|we|i|i'm|you|he|she|my"
    r"|our|the|everyone|everybody|nobody|somebody|someone|not everyone|half|some|most)\b"
    r"|(?:weil|denn|sonst|andernfalls|es|ich|wir|man|du|dadurch|damit|deshalb|niemand|jemand|andere|mein\w*)\b|(?:das|die|der|dies"
    r"|sie) (?:\w+ )?(?:ist|sind|hat|haben|war|waren|kann|können|wird|werden|macht|machen|kostet|kosten|stört|stören|nervt|führt|geht"
    r"|gehen|gehört|gehören|verwirrt|dauert|\w+t|\w+en)\b",
    _I,
)
REVISES = regex(
    r"\b(?:changed my mind|change of (?:plan|mind)|on second thoughts?|i've reconsidered|scrap that|meinung (?:\S+ ){0,5}geändert|different(?:ly)? (?:now|from now)"
    r"|new rule|correction|not .{2,30} any ?(?:more|longer)|no longer|anders überlegt|umentschieden|doch (?:lieber|nicht|wieder|anders)"
    r"|meine meinung geändert|neue regel|planänderung|nicht mehr"
    r"|kommando zurück)\b",
    _I,
)
TAKES_BACK = regex(
    r"^(?:just |please |bitte |ach |oh )*(?:forget (?:it|that|this|about (?:it|that|this)|what i said|my (?:last|earlier"
    r"|previous) (?:wish|remark|request|message|rule)|i said (?:that|anything))|never ?mind(?: (?:that|this|what i said|the rule))?"
    r"|scratch that|ignore (?:that|this|what i said|my last \w+)|disregard (?:that|this|what i said)|strike that"
    r"|cancel that(?: rule| wish)?|vergiss (?:das|es|was ich|meine[n]? (?:letzten? )?(?:wunsch|bitte|regel|ansage))|streich das"
    r"|ignorier(?:e)? (?:das|es)|lass gut sein|kommando zurück|schwamm drüber|egal,? was ich gesagt habe|nichts für ungut)\b"
    r"|\bi (?:take (?:it|that|this) back|didn't mean (?:it|that)|don't mean it|was (?:only |just )?(?:joking|kidding|annoyed|angry"
    r"|grumpy|tired|in a bad mood|upset|cranky|stressed|irritated))\b|\b(?:only|just) (?:joking|kidding)\b|\bdas nehme ich zurück\b"
    r"|\bich nehme (?:das|es|alles) zurück\b|\bnicht (?:so|ernst) gemeint\b|\b(?:war|das war) (?:nur |bloß )?(?:ein )?(?:scherz|spaß"
    r"|witz)\b"
    r"|\bich war (?:nur |bloß |gerade |einfach )*(?:gereizt|genervt|müde|schlecht gelaunt|sauer|gestresst|verärgert|wütend)\b",
    _I,
)
ABOUT = regex(r"\b(?:about|regarding|on|over|with|über|von|zu|zum|zur|wegen|mit|rule|regel|said|gesagt)\b", _I)
PERMITS = regex(
    r"^(?:[\w'-]+[ ,]+){1,6}(?:is|are) (?:actually |really |totally |perfectly |quite |absolutely |completely |now )*(?:fine|ok|okay"
    r"|all right|alright|acceptable|allowed|welcome|good|not (?:so |that )?bad|no (?:longer a )?problem)(?: (?:after all|again|now"
    r"|with me|by me|for me|really|too|then))*$|\byou (?:may|can|are allowed to|'re allowed to) (?P<x>.{3,80}?) (?:again|after all"
    r"|now)$"
    r"|\b(?:i )?(?:don't|doesn't|do not) (?:mind|bother me)(?: any ?more| after all| now)?\b|\bno need to\b.{2,60}\b(?:any ?more"
    r"|any longer)\b|\byou (?:don't|do not|needn't|no longer) (?:have to|need to|need)\b.{2,60}\b(?:any ?more|any longer)?$"
    r"|\bgo back to\b.{2,50}|\b(?:ist|sind) (?:doch |eigentlich |jetzt |wieder |schon |völlig |ganz |mir |auch "
    r"|für mich )*(?:in ordnung|okay|ok|gut so|erlaubt|willkommen|recht|kein problem)"
    r"|\bdu (?:darfst|kannst) (?:\w+ ){0,3}(?:doch |jetzt |ruhig |gern |gerne )*(?:doch|wieder|gern wieder)\b|\b(?:stört|stören|nervt"
    r"|nerven) mich (?:nicht mehr|doch nicht|gar nicht mehr)\b|\b(?:brauchst|musst) (?:du )?(?:\w+ ){0,5}(?:nicht mehr)\b"
    r"|\bkein(?:e)? \w+ mehr nötig\b|\bnicht mehr nötig\b",
    _I,
)
