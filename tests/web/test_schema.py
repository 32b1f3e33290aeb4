"""Every route matches its OpenAPI description."""

import re

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import lastknight as lk
from lastknight.web.app import make_api
from lastknight.web.settings import Settings
from web_client import running

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


RAW = make_api(Settings()).openapi()
SCHEMA = schemathesis.openapi.from_dict(RAW)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A server with some experiments that allows no new ones."""
    folder = tmp_path_factory.mktemp("schema")
    with lk.Store(folder / "games.db") as store:
        for number in (1, 2, 3):
            lk.play_match("Random", "Greedy(open)", pairs=2, seed=number, store=store)
    with running(folder, workers=2, experiments=0) as client:
        yield str(client.base_url)


# A live stream of an experiment that waits never ends.
@SCHEMA.exclude(path_regex="/live$").parametrize()
@settings(
    max_examples=4,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_match_the_schema(case, address):
    case.call_and_validate(base_url=address, checks=CHECKS, timeout=60)


# As bytes in a query or a path: what clients send that no browser would.
ODD = {
    "nothing": "",
    "a zero byte": "%00",
    "half a character": "%ED%A0%80",
    "not UTF-8": "%FF%FE",
    "an ellipsis": "d4%20%E2%80%A6",
    "400 digits": "9" * 400,
    "signs": "-" * 300 + "1",
    "brackets": "(" * 300,
    "infinity": "1e999",
    "a foreign digit": "%D9%A3",
    "control characters": "%1B%5B2J%0A",
}
BODIES = {
    "nothing": b"",
    "not text": b"\xff\xfe\x00",
    "nested lists": b"[" * 20_000,
    "null": b"null",
    "a long number": b'{"pairs": ' + b"9" * 5000 + b"}",
    "half a character": b'{"kind": "\\ud800", "players": ["\\udfff"]}',
    "a zero byte": b'{"kind": "match", "players": ["\\u0000", "Random"]}',
    "not a number": b'{"kind": "match", "pairs": NaN}',
}


def routes(method):
    """The routes of a method, but live streams, which may never end."""
    found = [path for path, about in RAW["paths"].items() if method in about]
    return [path for path in found if not path.endswith("/live")]


def queries(path, text):
    """The addresses that have a text as one parameter; all others are left out or sound."""
    asked = RAW["paths"][path]["get"].get("parameters", [])
    in_path = [one["name"] for one in asked if one["in"] == "path"]
    plain = path.format(**dict.fromkeys(in_path, "1"))
    yield from (path.format(**dict.fromkeys(in_path, "1") | {one: text}) for one in in_path if text)
    yield from (f"{plain}?{one['name']}={text}" for one in asked if one["in"] == "query")


@pytest.mark.parametrize("text", ODD.values(), ids=list(ODD))
def test_odd_text_in_any_parameter_is_not_a_server_error(text, address):
    with httpx.Client(base_url=address, timeout=60) as client:
        for path in routes("get"):
            for query in queries(path, text):
                assert client.get(query).status_code < 500, query
        assert client.get("/api/line", params={"moves": "d4 b1"}).status_code == 200


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_an_odd_body_is_not_a_server_error(body, address):
    with httpx.Client(base_url=address, timeout=60) as client:
        for path in routes("post"):
            names = dict.fromkeys(re.findall(r"{(\w+)}", path), "1")
            kind = {"Content-Type": "application/json", "Origin": address}
            answer = client.post(path.format(**names), content=body, headers=kind)
            assert answer.status_code < 500, path


def test_every_route_is_described():
    assert len(RAW["paths"]) >= 18
    for path, methods in RAW["paths"].items():
        for method, about in methods.items():
            assert about["description"], f"{method} {path} is not described"
            assert "429" in about["responses"]
