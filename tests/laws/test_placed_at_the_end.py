"""A bullet placed by looking at the end of a page alone is placed as by reading all of it."""

import datetime as dt

from hypothesis import example, given
from hypothesis import strategies as st

from dayleaf.core.fact import Kind
from dayleaf.core.page.grammar import Bullet
from dayleaf.core.retain import Note, place_anywhere, place_at_end, place_note

DAY = dt.date(2025, 11, 27)
PATH = "memory/2025-11-27.md"
TEXTS = (
    "Tea is in the tin.",
    "Tea is in the  tin.",
    "Der Ofen zieht schlecht.",
    "Die Tür klemmt.",
    "Die Tu\u0308r klemmt.",
    "茶は棚にある。",
    "7",
)
PLAIN = (
    "# Thursday",
    "",
    "Rain all day.",
    "    code",
    "> quoted",
    "# Retain",
    "## Retain",
    "### Retain",
    "- item",
    "- W: Tea is in the tin.",
)
RUNNING = ("```", "<!-- note", "-->", "---", "name: x", "~~~")
HEADS = ("- W: ", "- W @Anna: ", "- O(c=0.8) @Anna: ", "- B(cat=house): ", "- ", "- * W: ")
ODD = ("-  W: ", "- - ", "- ```", "* W: ", "  - W: ", "")

lines_above = st.lists(st.sampled_from(PLAIN), max_size=6) | st.lists(st.sampled_from((*PLAIN, *RUNNING)), max_size=4)
plain_bullets = st.lists(st.builds("{}{}".format, st.sampled_from(HEADS), st.sampled_from(TEXTS)), min_size=1, max_size=6)
odd_bullets = st.lists(st.builds("{}{}".format, st.sampled_from((*HEADS, *ODD)), st.sampled_from((*TEXTS, ""))), max_size=4)
notes = st.builds(
    Bullet,
    st.sampled_from((Kind.WORLD, Kind.OPINION, Kind.EXPERIENCE)),
    st.sampled_from((*TEXTS, "Tea <!-- is in --> the tin.", "``` ticks", "- a dash")),
    st.sampled_from(((), ("Anna",))),
    st.sampled_from((None, 0.8)),
)


@given(lines_above, plain_bullets | odd_bullets, notes, st.sampled_from(("\n", "\n", "\n", "", "\n\n", "\r\n")))
@example([], ["- W: Die Tu\u0308r klemmt."], Bullet(Kind.WORLD, "Die Tür klemmt."), "\n")
@example([], ["- O: Tea is in the tin.", "- W: Tea is in the tin."], Bullet(Kind.WORLD, "Tea is in the tin."), "\n")
def test_the_end_of_a_page_tells_as_much_as_all_of_it(above, below, bullet, end):
    data = ("\n".join([*above, "", "## Retain", *below]) + end).encode()
    found = place_at_end(PATH, data, bullet)
    assert found is None or found == place_anywhere(PATH, data, bullet, "2025-11-27")


def test_a_plain_log_is_placed_at_its_end_and_a_repeat_is_found_there():
    data = b"# Thursday\n\nRain.\n\n## Retain\n\n- W @Anna: Tea is in the tin.\n- W: The gate sticks.\n"
    assert place_at_end(PATH, data, Bullet(Kind.WORLD, "The oven draws badly.")).source.first == 9
    again = place_at_end(PATH, data, Bullet(Kind.WORLD, "Tea is in the tin.", ("Anna",)))
    assert (again.edit, again.source.first) == (None, 7)


def test_what_may_reach_further_is_read_in_full():
    open_fence = b"# Thursday\n\n```\n\n## Retain\n- W: Tea is in the tin.\n"
    assert place_at_end(PATH, open_fence, Bullet(Kind.WORLD, "New.")) is None
    assert place_note(PATH, open_fence, Note(Kind.WORLD, "New."), DAY).edit.at == len(b"# Thursday\n\n")
