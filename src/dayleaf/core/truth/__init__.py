"""Truth over time: what a sentence claims, which claims cannot both be true, and from when until when each one was."""

from dayleaf.core.truth.closing import Closing, closing
from dayleaf.core.truth.news import ends_it, is_news, may_be_news
from dayleaf.core.truth.reading import read
from dayleaf.core.truth.replaced import replaced
from dayleaf.core.truth.slots import TRUTH_VERSION, slots_of, sought_by
from dayleaf.core.truth.statement import Statement
from dayleaf.core.truth.timeline import Reign, Standing, other_names, reigns

__all__ = [
    "TRUTH_VERSION",
    "Closing",
    "Reign",
    "Standing",
    "Statement",
    "closing",
    "ends_it",
    "is_news",
    "may_be_news",
    "other_names",
    "read",
    "reigns",
    "replaced",
    "slots_of",
    "sought_by",
]
