"""What Claude's memory tool (`memory_20250818`) says, word for word: as documented, and as the Python SDK says it."""

from __future__ import annotations

from typing import NamedTuple

LISTED = "Here're the files and directories up to 2 levels deep in {path}, excluding hidden items"
SHOWN = "Here's the content of {path} with line numbers:"
TOO_LONG = "File {path} exceeds maximum line limit of 999,999 lines."
CREATED = "File created successfully at: {path}"
REPLACED = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
INSERTED = "The file {path} has been edited."
DELETED = "Successfully deleted {path}"
RENAMED = "Successfully renamed {old_path} to {new_path}"
ABSENT = "No replacement was performed, old_str `{old_str}` did not appear verbatim in {path}."
AMBIGUOUS = "No replacement was performed. Multiple occurrences of old_str `{old_str}` in lines: {lines}. Please ensure it is unique"
NOT_VALID = "The path {path} does not exist. Please provide a valid path."


class Wording(NamedTuple):
    """The sentences in which the documentation and the SDK differ; `error` stands before all others that refuse."""

    error: str
    listed: str
    exists: str
    replace_missing: str
    replace_folder: str
    insert_missing: str
    insert_folder: str
    bad_line: str
    gone: str
    taken: str


DOCUMENTED = Wording(
    error="Error: ",
    listed=LISTED + " and node_modules:",
    exists="Error: File {path} already exists",
    replace_missing="Error: " + NOT_VALID,
    replace_folder="Error: " + NOT_VALID,
    insert_missing="Error: The path {path} does not exist",
    insert_folder="Error: The path {path} does not exist",
    bad_line="Error: Invalid `insert_line` parameter: {line}. It should be within the range of lines of the file: [0, {lines}]",
    gone="Error: The path {path} does not exist",
    taken="Error: The destination {path} already exists",
)
"""What the model was told to expect."""

SDK = Wording(
    error="",
    listed=LISTED + ":",
    exists="File {path} already exists",
    replace_missing=NOT_VALID,
    replace_folder="The path {path} is not a file.",
    insert_missing=NOT_VALID,
    insert_folder="The path {path} is not a file.",
    bad_line="Invalid `insert_line` parameter: {line}. It should be within the range [0, {lines}].",
    gone="The path {path} does not exist",
    taken="The destination {path} already exists",
)
"""What `anthropic` 2.14 says in its own tool over a folder."""
