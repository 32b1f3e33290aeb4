"""Names and notes that people give to experiments, in a JSON file next to the store."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lastknight.matches.atomic_file import replace_file


@dataclass(frozen=True)
class Label:
    """The name and the note that people gave an experiment; empty if they gave none."""

    name: str = ""
    note: str = ""


def read_labels(store: Path) -> dict[str, Label]:
    """The labels of a store's experiments and of the analyses next to it, by id."""
    try:
        data: Any = json.loads(_file(store).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {
        name: Label(str(one.get("name", "")), str(one.get("note", "")))
        for name, one in data.items()
        if isinstance(one, dict)
    }


def keep_label(store: Path, experiment: str, label: Label) -> None:
    """Keep the label of an experiment; an empty one is removed. Call it once at a time."""
    labels = read_labels(store) | {experiment: label}
    kept = {name: asdict(one) for name, one in labels.items() if one != Label()}
    replace_file(_file(store), json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def label(*, experiment: str, store: str, name: str, note: str) -> dict[str, object]:
    """Name an experiment and keep a note about it; the query behind the page's form."""
    keep_label(Path(store), experiment, Label(" ".join(name.split()), note.strip()))
    return {}


def _file(store: Path) -> Path:
    return store.with_name(f"{store.name}.labels.json")
