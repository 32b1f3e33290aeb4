"""Every route matches its OpenAPI description."""

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


def test_every_route_is_described():
    assert len(RAW["paths"]) >= 18
    for path, methods in RAW["paths"].items():
        for method, about in methods.items():
            assert about["description"], f"{method} {path} is not described"
            assert "429" in about["responses"]
