"""Review: what waits for a person — look at it, let it be done, or never hear of it again."""

from __future__ import annotations

from dayleaf.core.errors import EditConflict, PageMissing, UnknownName, UsageError
from dayleaf.core.reflect.patch import patched, patches
from dayleaf.core.reflect.waiting import ACCEPTED, DECLINED, OPEN, PAGE, Waiting, decided, entries, waiting
from dayleaf.core.reflection import NOTHING, Decided, Planned, Reflection
from dayleaf.shell.committing import committed
from dayleaf.shell.ground import Ground
from dayleaf.shell.passing import carry_out


class Review:
    """The proposals of one memory."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def list(self, *, everything: bool = False) -> tuple[Waiting, ...]:
        """What waits, in the order it was proposed; with `everything` also what was decided."""
        return tuple(waiting(self._entries(), everything=everything))

    def show(self, id: str) -> Waiting:
        """One proposal, by its id or by the beginning of it (three characters at least) if that is clear.

        Raises:
            UnknownName: there is none.
        """
        held = self._entries()
        exact = [one for one in held if one.proposal.id == id]
        near = exact or [one for one in held if len(id) >= _LEAST and one.proposal.id.startswith(id)]
        if len(near) == 1:
            return near[0]
        if near:
            raise UnknownName(f"{id!r} may mean {', '.join(one.proposal.id for one in near[:3])}", hint="say more of the id")
        meant = self._ground.similar(id, [one.proposal.id for one in held])
        raise UnknownName(f"there is no proposal {id!r}", hint=f"did you mean {meant[0]}?" if meant else "see `dayleaf review list`")

    def accept(self, id: str) -> Reflection:
        """Do what is proposed: each page is changed where its lines still stand, whatever was written around them since.

        Raises:
            UnknownName: there is no such proposal.
            UsageError: it was decided already.
            EditConflict: its place is not there any more; nothing was written on that page.
        """
        one = self._open(id)

        def run() -> Reflection:
            done = NOTHING
            for patch in patches(one.proposal.diff):
                planned = Planned(patch.path, one.proposal.reason, lambda data, patch=patch: Decided(patched(patch, data)))  # type: ignore[misc]
                step = carry_out(self._ground, planned)
                if step.refused:
                    raise EditConflict(f"proposal {one.proposal.id} was not carried out: {step.refused[0].why}")
                done += step
            return done + carry_out(self._ground, decided(one.proposal.id, ACCEPTED, self._ground.clock.now().date()))

        return committed(self._ground, "review", run, dry_run=False)

    def decline(self, id: str) -> Reflection:
        """Never propose it again.

        Raises:
            UnknownName: there is no such proposal.
            UsageError: it was decided already.
        """
        one = self._open(id)
        return carry_out(self._ground, decided(one.proposal.id, DECLINED, self._ground.clock.now().date()))

    def _open(self, id: str) -> Waiting:
        one = self.show(id)
        if one.state != OPEN:
            raise UsageError(f"proposal {one.proposal.id} was {one.state} already{f' on {one.on}' if one.on else ''}")
        return one

    def _entries(self) -> tuple[Waiting, ...]:
        try:
            return tuple(entries(self._ground.workspace.read(PAGE)))
        except PageMissing:
            return ()


_LEAST = 3
