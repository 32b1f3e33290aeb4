"""Which requests the server refuses, and that no request hangs or exhausts it."""

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest
from starlette.responses import Response

import lastknight as lk
from lastknight.cli import main
from lastknight.web.connection_owner import is_foreign
from lastknight.web.gate import Gate, Rates
from lastknight.web.http_errors import HttpError
from lastknight.web.settings import Settings
from lastknight.web.workers.pool import Pool
from web_client import PATIENCE, running

START = str(lk.Position())
MIDDLE = str(lk.Position.from_moves("d4 b1"))
TOKEN = "a-token-that-is-long-enough"
# A heuristic that never returns, and a file that leaves a trace when it is run.
ENDLESS = "def endless(position, player):\n    while True:\n        pass\n"
TRAP = (
    "import pathlib\npathlib.Path({marker!r}).touch()\ndef trap(position, player):\n    return 0\n"
    "class Agent:\n    def get_move(self, game, time_left):\n        return 0, 0\n"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("safety")
    (place / "endless.py").write_text(ENDLESS)
    (place / "trap.py").write_text(TRAP.format(marker=str(place / "was-run")))
    return place


@pytest.fixture(scope="module")
def client(folder):
    files = (f"{folder}/endless.py:endless",)
    with running(folder, workers=1, waiting=2, seconds=2.0, streams=3, files=files) as client:
        yield client


@pytest.fixture(scope="module")
def guarded(folder):
    """A server open to other machines, with a token."""
    with running(folder, host="0.0.0.0", token=TOKEN, workers=1) as client:
        client.base_url = f"http://127.0.0.1:{client.base_url.port}"
        yield client


def refused(answer, status):
    """The error line of a refused request."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.json().keys() == {"error"}
    line = answer.json()["error"]
    assert line
    assert "\n" not in line
    assert "Traceback" not in line
    return line


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost.evil:{port}",
        "",
        "127.0.0.1:{port}@evil",
        "192.168.0.7:{port}",
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/catalog", "/api/experiments/1/live", "/openapi.json"])
def test_other_host_names_are_refused(client, host, path):
    port = client.base_url.port
    name = host.format(port=port)
    answer = client.get(path, headers={"host": name})
    assert "answers to no other name" in refused(answer, 421)


def test_its_own_host_names_are_answered(client):
    port = client.base_url.port
    for name in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}"):
        assert client.get("/api/catalog", headers={"host": name}).status_code == 200


@pytest.mark.parametrize("origin", [None, "http://127.0.0.1", "http://localhost:80"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.0.0.1:80", "[::1]"])
def test_the_port_of_http_may_be_left_out(host, origin):
    """Browsers leave it out, so with --port 80 the server refused its own address."""
    assert _status(Settings(port=80), host, origin) == 200
    assert _status(Settings(port=8731), host, origin) == 421


def _status(settings, host, origin):
    """The answer of a gate to one request, before any application."""
    sent = []

    async def app(scope, receive, send):
        await Response("")(scope, receive, send)

    async def send(message):
        sent.append(message)

    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin else [])
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers}
    run_apart(lambda: Gate(app, settings)(scope, None, send))
    return sent[0]["status"]


def test_two_host_headers_are_refused(client):
    port = client.base_url.port
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.putrequest("GET", "/api/catalog", skip_host=True)
    connection.putheader("Host", f"127.0.0.1:{port}")
    connection.putheader("Host", "evil.example")
    connection.endheaders()
    assert connection.getresponse().status in (400, 421)
    connection.close()


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:{port}"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "file://"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "navigate"},
    ],
)
def test_other_sites_are_refused(client, headers):
    port = client.base_url.port
    sent = {name: value.format(port=port) for name, value in headers.items()}
    for path in ("/api/catalog", "/api/experiments/1/live"):
        assert "other web sites" in refused(client.get(path, headers=sent), 403)
    answer = client.post("/api/experiments", json={}, headers=sent)
    assert "other web sites" in refused(answer, 403)
    assert "access-control-allow-origin" not in answer.headers


def test_our_own_page_is_answered_and_can_be_linked_to(client):
    port = client.base_url.port
    own = {"origin": f"http://127.0.0.1:{port}", "sec-fetch-site": "same-origin"}
    assert client.get("/api/catalog", headers=own).status_code == 200
    visit = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/", headers=visit).status_code == 200


def test_a_preflight_gets_no_permission(client):
    asked = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    answer = client.options("/api/experiments", headers=asked)
    refused(answer, 403)
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_answers_isolate_the_page(client):
    for path in ("/", "/api/catalog", "/api/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_form_of_another_site_cannot_be_posted(client):
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = client.post("/api/experiments", content=b"{}", headers={"content-type": kind})
        assert "send JSON" in refused(answer, 415)


def test_sizes_are_limited(client):
    long = "x" * 100_000
    refused(client.post("/api/experiments", json={"kind": long}), 413)
    pieces = (b"x" * 10_000 for _ in range(100))
    kind = {"content-type": "application/json"}
    refused(client.post("/api/experiments", content=pieces, headers=kind), 413)
    refused(client.get("/api/line", params={"moves": "a" * 9000}), 414)
    refused(client.get("/api/choose", params={"position": "." * 401, "player": "Random"}), 422)
    refused(client.get("/api/values", params={"position": MIDDLE, "heuristic": ["open"] * 21}), 422)
    refused(client.get("/api/" + "x" * 2000), 414)


def test_every_error_is_one_line(client):
    assert "no such address" in refused(client.get("/api/nothing"), 404)
    assert "method" in refused(client.delete("/api/line"), 405)
    assert "width" in refused(client.get("/api/line?width=900"), 422)
    refused(client.get("/api/line?width=900&start=%00%ff"), 422)
    refused(client.get("/api/line?start=%00"), 400)
    refused(
        client.post("/api/experiments", content=b"{", headers={"content-type": "application/json"}),
        422,
    )
    deep = "[" * 20_000
    kind = {"content-type": "application/json"}
    assert client.post("/api/experiments", content=deep, headers=kind).status_code in (400, 422)
    refused(client.get("/api/experiments/%2e%2e%2fx"), 404)


def test_what_is_not_http_gets_an_error_line(client):
    with socket.create_connection(("127.0.0.1", client.base_url.port), PATIENCE) as connection:
        connection.sendall(b"what is this\r\n\r\n")
        answer = connection.makefile("rb").read()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body).keys() == {"error"}


def test_a_defect_gives_no_details_away(client, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("inner workings")

    monkeypatch.setattr("lastknight.web.routes.board.read_position", fail)
    line = refused(client.get("/api/solve", params={"position": MIDDLE}), 500)
    assert "inner workings" not in line


@pytest.mark.parametrize(
    "spec",
    [
        "{folder}/trap.py:trap",
        "'{folder}/trap.py:trap'",
        "improved + {folder}/trap.py:trap",
        "{folder}/trap.py",
        "{folder}/trap.py:Agent",
        "{folder}/trap.py:Agent(nodes=5)",
        "{folder}/../{name}/endless.py:endless",
        "{folder}/endless.py:other",
        "__import__('os').system('true')",
        "(lambda: 0)()",
        "open('/etc/passwd')",
        "in_file_0",
    ],
)
def test_python_code_is_never_accepted(client, folder, spec):
    given = spec.format(folder=folder, name=folder.name)
    values = client.get("/api/values", params={"position": MIDDLE, "heuristic": given})
    if values.status_code == 200:  # what is wrong with one heuristic does not hide the others
        (one,) = values.json()["heuristics"]
        assert one["problem"]
        assert (one["here"], one["moves"]) == (None, [])
    else:
        assert values.status_code in (400, 403), values.text
        refused(values, values.status_code)
    for answer in (
        client.get("/api/why", params={"position": MIDDLE, "heuristic": given}),
        client.get("/api/choose", params={"position": MIDDLE, "player": f"Greedy({given})"}),
        client.get("/api/choose", params={"position": MIDDLE, "player": given}),
        client.post("/api/experiments", json={"kind": "analysis", "heuristics": [given]}),
        client.post(
            "/api/experiments", json={"kind": "analysis", "baseline": given, "heuristics": ["open"]}
        ),
        client.post(
            "/api/experiments", json={"kind": "match", "players": ["Random", f"Greedy({given})"]}
        ),
        client.post("/api/experiments", json={"kind": "match", "players": ["Random", given]}),
    ):
        assert answer.status_code in (400, 403), answer.text
        refused(answer, answer.status_code)
    assert not (folder / "was-run").exists()


def test_players_of_a_form_are_not_command_options(client):
    for word in ("--file=/tmp/elsewhere.db", "-o", "--help"):
        answer = client.post(
            "/api/experiments", json={"kind": "match", "players": [word, "Random"]}
        )
        refused(answer, 400)


def test_an_endless_query_is_stopped(client, folder):
    """A worker hung in a heuristic is stopped, and the next request is answered."""
    spec = f"{folder}/endless.py:endless"
    answer = client.get("/api/values", params={"position": MIDDLE, "heuristic": spec})
    assert "stopped after 2 s" in refused(answer, 503)
    events = client.get(
        "/api/think", params={"position": MIDDLE, "player": f"AlphaBeta({spec}, depth=2)"}
    )
    assert "event: error" in events.text
    assert client.get("/api/solve", params={"position": MIDDLE}).status_code == 200


def test_the_number_of_waiting_queries_is_limited(client, folder):
    """One runs, two wait, the others are refused at once."""
    spec = f"{folder}/endless.py:endless"
    statuses = []

    def ask():
        asked = {"position": MIDDLE, "heuristic": spec}
        statuses.append(client.get("/api/values", params=asked).status_code)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(statuses) == [429] * 5 + [503] * 3 or statuses.count(429) >= 5
    assert client.get("/api/solve", params={"position": MIDDLE}).status_code == 200


def test_the_number_of_open_streams_is_limited(client, folder):
    lk.Store(folder / "games.db").close()
    with lk.Store(folder / "games.db") as store:
        lk.play_match("Random", "Greedy(open)", pairs=2, store=store)
    streams = [client.stream("GET", "/api/experiments/1/live") for _ in range(3)]
    try:
        for stream in streams:
            assert stream.__enter__().status_code == 200
        assert "too many open streams" in refused(client.get("/api/experiments/1/live"), 429)
    finally:
        for stream in streams:
            stream.__exit__(None, None, None)
    end = monotonic() + PATIENCE
    while monotonic() < end:
        with client.stream("GET", "/api/experiments/1/live") as answer:
            if answer.status_code == 200:
                return
        sleep(0.1)
    pytest.fail("closed streams still count as open")


def run_apart(coroutine):
    """Run a coroutine in a thread: the browser tests leave an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(coroutine())).result()


