"""Every public name documents itself, and every example in docstrings, docs and README runs."""

import ast
import doctest
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import lastknight as lk
from lastknight import _core

# All modules: what a name means is said where it is defined.
MODULES = tuple(
    import_module(found.name)
    for found in walk_packages(lk.__path__, "lastknight.")
    if found.name not in ("lastknight.__main__", "lastknight._core")
)

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


MODULES_BY_NAME = {module.__name__: module for module in MODULES}


def run_examples(text: str, name: str) -> None:
    module = MODULES_BY_NAME.get(name.rpartition(".")[0], lk)
    names = {name: getattr(lk, name) for name in lk.__all__} | {**vars(module), "lk": lk}
    test = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    output: list[str] = []
    flags = doctest.NORMALIZE_WHITESPACE
    doctest.DocTestRunner(optionflags=flags).run(test, out=output.append)
    assert not output, "".join(output)


def documented() -> dict[str, object]:
    """What must have a docstring: public names, public modules, and public members of classes."""
    found: dict[str, object] = {"lastknight": lk}
    for module in MODULES:
        found[module.__name__] = module
        for name, value in vars(module).items():
            is_own = getattr(value, "__module__", "") == module.__name__
            is_named = inspect.isclass(value) or inspect.isfunction(value)
            if is_own and is_named and not name.startswith("_"):
                found[f"{module.__name__}.{name}"] = value
    for name in lk.__all__:
        value = getattr(lk, name)
        found[name] = value
        if inspect.isclass(value) and not issubclass(value, Exception):
            for member in dir(value):
                static = inspect.getattr_static(value, member)
                is_field = member in getattr(value, "__dataclass_fields__", {})
                if not member.startswith("_") and not is_field:
                    found[f"{name}.{member}"] = static
    return found


DOCUMENTED = documented()


@pytest.mark.parametrize("name", DOCUMENTED)
def test_public_names_document_themselves(name):
    text = DOCUMENTED[name].__doc__
    assert text, f"{name} has no docstring"
    run_examples(inspect.cleandoc(text), name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_in_pages_run(page):
    run_examples(page.read_text(encoding="utf-8"), page.name)


def test_the_picture_of_the_readme_is_what_its_command_draws():
    command = re.search(r"<!-- lastknight show '(.+)' --svg (\S+) -->", PAGES[0].read_text("utf-8"))
    assert command is not None
    moves = lk.parse_moves(command[1])
    picture = lk.Position.from_moves(moves).svg(moves=moves)
    assert (ROOT / command[2]).read_text(encoding="utf-8") == picture


def test_the_readme_has_an_example():
    assert PAGES[0].read_text(encoding="utf-8").count(">>>") >= 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    missing = []
    for target in targets:
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        is_found = target.startswith("http") or (
            there.exists() and (not anchor or anchor in anchors(there.read_text(encoding="utf-8")))
        )
        if not is_found:
            missing.append(target)
    assert not missing


def anchors(text: str) -> set[str]:
    """The names by which links can point at headings, as GitHub and the site make them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_in_pages_are_in_code_blocks(page):
    prose = re.sub(r"^( *)```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    assert not re.findall(r"^ {0,3}>>> .*", prose, re.MULTILINE)


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_examples_run(example):
    done = subprocess.run(
        [sys.executable, "-W", "error", str(example)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_public_names_of_the_package_are_sorted_and_complete():
    assert lk.__all__ == sorted(lk.__all__)
    imports = {}
    for node in ast.walk(ast.parse(Path(lk.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("lastknight"):
            imports |= {alias.name: node.module for alias in node.names}
    assert sorted(imports) == lk.__all__
    for name, home in imports.items():  # what type checkers see is what programs get
        assert getattr(lk, name) is getattr(import_module(home), name)


def test_public_names_are_loaded_on_first_use():
    program = (
        "import sys, lastknight.heuristics, lastknight as lk; lk.heuristics(); "
        "lk.Position(); sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_native_public_names_exist():
    assert lk.Rng is _core.Rng
    assert issubclass(lk.Position, _core.Position)
