"""WorkspaceSuite and ClockSuite: what every workspace and every clock must do, as tests to inherit."""

from __future__ import annotations

import datetime as dt
import threading
import unicodedata
from collections.abc import Callable
from functools import partial

from dayleaf.core.errors import EditConflict, PageMissing, PathRefused
from dayleaf.core.page.edit import Append, Create, Edit, Replace
from dayleaf.core.page.reading import digest_of
from dayleaf.ports import Clock, Workspace

DAY = "memory/2025-11-27.md"

REFUSED = (
    "",
    "/etc/passwd",
    "..",
    "../secret.md",
    "memory/../../secret.md",
    "memory/..",
    "memory/./2025-11-27.md",
    "memory//2025-11-27.md",
    "memory/",
    ".memory/index.sqlite",
    "memory/.dreams/a.md",
    ".git/config",
    "memory\\..\\secret.md",
    "\\\\host\\share",
    "C:/secret.md",
    "C:secret.md",
    "memory/a\x00b.md",
    "memory/a\nb.md",
    "memory/\udcff.md",
    "memory/con.md",
    "memory/LPT1",
    "memory/" + "a" * 300 + ".md",
    "memory/" + "a/" * 2000 + "a.md",
)
"""Paths that no page may have."""

ODD = (
    "memory/%2e%2e%2fsecret.md",
    "memory/．．／secret.md",
    "memory/‥.md",
    "memory/a..md",
    "memory/~.md",
    "memory/a b #1.md",
    "memory/日記/2025-11-27.md",
)
"""Paths that look like tricks and are ordinary names."""


def append(path: str, text: str) -> Callable[[bytes | None], Edit]:
    """A decision to put the text at the page's end, making the page if there is none."""

    def decide(data: bytes | None) -> Edit:
        return Create(path, text) if data is None else Append(path, len(data), text, digest_of(data))

    return decide