def test_a_query_stops_when_its_client_disconnects():
    """The worker is free again long before the query would have ended."""

    async def go_away():
        pool = Pool(1, waiting=1, seconds=PATIENCE)
        await pool.open()
        try:
            asked = {
                "position": START,
                "player": "AlphaBeta(longest_path, nodes=5000000)",
                "seed": 0,
            }
            events = pool.events("think", **asked, lines=1)
            assert (await anext(events))[0] == "iteration"
            await events.aclose()
            return await pool.ask("choose", **asked | {"player": "Random"})
        finally:
            await pool.close()

    assert run_apart(go_away)["nodes"] == 0


def test_a_worker_that_dies_is_replaced():
    async def kill():
        pool = Pool(1, waiting=1, seconds=PATIENCE)
        await pool.open()
        try:
            (process,) = pool._all
            process.kill()
            await process.wait()
            asked = {"position": START, "player": "Random", "seed": 0}
            return await pool.ask("choose", **asked)
        finally:
            await pool.close()

    assert run_apart(kill)["move"]


def test_idle_connections_are_closed(client, monkeypatch):
    monkeypatch.setattr("lastknight.web.app._PATIENCE", 0.05)
    with socket.create_connection(("127.0.0.1", client.base_url.port), PATIENCE) as connection:
        connection.sendall(b"GET /api/catalog HTTP/1.1\r\n")
        assert connection.recv(1) == b""


