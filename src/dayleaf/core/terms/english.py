"""Stem English words: Snowball, after irregular forms are brought home (went is go, children is child)."""

from __future__ import annotations

from collections.abc import Callable

import Stemmer

_stem: Callable[[str], str] = Stemmer.Stemmer("english", 0).stemWord

# base: irregular forms. Left out on purpose, because the form is a common word of its own: left, lay, rose, bore, ground,
# wound, found, bound, stuck, bit, leaves, thought, felt, spoke (of a wheel), drove, bred, lit, fell.
_IRREGULAR = """
go: went gone goes;buy: bought;bring: brought;teach: taught;catch: caught;seek: sought;fight: fought;think: thought;
come: came;become: became;run: ran;begin: began begun;drink: drank drunk;sing: sang sung;swim: swam swum;ring: rang rung;
sink: sank sunk;write: wrote written;ride: rode ridden;drive: drove driven;rise: risen;arise: arose arisen;choose: chose chosen;
speak: spoken;break: broke broken;steal: stole stolen;freeze: froze frozen;wake: woke woken;wear: wore worn;tear: tore torn;
swear: swore sworn;bear: borne;give: gave given;forgive: forgave forgiven;forget: forgot forgotten;get: got gotten;take: took taken;
mistake: mistook mistaken;undertake: undertook undertaken;shake: shook shaken;eat: ate eaten;fall: fallen;see: saw seen;draw: drew drawn;
grow: grew grown;know: knew known;throw: threw thrown;fly: flew flown;blow: blew blown;show: shown;say: said;pay: paid;
sell: sold;tell: told;hold: held;stand: stood;understand: understood;withdraw: withdrew withdrawn;overcome: overcame;
keep: kept;sleep: slept;sweep: swept;weep: wept;feel: felt;meet: met;send: sent;spend: spent;lend: lent;bend: bent;build: built;
rebuild: rebuilt;lose: lost;shoot: shot;make: made;hear: heard;feed: fed;lead: led;mean: meant;deal: dealt;dream: dreamt;
learn: learnt;burn: burnt;spell: spelt;win: won;sit: sat;stick: stuck;strike: struck;dig: dug;hang: hung;swing: swung;sting: stung;
spin: spun;cling: clung;bite: bitten;hide: hid hidden;slide: slid;shrink: shrank shrunk;spring: sprang sprung;
child: children;man: men;woman: women;foot: feet;tooth: teeth;goose: geese;mouse: mice;person: people;wife: wives;life: lives;
knife: knives;half: halves;shelf: shelves;wolf: wolves;thief: thieves;loaf: loaves;calf: calves;criterion: criteria;phenomenon: phenomena;
analysis: analyses;crisis: crises;thesis: theses;hypothesis: hypotheses;diagnosis: diagnoses;index: indices;matrix: matrices;
vertex: vertices;appendix: appendices;bacterium: bacteria;curriculum: curricula;
better: best;bad: worse worst;far: further farther furthest farthest
"""

_BASE = {
    form: base for line in _IRREGULAR.replace("\n", "").split(";") for base, _, forms in [line.partition(": ")] for form in forms.split()
}


def english(word: str) -> str:
    """The English stem of a folded word."""
    return _stem(_BASE.get(word, word))
