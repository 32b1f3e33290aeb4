"""The libraries that draw reports, which come with an extra."""

from importlib.util import find_spec

from lastknight.errors import LastknightError

_NEEDED = ("altair", "jinja2", "vl_convert")


def check_libraries() -> None:
    """Raise LastknightError, with the fix, if a library for reports is not installed."""
    for name in _NEEDED:
        if find_spec(name) is None:
            raise LastknightError(f"a report needs {name}: pip install 'lastknight[report]'")
