"""What is asked of the system under test."""

import http.server
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from stress_test import system
from stress_test.run import empty
from stress_test.signals import SIGNALS
from stress_test.system import System, Trouble
from support.postgres import Postgres, query


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, body = self.server.answer
        if status:
            self.send_response(status)
            self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[http.server.HTTPServer]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        server.answer = (200, b"42")
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield server
        server.shutdown()
        serving.join()


@pytest.fixture
def url(server: http.server.HTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}"


def of(folder: Path, **commands: str | None) -> System:
    return System("a system", "http://127.0.0.1:1", **{"count_url": None} | commands, folder=folder)


def test_the_count_is_what_the_api_says(url: str, tmp_path: Path):
    assert of(tmp_path, count_url=url).count() == 42


@pytest.mark.parametrize(
    "answer", [(200, b""), (200, b"many"), (200, b"-1"), (200, b"4.5"), (404, b"1"), (503, b""), (0, b"no HTTP\r\n")]
)
def test_what_is_no_count_makes_the_run_void(
    answer: tuple[int, bytes], server: http.server.HTTPServer, url: str, tmp_path: Path
):
    server.answer = answer
    with pytest.raises(Trouble, match=url):
        of(tmp_path, count_url=url).count()


def test_nobody_listening_makes_the_run_void(tmp_path: Path):
    with pytest.raises(Trouble):
        of(tmp_path, count_url="http://127.0.0.1:1").count()


def test_what_is_not_given_is_not_known(tmp_path: Path):
    nothing = of(tmp_path)
    nothing.empty()
    assert nothing.count() is None
    assert nothing.rows() is None


def test_commands_are_of_the_shell_and_run_in_the_folder(tmp_path: Path):
    there = of(tmp_path, empty_command="echo 0 > rows", rows_command="cat rows | tail -n 1")
    there.empty()
    assert there.rows() == 0


@pytest.mark.parametrize("command", ["echo many", "true", "echo no such table >&2; exit 1"])
def test_a_command_that_gives_no_number_makes_the_run_void(command: str, tmp_path: Path):
    with pytest.raises(Trouble):
        of(tmp_path, rows_command=command).rows()


def test_persons_that_are_there_before_the_run_make_it_void(url: str, tmp_path: Path):
    with pytest.raises(Trouble, match="42 persons before the run; --empty-command removes them"):
        empty(of(tmp_path, count_url=url))
    with pytest.raises(Trouble, match=r"7 persons before the run$"):
        empty(of(tmp_path, empty_command="true", rows_command="echo 7"))


def test_the_own_stack_is_emptied_and_counted_with_all_that_belongs_to_a_person(
    shared_postgres: Postgres, tmp_path: Path
):
    url = shared_postgres.create_database()
    for schema in sorted((system.ROOT / "sql/postgres").glob("*.sql")):
        query(url, schema.read_text())
    person = "'01a22d84-5a49-733f-a447-59712af1606b'"
    query(url, f"INSERT INTO pessoas VALUES ({person}, '2000-01-01', 'ana', 'ana', 'Ana')")
    query(url, f"INSERT INTO pessoas_trechos VALUES ({person}, 1, 'ana')")
    (tmp_path / "run").mkdir()
    (tmp_path / "run/database-url").write_text(url)
    own = replace(system.OWN, folder=tmp_path)
    assert own.rows() == 1
    own.empty()
    assert own.rows() == 0


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """What was said to make and docker, which are stand-ins; `docker compose ps` says what is in the file `running`."""
    monkeypatch.setattr(system, "ROOT", tmp_path)
    monkeypatch.setattr(system, "COMPOSED", replace(system.COMPOSED, url="http://127.0.0.1:1"))
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    for name in ("make", "docker"):
        program = tmp_path / name
        program.write_text(f"""#!/bin/sh
case "$*" in *ps*) exec cat running;; *) echo "{name} $*" >>said;; esac
test ! -e "fail-$(echo "$*" | cut -d' ' -f1)"
""")
        program.chmod(0o755)
    (tmp_path / "running").touch()
    (tmp_path / "said").touch()
    return lambda: (tmp_path / "said").read_text().splitlines()


COMPOSE = "docker compose -p pessoas-stress"
UP_AND_DOWN = [
    (system.own, ["make up", "make down"]),
    (system.composed, [f"{COMPOSE} up -d --build --wait", f"{COMPOSE} down -v"]),
]


@pytest.mark.parametrize(("begin", "wanted"), UP_AND_DOWN)
def test_a_stack_is_up_for_the_run_also_one_that_fails(begin: Callable, wanted: list[str], said: Callable):
    def fail(meanwhile: list[str]) -> None:
        assert meanwhile == wanted[:1]
        raise RuntimeError

    with pytest.raises(RuntimeError), begin(keep=False):
        fail(said())
    assert said() == wanted


@pytest.mark.parametrize(("begin", "wanted"), UP_AND_DOWN)
def test_a_stack_can_be_kept(begin: Callable, wanted: list[str], said: Callable):
    with begin(keep=True):
        pass
    assert said() == wanted[:1]


def test_a_stack_that_does_not_start_makes_the_run_void(said: Callable, tmp_path: Path):
    (tmp_path / "fail-up").touch()
    with pytest.raises(Trouble, match="make up failed"), system.own(keep=False):
        pass
    assert said() == ["make up", "make down"], "somebody may have ended it halfway"


# Interrupts who waits for it: while it starts the stack, which it goes on with until it is told; and while it ends it.
HASTY = """#!/bin/sh
echo "make $*" >>said
if test "$1" = up; then
  trap 'echo "up ends" >>said; exit 1' TERM
  kill -INT $PPID
  while :; do sleep 0.01; done
fi
kill -INT $PPID
kill -TERM $PPID
kill -HUP $PPID
sleep 0.3 # were one of them heard, this would be ended now
test "$(cut -d' ' -f5 /proc/$$/stat)" = $$ && echo "down ends" >>said
"""


def test_a_stack_is_ended_by_whoever_is_in_a_hurry_too(said: Callable, tmp_path: Path):
    (tmp_path / "make").write_text(HASTY)
    handlers = [signal.getsignal(number) for number in SIGNALS]
    with pytest.raises(KeyboardInterrupt), system.own(keep=False):
        pass
    assert said() == ["make up", "up ends", "make down", "down ends"]
    assert [signal.getsignal(number) for number in SIGNALS] == handlers


def test_a_stack_is_ended_also_where_nobody_reads_what_is_said(said: Callable, monkeypatch: pytest.MonkeyPatch):
    def closed(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", closed)
    with system.own(keep=False):
        pass
    assert said() == ["make up", "make down"]


def test_a_stack_that_is_up_is_not_touched(said: Callable, tmp_path: Path):
    (tmp_path / "run").mkdir()
    with pytest.raises(Trouble, match="make down"), system.own(keep=False):
        pass
    (tmp_path / "running").write_text("01a22d845a49\n")
    with pytest.raises(Trouble, match=f"{COMPOSE} down -v"), system.composed(keep=False):
        pass
    assert said() == []


def test_containers_do_not_start_where_something_else_is_served(
    said: Callable, url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(system, "COMPOSED", replace(system.COMPOSED, url=url))
    with pytest.raises(Trouble, match=url), system.composed(keep=False):
        pass
    assert said() == []


def test_containers_are_of_a_project_of_their_own_in_each_command():
    for command in (system.COMPOSED.empty_command, system.COMPOSED.rows_command):
        assert command.startswith(f"{COMPOSE} exec -T postgres psql ")
