"""Audit: prove that nothing vanished, that every way back is open, and that a second pass would change nothing."""

from __future__ import annotations

from contextlib import suppress

from dayleaf.core.dream.proof import Audit, lost, weighed
from dayleaf.core.errors import DiskFailed, PageMissing, PathRefused, Unavailable
from dayleaf.shell.dreaming import STEPS
from dayleaf.shell.ground import Ground
from dayleaf.shell.passing import Reach, carried_out
from dayleaf.shell.pausing import paused
from dayleaf.shell.rehearsing import rehearsal

PASSES = 50
"""Passes that are proved from the history, if there is one: the last ones."""


class Auditing:
    """Proofs about one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def audit(self) -> Audit:
        """Hold the archive against the pages; rehearse a pass; if git keeps the pages, prove every pass committed there.

        What nobody wrote down cannot be proved: without git, a line that a person deleted by hand leaves no trace.
        """
        today = self._ground.clock.now().date()
        found = self._ground.ask(lambda ready: weighed((row.fact for row in ready.index.facts()), ready.index.archived(), today), most=None)
        findings = list(found.findings)
        if reason := paused(self._ground.workspace):
            findings.append(f"dreaming is paused: {reason}")
        vanished, unsettled = self._rehearsed(Reach(None, today), findings)
        try:
            for done in self._ground.history.passes(PASSES) if self._ground.history else ():
                vanished += lost(done.before, done.after)
        except Unavailable as failure:
            findings.append(f"the history cannot be read: {failure}")
        return found._replace(vanished=tuple(dict.fromkeys(vanished)), unsettled=unsettled, findings=tuple(findings))

    def _rehearsed(self, reach: Reach, findings: list[str]) -> tuple[list[str], bool]:
        """What two passes now, one after the other, would lose; and whether the second would still change something."""
        stage = rehearsal(self._ground)
        try:
            first = carried_out(stage, STEPS, reach)
            second = carried_out(stage, STEPS, reach)
            vanished = lost(pages(self._ground), pages(stage))
        finally:
            stage.keeper.close()
        if first.retired:
            findings.append(f"the next pass puts away {len(first.retired)} facts")
        if second.edits:
            findings.append(f"a second pass would change {', '.join(edit.path for edit in second.edits)}")
        return vanished, bool(second.edits)


def pages(ground: Ground) -> dict[str, bytes]:
    """Every page that can be read, by path."""
    found = {}
    for stamp in ground.workspace.listing().stamps:
        with suppress(PageMissing, PathRefused, DiskFailed):
            found[stamp.path] = ground.workspace.read(stamp.path)
    return found
