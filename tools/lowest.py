"""Print the lowest versions that pyproject.toml allows, as constraints for pip."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lowest() -> list[str]:
    """One constraint for each requirement that names a lowest version."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    every = [one for part in (project["dependencies"], *extras) for one in part]
    return [one.partition(",")[0].replace(">=", "==") for one in every if ">=" in one]


if __name__ == "__main__":
    print("\n".join(lowest()))  # noqa: T201