def test_a_client_over_its_rate_is_refused_for_a_while(monkeypatch):
    now = 0.0
    monkeypatch.setattr("lastknight.web.gate.monotonic", lambda: now)
    rates = Rates(rate=10, burst=5)
    for _ in range(5):
        rates.take("one")
    with pytest.raises(HttpError, match="too many requests"):
        rates.take("one")
    rates.take("other")
    now = 0.1
    rates.take("one")
    with pytest.raises(HttpError):
        rates.take("one")


def test_a_flood_of_requests_gets_429(folder):
    with running(folder, workers=1, rate=1.0, burst=20.0) as client:
        statuses = [client.get("/api/catalog").status_code for _ in range(40)]
        assert statuses[:20] == [200] * 20
        assert 429 in statuses[20:]
        assert set(statuses) == {200, 429}


def test_another_address_needs_the_token(guarded):
    assert "token required" in refused(guarded.get("/api/catalog"), 401)
    refused(guarded.get("/"), 401)
    refused(guarded.get("/?token=wrong"), 401)
    refused(guarded.get("/api/catalog", headers={"authorization": "Bearer wrong"}), 401)
    refused(guarded.get("/api/catalog", params={"token": TOKEN}), 401)
    bearer = {"authorization": f"Bearer {TOKEN}"}
    assert guarded.get("/api/catalog", headers=bearer).status_code == 200


