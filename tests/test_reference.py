"""The reference pages name every public name, command and option; pictures show what they say."""

import importlib.util
import inspect
import json
import re
import sys
from functools import cache
from html import unescape
from pathlib import Path

import pytest

import lastknight as lk
from command_line import COMMANDS
from lastknight import aind, analysis, discovery, league, report, sandbox, stats, studies, truth
from lastknight.cli import main

DOCS = Path(__file__).parents[1] / "docs"
SPACES = {
    "lk": lk,
    "stats": stats,
    "aind": aind,
    "sandbox": sandbox,
    "league": league,
    "analysis": analysis,
    "report": report,
    "studies": studies,
    "truth": truth,
    "discovery": discovery,
}
# Classes of the core have no signature that Python can read.
NATIVE = ("lk.Position", "lk.Rng")
KINDS = ("raised", "not_a_number", "unstable", "asymmetric")
PYTHON_WORDS = ("for", "in", "len", "str", "with")


def read(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def section_of(command: str) -> str:
    """What the page says under the heading of a command."""
    found = re.search(
        rf"^## `lastknight {command}`\n(.*?)(?=^## |\Z)", read("commands.md"), re.S | re.M
    )
    assert found is not None, f"docs/commands.md has no section `lastknight {command}`"
    return found[1]


def options_of(command: str) -> set[str]:
    return {
        option
        for parameter in COMMANDS[command].params
        if parameter.param_type_name == "option" and not parameter.hidden
        for option in (*parameter.opts, *parameter.secondary_opts)
    }


def test_the_page_of_commands_has_a_section_for_each_and_for_no_other():
    sections = re.findall(r"^## `lastknight ([^`]+)`$", read("commands.md"), re.M)
    assert sorted(sections) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_in_the_section_of_its_command(command):
    named = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", section_of(command)))
    assert named == options_of(command)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_section_has_the_example_of_the_help(command):
    example = COMMANDS[command].epilog.removeprefix("Example: ")
    assert f"    {example}\n" in section_of(command)


def test_the_shared_options_are_explained_once():
    shared = read("commands.md").partition("## Options that many commands share")[2]
    explained = set(re.findall(r"--[a-z][a-z-]*", shared.partition("\n## ")[0]))
    often = [option for option in sorted(explained) if is_shared(option)]
    assert often == sorted(explained)
    for command in COMMANDS:
        in_table = set(re.findall(r"^\| (.*?) \|", section_of(command), re.M))
        own = {option for cell in in_table for option in re.findall(r"--[a-z][a-z-]*", cell)}
        assert options_of(command) - {"-o"} == own | (explained & options_of(command))


def is_shared(option: str) -> bool:
    return sum(option in options_of(command) for command in COMMANDS) > 1


def lines_of_names() -> dict[str, str]:
    """What the reference writes in the first column, by the name it begins with."""
    cells = re.findall(r"^\| `(\w+\.\w+)(.*?)` \|", read("reference.md"), re.M)
    assert len({name for name, _ in cells}) == len(cells)
    return dict(cells)


def test_the_reference_names_everything_public_and_nothing_else():
    there = {f"{space}.{name}" for space, module in SPACES.items() for name in module.__all__}
    assert sorted(lines_of_names()) == sorted(there)


@pytest.mark.parametrize("name", lines_of_names())
def test_signatures_in_the_reference_are_those_of_the_code(name):
    space, _, attribute = name.partition(".")
    value = getattr(SPACES[space], attribute)
    written = lines_of_names()[name]
    if inspect.isfunction(value) or (written and inspect.isclass(value) and name not in NATIVE):
        assert written == signature_of(value)
    elif not inspect.isclass(value) and not callable(value):
        assert written == ""


def signature_of(value: object) -> str:
    parameters = inspect.signature(value).parameters.values()
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]
    return str(inspect.Signature(bare))


def members_in_the_reference() -> list[tuple[str, str, str]]:
    """Of every class in the reference, the members that its line lists."""
    rows = re.findall(r"^\| `(\w+)\.(\w+)[^`]*` \| (.*) \|$", read("reference.md"), re.M)
    return [
        (space, owner, member)
        for space, owner, text in rows
        if inspect.isclass(getattr(SPACES[space], owner))
        for member in re.findall(r"`([a-z_0-9]+)`", text)
        if member not in PYTHON_WORDS
    ]


