"""Text analysis shared by index and query: text to terms, a query to probes, compounds to their parts."""

from dayleaf.core.terms.analysis import (
    ANALYSIS_IDENTITY,
    ANALYSIS_VERSION,
    LONGEST,
    Probe,
    occurrences,
    probes,
    searchable,
    standing,
    terms,
)
from dayleaf.core.terms.compounds import Edges, compounds_of, edges, possible_parts, split_compound
from dayleaf.core.terms.fold import spelling

__all__ = [
    "ANALYSIS_IDENTITY", "ANALYSIS_VERSION", "LONGEST", "Edges", "Probe", "compounds_of", "edges", "occurrences", "possible_parts",
    "probes", "searchable", "spelling", "split_compound", "standing", "terms",
]  # fmt: skip
