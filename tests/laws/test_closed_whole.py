"""Of a fact that has an end, only its parts are still looked for; what `closed_whole` says has none is never closed in part."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.truth.closing import WHOLE, closed_whole, closing
from dayleaf.core.truth.reading import read

FRAMES = (
    "Lives in {0}.", "Lives in {0}, and the kiosk is in {1}.", "Moved to {0}.", "The kiosk is in {0} now.", "Wohnt in {0}.",
    "The hut is in {0}, costs {2} euros a night and has {3} beds.", "The rent was raised to {2} euros.", "The rent is {2} euros.",
    "Die Miete beträgt {2} Euro.", "Die Miete wurde auf {2} Euro erhöht.", "Training is on {4} in hall {3}.", "Hall {2} now.",
    "Works at {0} and leads the choir of {1}.", "Mira leads the choir of {1}.", "No longer lives in {0}.",
)  # fmt: skip
TOWNS, FIGURES, DAYS = st.sampled_from(("Porto", "Graz", "Bergen")), st.integers(2, 9), st.sampled_from(("Monday", "Friday"))

sentences = st.builds(
    lambda frame, *said: frame.format(*said), st.sampled_from(FRAMES), TOWNS, TOWNS, FIGURES.map(lambda figure: figure * 100), FIGURES, DAYS
)
texts = st.lists(sentences, min_size=1, max_size=3).map(" ".join)


def told(text: str, day: dt.date) -> Fact:
    return Fact(Kind.WORLD, text, Source(f"memory/{day}.md", 1, 1), ("Ana",), day)


@given(texts, texts)
def test_nothing_closes_a_part_of_what_is_closed_whole(before: str, after: str) -> None:
    old, new = read(told(before, dt.date(2024, 1, 1))), read(told(after, dt.date(2024, 5, 1)))
    found = closing(old, new)
    assert found is None or found.share >= WHOLE or not closed_whole(old)


def test_a_smaller_part_may_still_be_closed() -> None:
    old = read(told("The hut is in Graz, costs 900 euros a night and has 4 beds.", dt.date(2024, 1, 1)))
    assert not closed_whole(old)