class WorkspaceSuite:
    """What every `Workspace` must do. Give `make`, `save` and `remove`; each test makes a workspace of its own."""

    def make(self) -> Workspace:
        """A new workspace without any page."""
        raise NotImplementedError

    def save(self, workspace: Workspace, path: str, data: bytes, /) -> None:
        """Put bytes there as a person's editor would: without asking the workspace or holding its lock."""
        raise NotImplementedError

    def remove(self, workspace: Workspace, path: str, /) -> None:
        """Delete a page as a person would."""
        raise NotImplementedError

    def test_an_empty_workspace_lists_nothing(self) -> None:
        """No page is no error."""
        listing = self.make().listing()
        assert listing.stamps == ()
        assert listing.problems == ()

    def test_pages_are_listed_by_path_and_nothing_else_is(self) -> None:
        """The pages of the memory, sorted; other files, hidden ones and other suffixes stay out."""
        workspace = self.make()
        for path in ("memory/2025-11-27.md", "bank/world.md", "memory.md", "bank/entities/Peter.md", "USER.md"):
            self.save(workspace, path, b"x\n")
        for path in ("README.md", "src/main.md", "memory/notes.txt"):
            self.save(workspace, path, b"x\n")
        paths = [stamp.path for stamp in workspace.listing().stamps]
        assert paths == ["USER.md", "bank/entities/Peter.md", "bank/world.md", "memory.md", "memory/2025-11-27.md"]

    def test_a_stamp_counts_bytes_and_changes_with_every_save(self) -> None:
        """Same size, other bytes: the stamp differs, or says that it is not settled."""
        workspace = self.make()
        self.save(workspace, DAY, b"bigger\n")
        first = workspace.listing().stamps[0]
        assert first.size == len(b"bigger\n")
        self.save(workspace, DAY, b"lesser\n")
        second = workspace.listing().stamps[0]
        assert second != first or not first.settled

    def test_of_two_core_pages_the_lower_case_one_counts(self) -> None:
        """`MEMORY.md` is accepted, but not beside `memory.md`."""
        workspace = self.make()
        self.save(workspace, "MEMORY.md", b"old\n")
        assert [stamp.path for stamp in workspace.listing().stamps] == ["MEMORY.md"]
        self.save(workspace, "memory.md", b"new\n")
        listing = workspace.listing()
        assert [stamp.path for stamp in listing.stamps] == ["memory.md"]
        assert workspace.read("memory.md") == b"new\n"

    def test_read_gives_the_bytes_as_they_are(self) -> None:
        """BOM, CRLF, bytes that are no UTF-8, no final newline: untouched."""
        workspace = self.make()
        data = b"\xef\xbb\xbfa\r\nb\xff\x00c"
        self.save(workspace, DAY, data)
        assert workspace.read(DAY) == data

    def test_a_missing_page_is_said_to_be_missing(self) -> None:
        """Whether its folder exists or not."""
        workspace = self.make()
        self.save(workspace, DAY, b"x\n")
        for path in ("memory/2025-11-28.md", "bank/none.md", "memory/2025-11-27.md/x.md"):
            assert _raises(PageMissing, partial(workspace.read, path))

    def test_paths_that_leave_the_workspace_are_refused(self) -> None:
        """Reading and changing alike, and the message names no absolute path."""
        workspace = self.make()
        self.save(workspace, DAY, b"x\n")
        for path in REFUSED:
            said = _raises(PathRefused, partial(workspace.read, path))
            assert said, path
            assert "/etc" not in said
            assert _raises(PathRefused, partial(workspace.change, path, append(path, "x\n"))), path
        assert [stamp.path for stamp in workspace.listing().stamps] == [DAY]

    def test_names_that_only_look_like_tricks_are_names(self) -> None:
        """Nothing is decoded and no look-alike is folded into a dot or slash."""
        workspace = self.make()
        for path in ODD:
            workspace.change(path, append(path, "x\n"))
            assert workspace.read(path) == b"x\n"
        assert [stamp.path for stamp in workspace.listing().stamps] == sorted(ODD)

    def test_a_name_is_found_however_its_accents_are_composed(self) -> None:
        """Two spellings of one name are one page, and it is reported as it was made."""
        workspace = self.make()
        made, asked = unicodedata.normalize("NFD", "bank/Größe.md"), unicodedata.normalize("NFC", "bank/Größe.md")
        self.save(workspace, made, b"a\n")
        assert workspace.read(asked) == b"a\n"
        change = workspace.change(asked, append(asked, "b\n"))
        assert change is not None
        assert [stamp.path for stamp in workspace.listing().stamps] == [change.path]
        assert workspace.read(asked) == b"a\nb\n"

    def test_change_makes_a_page_and_its_folders(self) -> None:
        """The first entry of a day."""
        workspace = self.make()
        path = "memory/2025/11/2025-11-27.md"
        change = workspace.change(path, append(path, "hello\n"))
        assert change is not None
        assert (change.path, change.before, change.after) == (path, None, b"hello\n")
        assert workspace.read(path) == b"hello\n"

    def test_change_gives_the_fresh_bytes_and_says_what_it_did(self) -> None:
        """Before and after."""
        workspace = self.make()
        self.save(workspace, DAY, b"a\n")
        change = workspace.change(DAY, append(DAY, "b\n"))
        assert change is not None
        assert (change.before, change.after) == (b"a\n", b"a\nb\n")
        assert workspace.read(DAY) == b"a\nb\n"

    def test_deciding_nothing_changes_nothing(self) -> None:
        """None, or an edit that leaves every byte: no change, no page, not even another stamp."""
        workspace = self.make()
        assert workspace.change(DAY, lambda _: None) is None
        assert workspace.listing().stamps == ()
        self.save(workspace, DAY, b"a\n")
        before = workspace.listing().stamps[0]
        assert workspace.change(DAY, lambda data: Replace(DAY, 0, 1, "a", digest_of(data or b""))) is None
        after = workspace.listing().stamps[0]
        assert (after.size, after.mtime_ns) == (before.size, before.mtime_ns)

    def test_an_edit_of_other_bytes_is_a_conflict(self) -> None:
        """An edit that expects what is not there writes nothing."""
        workspace = self.make()
        self.save(workspace, DAY, b"a\n")
        stale = digest_of(b"before\n")
        assert _raises(EditConflict, lambda: workspace.change(DAY, lambda _: Append(DAY, 0, "b\n", stale)))
        assert _raises(EditConflict, lambda: workspace.change(DAY, lambda _: Create(DAY, "b\n")))
        assert workspace.read(DAY) == b"a\n"

    def test_what_is_saved_meanwhile_is_kept(self) -> None:
        """An editor saves while we decide: we decide again, and both changes are there."""
        workspace = self.make()
        self.save(workspace, DAY, b"a\n")
        asked: list[bytes | None] = []

        def decide(data: bytes | None) -> Edit:
            asked.append(data)
            if len(asked) == 1:
                self.save(workspace, DAY, b"a\nperson\n")
            return append(DAY, "machine\n")(data)

        workspace.change(DAY, decide)
        assert asked == [b"a\n", b"a\nperson\n"]
        assert workspace.read(DAY) == b"a\nperson\nmachine\n"

    def test_a_page_made_meanwhile_is_kept(self) -> None:
        """There was no page when we looked, and one when we wrote."""
        workspace = self.make()

        def decide(data: bytes | None) -> Edit:
            if data is None:
                self.save(workspace, DAY, b"person\n")
            return append(DAY, "machine\n")(data)

        workspace.change(DAY, decide)
        assert workspace.read(DAY) == b"person\nmachine\n"

    def test_a_page_deleted_meanwhile_is_decided_anew(self) -> None:
        """There was a page when we looked, and none when we wrote."""
        workspace = self.make()
        self.save(workspace, DAY, b"old\n")

        def decide(data: bytes | None) -> Edit:
            if data is not None:
                self.remove(workspace, DAY)
            return append(DAY, "machine\n")(data)

        workspace.change(DAY, decide)
        assert workspace.read(DAY) == b"machine\n"

    def test_a_page_that_never_rests_is_a_conflict(self) -> None:
        """After a few attempts we give up and say so; the person's bytes stand."""
        workspace = self.make()
        self.save(workspace, DAY, b"0\n")

        def decide(data: bytes | None) -> Edit:
            self.save(workspace, DAY, b"%d\n" % (int(data or b"0") + 1))
            return append(DAY, "machine\n")(data)

        assert _raises(EditConflict, lambda: workspace.change(DAY, decide))
        assert b"machine" not in workspace.read(DAY)

    def test_a_moved_page_has_its_bytes_under_the_new_path_alone(self) -> None:
        """Folders are made, the old name is gone."""
        workspace = self.make()
        data = b"\xef\xbb\xbfa\r\n\xff"
        self.save(workspace, DAY, data)
        assert workspace.move(DAY, "bank/old/thursday.md") == DAY
        assert [stamp.path for stamp in workspace.listing().stamps] == ["bank/old/thursday.md"]
        assert workspace.read("bank/old/thursday.md") == data
        assert _raises(PageMissing, partial(workspace.read, DAY))

    def test_a_move_overwrites_nothing(self) -> None:
        """Not even itself; both pages stay."""
        workspace = self.make()
        self.save(workspace, DAY, b"a\n")
        self.save(workspace, "bank/world.md", b"b\n")
        assert _raises(EditConflict, lambda: workspace.move(DAY, "bank/world.md"))
        assert _raises(EditConflict, lambda: workspace.move(DAY, DAY))
        assert (workspace.read(DAY), workspace.read("bank/world.md")) == (b"a\n", b"b\n")

    def test_what_is_not_there_cannot_be_moved_or_discarded(self) -> None:
        """And what leads out neither."""
        workspace = self.make()
        self.save(workspace, DAY, b"a\n")
        for path in ("bank/none.md", "memory/2025-11-28.md"):
            assert _raises(PageMissing, partial(workspace.move, path, "bank/new.md"))
            assert _raises(PageMissing, partial(workspace.discard, path))
        for path in REFUSED:
            assert _raises(PathRefused, partial(workspace.move, path, "bank/new.md")), path
            assert _raises(PathRefused, partial(workspace.move, DAY, path)), path
            assert _raises(PathRefused, partial(workspace.discard, path)), path
        assert workspace.read(DAY) == b"a\n"
        assert workspace.discarded() == ()

    def test_a_discarded_page_comes_back_as_it_was(self) -> None:
        """Out of the listing, and in it again."""
        workspace = self.make()
        self.save(workspace, DAY, b"a\r\n\xff")
        gone = workspace.discard(DAY)
        assert (gone.path, workspace.listing().stamps, workspace.discarded()) == (DAY, (), (gone,))
        assert workspace.recover(gone.place) == DAY
        assert workspace.read(DAY) == b"a\r\n\xff"
        assert workspace.discarded() == ()
        assert _raises(PageMissing, lambda: workspace.recover(gone.place))

    def test_pages_of_one_name_are_discarded_side_by_side(self) -> None:
        """Nothing in the trash is overwritten, and nothing comes back over a page that stands."""
        workspace = self.make()
        places = []
        for data in (b"first\n", b"second\n"):
            self.save(workspace, DAY, data)
            places.append(workspace.discard(DAY).place)
        assert [gone.place for gone in workspace.discarded()] == places[::-1]
        workspace.recover(places[0])
        assert _raises(EditConflict, lambda: workspace.recover(places[1]))
        assert workspace.read(DAY) == b"first\n"

    def test_threads_lose_nothing(self) -> None:
        """Four writers at once on one page."""
        workspace = self.make()

        def write(writer: int) -> None:
            for number in range(10):
                workspace.change(DAY, append(DAY, f"{writer}-{number}\n"))

        threads = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        lines = workspace.read(DAY).decode().splitlines()
        assert sorted(lines) == sorted(f"{writer}-{number}" for writer in range(4) for number in range(10))


class ClockSuite:
    """What every `Clock` must do. Give `make`."""

    def make(self) -> Clock:
        """A clock."""
        raise NotImplementedError

    def test_it_knows_its_offset(self) -> None:
        """A moment without an offset would not tell the local day."""
        assert isinstance(self.make().now().utcoffset(), dt.timedelta)

    def test_it_does_not_go_back(self) -> None:
        """Two looks, in order."""
        clock = self.make()
        assert clock.now() <= clock.now()


def _raises(error: type[Exception], call: Callable[[], object]) -> str:
    """The message of the error the call raises, or the empty string if it raises none."""
    try:
        call()
    except error as raised:
        return str(raised)
    return ""
