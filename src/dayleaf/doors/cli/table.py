"""Every command: where it is defined and what it does, in a line — so that help loads none of them."""

from __future__ import annotations

SECTIONS: dict[str, dict[str, str]] = {
    "Every day": {
        "retain": "Write a fact down, in the log of the day.",
        "recall": "Find what is known, with citations, within a budget.",
        "about": "Tell what is known about somebody or something.",
        "when": "Show how a time expression is understood.",
    },
    "Turn by turn": {
        "context": "Print what to put into the next turn of an agent.",
        "work": "Keep scratch values that expire, in namespaces.",
    },
    "Serve": {
        "mcp": "Serve agents over the Model Context Protocol.",
        "serve": "Serve this machine over HTTP, and commands of this user.",
    },
    "Look": {
        "facts": "List everything the memory holds, and what it could not read.",
        "entity": "Look at entities, and say which names mean one.",
        "opinion": "Show what is believed, how surely, and why.",
        "core": "Show the pages that are always in context.",
    },
    "Care": {
        "reflect": "Move beliefs by evidence; bring pages up to date; propose.",
        "dream": "Merge what says the same, put away what has outlived its use.",
        "review": "Decide on what reflect proposes.",
        "enrich": "Keep a raw text; read closer what waits, by rules or a model.",
        "run-due": "Run the passes that are due; for cron, systemd or launchd.",
        "restore": "Bring back a fact that was put away.",
        "forget": "Take facts from the pages for good.",
        "audit": "Prove that nothing vanished.",
        "init": "Make a workspace, with a first page that teaches the format.",
        "index": "Look after the derived index.",
        "doctor": "Check that everything works, and say what to do if not.",
        "bench": "Measure this memory: how fast, how large, which embedder finds most.",
        "completion": "Print the completion script of a shell.",
    },
}
"""Section → command → its summary. The module is `dayleaf.doors.cli.<command>` (`-` is `_` there), the object in it `command`."""

SUMMARIES = {name: summary for section in SECTIONS.values() for name, summary in section.items()}
