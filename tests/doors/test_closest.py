import pytest

from dayleaf.core.closest import closest, distance

COMMANDS = ("init", "retain", "recall", "facts", "about", "when", "index")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("recal", "recall"),
        ("reacll", "recall"),
        ("RETAIN", "retain"),
        ("fact", "facts"),
        ("rec", "recall"),
        ("zebra", None),
        ("", None),
        ("x", None),
    ],
)
def test_the_nearest_name_is_meant_if_it_is_near(written, meant):
    assert closest(written, COMMANDS) == meant


def test_swapped_letters_are_one_slip():
    assert distance("recall", "reacll") == 1
    assert distance("kitten", "sitting") == 3
    assert distance("", "abc") == 3
