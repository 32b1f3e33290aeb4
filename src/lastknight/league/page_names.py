"""Names of pages: what a submission's page is called as a file, on any file system and in links."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

FOLDER = "submissions"
_LONGEST = 40


def page_names(names: Sequence[str]) -> dict[str, str]:
    """A file for each name, different even where the file system ignores case.

    >>> list(page_names(["Zoë", "../x", "ZOE"]).values())
    ['submissions/zoe.html', 'submissions/x.html', 'submissions/zoe-2.html']
    """
    pages: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-") or "submission"
        found, number = stem, 2
        while found in taken:
            found, number = f"{stem}-{number}", number + 1
        taken.add(found)
        pages[name] = f"{FOLDER}/{found}.html"
    return pages
