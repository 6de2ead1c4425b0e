"""Preferences and lessons from what the user said: turns of the conversation log in, lines of a page of the bank out.

turns ─► own sentences ─► signals ─► wishes ─► sentences on the page
(turns)     (doubts)      (signals)  (gathering)  (wording, page)
"""

from __future__ import annotations

from dayleaf.core.dream.preferences.learning import Around, Confirmed, Learned, Lessons, Withdrawn, cited, infer
from dayleaf.core.dream.preferences.page import PATH, decide, spent
from dayleaf.core.dream.preferences.turns import Turn, read_log

__all__ = ["PATH", "Around", "Confirmed", "Learned", "Lessons", "Turn", "Withdrawn", "cited", "decide", "infer", "read_log", "spent"]