def test_members_that_the_reference_lists_are_there():
    found = members_in_the_reference()
    assert len(found) > 80
    for space, owner, member in found:
        value = getattr(SPACES[space], owner)
        fields = getattr(value, "__dataclass_fields__", {})
        assert hasattr(value, member) or member in fields, f"{owner} has no {member}"


def test_every_page_is_in_the_index():
    linked = set(re.findall(r"\]\((\S+\.md)\)", read("index.md")))
    assert linked == {page.name for page in DOCS.glob("*.md")} - {"index.md"}


def files_in(page: str) -> list[str]:
    """The Python files that a page shows, as opposed to its sessions."""
    blocks = re.findall(r"```python\n(.*?)```", read(page), re.S)
    return [block for block in blocks if not block.startswith(">>>")]


def test_the_first_steps_lead_to_a_report(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (file,) = files_in("getting-started.md")
    Path("my_heuristics.py").write_text(file, encoding="utf-8")
    assert main(["check", "my_heuristics.py", "--positions", "20"]) == 0
    small = {"nodes": 60, "pairs": 30, "width": 5, "height": 5, "against": "Random"}
    options = [word for name, value in small.items() for word in (f"--{name}", str(value))]
    assert main(["analyze", "my_heuristics.py", "-o", "roam", "--quick", *options]) == 0
    assert "Is roam better than improved?" in capsys.readouterr().out
    assert Path("roam/report.html").stat().st_size > 10_000


def test_the_three_ways_to_write_a_heuristic_say_the_same(tmp_path):
    file = tmp_path / "three_ways.py"
    file.write_text(files_in("own-heuristics.md")[0], encoding="utf-8")
    position = lk.Position.from_moves("d4 b1 c2")
    ways = [lk.heuristic(f"{file}:{way}") for way in ("python", "compiled", "composed")]
    assert {way(position, player) for way in ways for player in (1, 2)} == {-1.0, -7.0}
    assert len({way(position, 1) for way in ways}) == 1


def test_the_check_finds_the_pitfalls_of_the_page(tmp_path, capsys):
    file = tmp_path / "pitfalls.py"
    file.write_text(files_in("own-heuristics.md")[1], encoding="utf-8")
    assert main(["check", str(file), "--json", "-"]) == 1
    found = {Path(one["heuristic"]).name: one for one in json.loads(capsys.readouterr().out)}
    wrong = {
        name.strip("'").partition(":")[2]: [kind for kind in KINDS if one[kind] is not None]
        for name, one in found.items()
    }
    assert wrong == {"moody": ["unstable"], "top_left": ["asymmetric"], "hasty": ["raised"]}


@cache
def pictures() -> dict[str, object]:
    """The pictures of docs/draw_pictures.py, by their names."""
    spec = importlib.util.spec_from_file_location("draw_pictures", DOCS / "draw_pictures.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["draw_pictures"] = module
    spec.loader.exec_module(module)
    return {picture.name: picture for picture in (draw() for draw in module.PICTURES)}


def test_pictures_are_those_of_the_script():
    assert sorted(pictures()) == sorted(path.stem for path in (DOCS / "pictures").glob("*.svg"))


@pytest.mark.parametrize("name", sorted(path.stem for path in (DOCS / "pictures").glob("*.svg")))
def test_pictures_and_sentences_are_what_the_simulation_says(name):
    picture = pictures()[name]
    drawn = (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    numbers = re.search(r"<desc>(.*?)</desc>", drawn, re.S)
    assert unescape(numbers[1]) == picture.numbers
    assert " ".join(picture.markdown.split()) in " ".join(read("statistics.md").split())


@pytest.mark.parametrize("name", sorted(path.stem for path in (DOCS / "pictures").glob("*.svg")))
def test_pictures_can_be_drawn_and_follow_the_scheme_of_the_reader(name):
    drawn = pictures()[name].svg()
    assert drawn.startswith("<svg")
    assert "prefers-color-scheme:dark" in drawn
    kept = (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    assert words_of(kept) == words_of(drawn)


def words_of(picture: str) -> set[str]:
    """Titles and legends; ticks may differ between versions of the libraries."""
    return {text for text in re.findall(r">([^<>]+)</text>", picture) if re.search("[a-z]", text)}
