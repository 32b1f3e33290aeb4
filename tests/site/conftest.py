"""Fixtures of the site's tests; the site itself and its visits are in tests/conftest.py."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def core_wasm(site_folder: Path) -> Path:
    """The core in WebAssembly."""
    return site_folder / "core.wasm"