def test_the_first_visit_sets_a_cookie(guarded):
    first = guarded.get("/", params={"token": TOKEN})
    assert (first.status_code, first.headers["location"]) == (303, "/")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite" in cookie.lower()
    assert guarded.get("/api/catalog").status_code == 200
    again = guarded.get("/", params={"token": TOKEN})
    assert (again.status_code, again.headers["location"]) == (303, "/")
    guarded.cookies.clear()
    refused(guarded.get("/api/catalog"), 401)


def test_even_with_a_token_other_host_names_are_refused(guarded):
    bearer = {"authorization": f"Bearer {TOKEN}"}
    port = guarded.base_url.port
    for name in (f"192.168.0.7:{port}", f"{socket.gethostname()}:{port}"):
        answer = guarded.get("/api/catalog", headers=bearer | {"host": name})
        assert answer.status_code == 200
    answer = guarded.get("/api/catalog", headers=bearer | {"host": f"evil.example:{port}"})
    refused(answer, 421)


def test_only_report_files_are_served(client, folder):
    place = folder / "analysis"
    place.mkdir()
    lk.Store(place / "games.db").close()
    (place / "report.html").write_text("the report")
    (folder / "secret.txt").write_text("secret")
    (place / "link.txt").symlink_to(folder / "secret.txt")
    assert client.get("/reports/analysis/report.html").text == "the report"
    for name in (
        "games.db",
        "link.txt",
        "..%2fsecret.txt",
        "../secret.txt",
        ".hidden.txt",
        "no.txt",
    ):
        assert client.get(f"/reports/analysis/{name}").status_code == 404
    for name in ("..", "%2e%2e", "1"):
        assert client.get(f"/reports/{name}/secret.txt").status_code == 404


