"""Write tools/locked.txt: every package of the development environment, with version and hash.

The file fits the Python and the platform it was made on; `make lock` renews it.
"""

import json
import platform
import subprocess
import sys
import tomllib
from pathlib import Path

LOCKED = Path(__file__).with_name("locked.txt")
PROJECT = LOCKED.parents[1] / "pyproject.toml"


def requirements() -> list[str]:
    """What pyproject.toml asks for: to build, to run with all extras, to test."""
    data = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    project, groups = data["project"], data["dependency-groups"]
    extras = (part for part in project["optional-dependencies"].values())
    lists = (project["dependencies"], groups["build"], groups["dev"], *extras)
    return sorted({one for part in lists for one in part if not one.startswith("lastknight")})


def resolve() -> list[str]:
    """The lines of the file, as pip resolves the requirements now."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
    command += ["--only-binary", ":all:", "--report", "-", *requirements()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = {}
    for item in json.loads(done.stdout)["install"]:
        name, version = item["metadata"]["name"].lower(), item["metadata"]["version"]
        digest = item["download_info"]["archive_info"]["hashes"]["sha256"]
        found[name] = f"{name}=={version} --hash=sha256:{digest}"
    return [found[name] for name in sorted(found)]


if __name__ == "__main__":
    made = f"Python {sys.version_info.major}.{sys.version_info.minor}, {sys.platform}"
    head = f"# Made by tools/lock.py for {made} {platform.machine()}; renew it with: make lock\n"
    LOCKED.write_text(head + "\n".join(resolve()) + "\n", encoding="utf-8")
