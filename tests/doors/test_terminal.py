import io
import os

import pytest

from dayleaf.doors.reply.terminal import Look, columns, look_at, safe


def test_wrapping_never_exceeds_the_width_and_loses_nothing():
    text = "Die Straßenbahn fährt bis zur Haltestelle Größenwahn, und dort 今日は成語しりとりをしたので帰りが遅くなった. " + "x" * 90
    wrapped = Look(width=40).wrap(text, indent="    ")

    assert all(columns(line.strip()) <= 36 for line in wrapped.split("\n"))
    assert "".join(wrapped.split()) == "".join(text.split())


def test_umlauts_break_where_plain_letters_do_and_ideographs_anywhere():
    text = "Über die Brücke führt – seit März – nur ein Weg, und er ist schmäler als früher. "
    plain = text.translate(str.maketrans("ÜüöäßÖ–", "UuoasO-"))

    assert Look(width=40).wrap(text).translate(str.maketrans("ÜüöäßÖ–", "UuoasO-")) == Look(width=40).wrap(plain)
    assert Look(width=40).wrap("\u2e80" * 30) == "\u2e80" * 20 + "\n" + "\u2e80" * 10
    assert Look(width=40).wrap("ü" * 15 + "今" * 15) == "ü" * 15 + "今" * 12 + "\n" + "今" * 3


def test_lines_of_the_text_stay_lines():
    assert Look(width=80).wrap("a\n\n- b\n  c") == "a\n\n- b\n  c"


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("成語", 4), ("e\u0301", 1), ("", 0)])
def test_columns(text, width):
    assert columns(text) == width


def test_control_characters_are_made_visible_and_tabs_spaces():
    assert safe("a\x1b[2J\x00\x85b\tc\r\nd") == "a\ufffd[2J\ufffd\ufffdb    c\nd"


class Screen(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


def test_colour_only_on_a_terminal_that_wants_it():
    assert look_at(Screen(), {"COLUMNS": "70"}) == Look(70, colour=True)
    assert not look_at(Screen(), {"NO_COLOR": "1"}).colour
    assert not look_at(Screen(), {"TERM": "dumb"}).colour
    assert not look_at(io.StringIO(), {}).colour


def test_colour_is_an_escape_sequence_around_the_text():
    assert Look(colour=True).paint("x", "dim") == "\x1b[2mx\x1b[0m"
    assert Look().paint("x", "dim") == "x"


def test_a_screen_of_no_size_is_taken_for_a_usual_one(monkeypatch):
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((0, 0)))
    monkeypatch.setattr(Screen, "fileno", lambda _: 1)
    assert look_at(Screen(), {}).width == 80


def test_a_width_that_makes_no_sense_is_bounded():
    assert look_at(io.StringIO(), {"COLUMNS": "3"}).width == 30
    assert look_at(io.StringIO(), {"COLUMNS": "9999"}).width == 100
    assert look_at(io.StringIO(), {"COLUMNS": "wide"}).width == 80
