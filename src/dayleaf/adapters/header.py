"""Front matter by PyYAML: texts, lists and mappings only."""

from __future__ import annotations

from collections.abc import Mapping

from dayleaf.core.page.front import BadHeader


def read_header(text: str) -> Mapping[str, object]:
    """The values of a front matter. Scalars stay texts as written: `no` is no boolean, `2026` no number, no date fails.

    Raises:
        BadHeader: it is no YAML, or no mapping; with the line when that is known.
    """
    import yaml  # here, for start-up time: most commands never meet a front matter

    try:
        values = yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506  (builds nothing but str, list, dict)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadHeader(f"the front matter is not YAML: {error.problem or error.context}", mark.line + 1 if mark else 0) from error
    except yaml.YAMLError as error:
        raise BadHeader(f"the front matter is not YAML: {' '.join(str(error).split())}") from error
    except RecursionError as error:
        raise BadHeader("the front matter is nested too deeply") from error
    if values is None or values == "":
        return {}
    if not isinstance(values, dict):
        raise BadHeader("the front matter is no list of `key: value` lines")
    return values
