"""Text analysis shared by index and query: text to terms, a query to probes, compounds to their parts."""

from dayleaf.core.languages import Further
from dayleaf.core.terms.analysis import (
    ANALYSIS_IDENTITY,
    LONGEST,
    Probe,
    language_of,
    occurrences,
    probes,
    says_nothing,
    searchable,
    standing,
    terms,
)
from dayleaf.core.terms.compounds import Edges, compounds_of, edges, possible_parts, split_compound
from dayleaf.core.terms.cut import is_spaceless
from dayleaf.core.terms.fold import spelling

__all__ = [
    "ANALYSIS_IDENTITY", "LONGEST", "Edges", "Further", "Probe", "compounds_of", "edges", "is_spaceless", "language_of",
    "occurrences", "possible_parts", "probes", "says_nothing", "searchable", "spelling", "split_compound", "standing", "terms",
]  # fmt: skip
