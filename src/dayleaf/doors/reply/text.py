"""Values → text for people at a terminal: short, dim where it is only provenance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dayleaf.core.fact import Entity, Fact, Problem, TimeRange
from dayleaf.doors.reply.terminal import Look, safe

if TYPE_CHECKING:
    from dayleaf.core.recall.query import Bundle, Hit
    from dayleaf.core.when import Understood
    from dayleaf.shell.answers import About, Check, CoreEdit, CorePage, Holdings, Retained
    from dayleaf.shell.indexing import IndexReport
    from dayleaf.wiring.making import Made


def recall(bundle: Bundle, look: Look, *, explain: bool = False) -> str:
    """Every hit with its provenance, then what it cost."""
    if not bundle.hits:
        about = f" for “{safe(bundle.query.text)}”" if bundle.query.text else ""
        doubt = " A part of the workspace could not be checked." if bundle.stale else ""
        if bundle.left_out:
            return look.own(f"Nothing fits into {_count(bundle.query.budget, 'token')}{about}; {bundle.left_out} left out.{doubt}")
        return look.own(f"Nothing found{about}.{doubt}")
    blocks = [hit_of(rank, hit, look, explain=explain) for rank, hit in enumerate(bundle.hits, 1)]
    return "\n".join((*blocks, _cost(len(bundle.hits), bundle.tokens, bundle.query.budget, bundle.left_out, look)))


def hit_of(rank: int, hit: Hit, look: Look, *, explain: bool = False) -> str:
    """Rank and content, a dim line with kind, day, entities, citation, confidence; with `explain` a line for every way."""
    fact, indent = hit.fact, "    "
    parts = [*_traits(fact), str(hit.source), *_confidence(fact)]
    parts += [f"{hit.count} times"] * (hit.count > 1) + ["past"] * (str(hit.status) == "past")
    lines = [f"{rank:>2}  {look.wrap(hit.content, indent)}", indent + look.paint(look.own(" · ").join(map(safe, parts)), "dim")]
    if explain:
        lines.append(indent + look.paint(f"score {hit.score:.4f}, {hit.tokens} tokens, {fact.id}", "dim"))
        lines += [
            indent + look.paint(look.wrap(f"{why.way.value:<9} rank {why.rank:>3}  {why.score:.4f}  {why.detail}".rstrip(), indent), "cyan")
            for why in hit.why
        ]
    return "\n".join(lines)


def facts(holdings: Holdings, look: Look) -> str:
    """Every fact under its page, then every problem."""
    lines: list[str] = []
    page = ""
    for fact in holdings.facts:
        if fact.source.path != page:
            page = fact.source.path
            lines += [""] * bool(lines) + [look.paint(safe(page), "bold")]
        state = "superseded" if fact.id in holdings.replaced else "retired" if fact.id in holdings.retired else ""
        lines.append(fact_of(fact, look, state))
    lines += [""] * bool(lines and holdings.problems) + [problem_of(problem, look) for problem in holdings.problems]
    total = _count(len(holdings.facts), "fact") + (f", {_count(len(holdings.problems), 'problem')}" if holdings.problems else "")
    if holdings.narrative and not holdings.facts:
        total += f"; {_count(holdings.narrative, 'passage')} of plain narrative, which recall finds and --all lists"
    return "\n".join((*lines, look.paint(total, "dim")))


def fact_of(fact: Fact, look: Look, state: str = "") -> str:
    """One line: letter, content; a dim line with id, line, day, entities and what became of it."""
    indent = "     "
    parts = (fact.id, _lines(fact), *_traits(fact), *_confidence(fact), *((state,) if state else ()))
    return (
        f"  {fact.kind.letter or '-'}  {look.wrap(fact.text, indent)}\n{indent}{look.paint(look.own(' · ').join(map(safe, parts)), 'dim')}"
    )


def problem_of(problem: Problem, look: Look) -> str:
    """Where, and what."""
    return f"{look.paint(safe(str(problem.source)), 'yellow')}: {look.wrap(problem.message, '  ')}"


def retained(written: Retained, look: Look) -> str:
    """Citation and id."""
    told = "" if written.new else look.own(" · stood there already")
    return safe(str(written.fact.source)) + look.paint(look.own(f" · {safe(written.fact.id)}{told}"), "dim")


def about(found: About, look: Look) -> str:
    """The hand-written page, the facts, and who is mentioned along with it."""
    lines = [look.paint(safe(found.entity.name), "bold") + look.paint(_also(found.entity), "dim")]
    if found.page and found.page.strip():
        lines += ["", look.wrap(found.page.strip()), ""]
    lines += [hit_of(rank, hit, look) for rank, hit in enumerate(found.facts, 1)]
    if found.related:
        lines += ["", "with " + look.wrap(", ".join(f"{name} ({count})" for name, count in found.related), "     ")]
    lines.append(
        look.paint(look.own(f"{_count(len(found.facts), 'fact')} · {_count(found.tokens, 'token')}") + _left(found.left_out, look), "dim")
    )
    return "\n".join(lines)


def entities(found: Sequence[tuple[Entity, int]], look: Look) -> str:
    """A line each: how many facts, the name, other names."""
    if not found:
        return look.own("No entities yet. A mention such as @Peter in a bullet makes one.")
    return "\n".join(f"{count:>5}  {safe(entity.name)}{look.paint(_also(entity), 'dim')}" for entity, count in found)


def entity(found: Entity, look: Look) -> str:
    """Its names and where its page is."""
    lines = [look.paint(safe(found.name), "bold"), f"slug     {safe(found.slug)}"]
    lines += [f"aliases  {safe(', '.join(found.aliases))}"] * bool(found.aliases)
    lines += [f"is a     {safe(found.sort or '')}"] * bool(found.sort)
    return "\n".join((*lines, f"page     {safe(str(found.page)) if found.page else 'none'}"))


def core(pages: Sequence[CorePage], look: Look) -> str:
    """Every page under its name."""
    if not pages:
        return "There is no core page. Write one: memory.md"
    blocks = []
    for page in pages:
        head = look.own(f" · {_count(page.tokens, 'token')}")
        blocks.append(f"{look.paint(safe(page.path), 'bold')}{look.paint(head, 'dim')}\n\n{safe(page.text).rstrip()}")
    return "\n\n".join(blocks)


def core_edit(done: CoreEdit, look: Look) -> str:
    """Where it stands now, why, and how full the core is."""
    if not done.changed:
        return f"{safe(done.source.path)}: nothing to change"
    why = [safe(done.reason)] if done.reason else []
    parts = (*why, f"core {done.tokens:,} of {_count(done.limit, 'token')}")
    return safe(str(done.source)) + look.paint(look.own("".join(f" · {part}" for part in parts)), "dim")


def when(found: Understood | None, asked: str, look: Look) -> str:
    """The days, and the words that say so."""
    if found is None:
        return look.own(f"No time expression found in “{safe(asked)}”.")
    doubt = "" if found.certain else " (a guess)"
    return f"{days(found.range, look)}  {look.paint(look.own(f'“{safe(found.text)}”{doubt}'), 'dim')}"


def days(meant: TimeRange, look: Look) -> str:
    """First and last day, both included."""
    first, _, last = str(meant).partition("..")
    if first and not last:
        return first if ".." not in str(meant) else f"since {first}"
    return look.own(f"{first} – {last}") if first else f"until {last}"


def index(report: IndexReport, look: Look, *, proved: bool = False) -> str:
    """How the index stands, and what differs from the Markdown; `proved` when nothing does."""
    held = report.status
    head = (
        f"{_count(held.files, 'file')}, {_count(held.facts, 'fact')}, {_count(held.passages, 'passage')}, "
        f"{_count(held.problems, 'problem')}, {_bytes(held.bytes)}{', equal to the Markdown' * proved}"
    )
    lines = [head, look.paint(safe(held.identity), "dim")] if held.identity else [head]
    if report.stale:
        lines.append(look.paint("not up to date; bring it there with `dayleaf index update`", "yellow"))
    return "\n".join((*lines, *(look.paint(look.wrap(difference, "  "), "red") for difference in report.differences)))


def doctor(checks: Iterable[Check], look: Look) -> str:
    """A line for every check, with what to do."""
    lines = []
    for check in checks:
        match check.ok:
            case True:
                mark = look.paint(look.own("✓"), "green")
            case False:
                mark = look.paint(look.own("✗"), "red")
            case None:
                mark = look.paint("-", "dim")
        lines.append(f"{mark} {safe(check.name):<12} {look.wrap(check.message, ' ' * 15)}")
        lines += [" " * 15 + look.paint(look.wrap(check.hint, " " * 15), "dim")] * bool(check.hint)
    return "\n".join(lines)


def made(done: Made, look: Look) -> str:
    """What was made, and what to do first."""
    lines = [
        f"{safe(str(done.root))} is a workspace." if done.created else f"{safe(str(done.root))} was a workspace already; nothing changed."
    ]
    lines += [f"  {look.paint('+', 'green')} {safe(path)}" for path in done.created]
    if done.include:
        lines += ["", f"{_count(done.notes, 'note')} outside memory/ and bank/ will be searched too; .memory/settings.toml says so:"]
        lines += [f"  include = {list(done.include)}".replace("'", '"')]
    log = next((path for path in done.created if path.startswith("memory/")), None)
    if log:
        lines += ["", look.own(f"Read {log} first: it explains itself.\nThen: dayleaf retain “…”, dayleaf recall “…”")]
    return "\n".join(lines)


def _traits(fact: Fact) -> list[str]:
    day = fact.told.isoformat() if fact.told else f"({fact.when})" if fact.when else ""
    return [part for part in (fact.kind.value, day, ", ".join(fact.entities)) if part]


def _confidence(fact: Fact) -> list[str]:
    return [] if fact.confidence is None else [f"{fact.confidence:.2f}"]


def _lines(fact: Fact) -> str:
    return str(fact.source).rpartition("#")[2]


def _also(entity: Entity) -> str:
    return f"  ({safe(', '.join(entity.aliases))})" if entity.aliases else ""


def _cost(hits: int, tokens: int, budget: int, left_out: int, look: Look) -> str:
    return look.paint(look.own(f"{_count(hits, 'hit')} · {tokens} of {budget} tokens") + _left(left_out, look), "dim")


def _left(left_out: int, look: Look) -> str:
    return look.own(f" · {left_out} more left out") if left_out else ""


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _bytes(size: float) -> str:
    for unit in ("bytes", "kB", "MB"):
        if size < _THOUSAND:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= _THOUSAND
    return f"{size:.1f} GB"


_THOUSAND = 1000