def test_a_taken_port_is_one_error_line(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--no-browser", "--port", str(port)]) == 2
    said = capsys.readouterr().err
    assert f"cannot listen on 127.0.0.1:{port}" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--token", "short"], "16 characters"),
        (["nothing.txt"], "my_heuristics.py"),
        (["missing.py"], "cannot read missing.py"),
    ],
)
def test_wrong_options_are_one_error_line(words, said, capsys):
    assert main(["serve", "--no-browser", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_missing_library_is_named_with_the_command_to_install_it(monkeypatch, capsys):
    module = sys.modules["lastknight.cli.serve"]
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    assert main(["serve"]) == 2
    assert "pip install 'lastknight[serve]'" in capsys.readouterr().err


@pytest.fixture
def served(tmp_path):
    """The command `lastknight serve` in a process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "lastknight", "serve", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert f"http://127.0.0.1:{port}/" in process.stdout.readline()
    with process, httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        yield process, client, tmp_path
        process.kill()


VISIT = """
import os, socket, sys
os.setgid(65534), os.setuid(65534)
visit = socket.socket()
visit.connect((b"127.0.0.1", int(sys.argv[1])))
host = b"127.0.0.1:" + sys.argv[1].encode()
visit.sendall(b"GET /api/experiments HTTP/1.1\\r\\nHost: " + host + b"\\r\\n\\r\\n")
print(visit.recv(100).split()[1].decode())
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only the administrator can act as another user")
def test_another_user_of_this_machine_does_not_get_in(served):
    _, client, _ = served
    port = client.base_url.port
    visit = [sys.executable, "-I", "-c", VISIT, str(port)]
    done = subprocess.run(visit, capture_output=True, text=True, check=True)
    assert done.stdout == "403\n"
    assert client.get("/api/experiments").status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_kernel_knows_whose_connection_it_is(host, monkeypatch):
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listening:
        listening.bind((host, 0))
        listening.listen()
        client = socket.create_connection(listening.getsockname()[:2])
        accepted, _ = listening.accept()
        with accepted:
            with client:
                assert not is_foreign(accepted)
                monkeypatch.setattr(os, "getuid", lambda: 4711)
                assert is_foreign(accepted) == (client_owner() != 0)
            assert is_foreign(accepted)  # closed: nobody's any more


def client_owner():
    """The user of this process, whatever a test pretends."""
    return Path("/proc/self").stat().st_uid


def test_ctrl_c_stops_it_cleanly_and_experiments_keep_their_games(served):
    process, client, folder = served
    players = ["AlphaBeta(ratio, nodes=300)", "AlphaBeta(improved, nodes=300)"]
    request = {"kind": "match", "players": players, "pairs": 100_000}
    assert client.post("/api/experiments", json=request).json() == {"id": "1"}
    with client.stream("GET", "/api/experiments/1/live") as live:
        for line in live.iter_lines():
            if line.startswith("data: ") and json.loads(line[6:])["played"]:
                break
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in said
    assert process.returncode in (0, 130)
    with lk.Store(folder / "lastknight.db") as store:
        assert sum(store.done(1).values()) > 0
    assert not _children_in(folder)


def _children_in(folder):
    """Processes whose working directory is a folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if (place / "cwd").readlink() == folder:
                found.append((place / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


def test_ctrl_c_with_a_page_open_is_quiet(tmp_path):
    """It waited for the page, and printed a traceback for each tab that watched an experiment."""
    lk.play_match("Random", "Greedy(open)", pairs=2, store=tmp_path / "games.db")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "lastknight", "serve", "--no-browser", "--file", "games.db"]
    with subprocess.Popen(
        [*words, "--port", str(port)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline().startswith("the page is at")
        live = f"http://127.0.0.1:{port}/api/experiments/1/live"
        with httpx.stream("GET", live, timeout=PATIENCE) as answer:
            lines = answer.iter_lines()
            next(lines)
            process.send_signal(signal.SIGINT)
            assert not any("Error" in line for line in lines)
            process.wait(PATIENCE)
        assert process.stderr.read() == ""
