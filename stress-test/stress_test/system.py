"""What is put under load: the project's own stack with or without containers, or anything that runs already."""

import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from stress_test import shell
from stress_test.groups import begun
from stress_test.signals import deaf

ROOT = Path(__file__).parents[2]

PATIENCE = 120  # seconds, for a command


class Trouble(Exception):
    """The run is void."""


@dataclass(frozen=True)
class System:
    """Commands are of the shell; without one, what it would tell is not known."""

    name: str
    url: str
    count_url: str | None
    empty_command: str | None = None
    rows_command: str | None = None
    usage_command: str | None = None
    folder: Path = ROOT  # where the commands are run
    programs: Mapping[str, str] = field(default_factory=dict)  # commands that tell the version of what is tested

    def count(self) -> int | None:
        if not self.count_url:
            return None
        try:
            with urllib.request.urlopen(self.count_url, timeout=30) as answer:
                return _number(answer.read().decode(errors="replace"), self.count_url)
        except (OSError, HTTPException) as why:
            raise Trouble(f"{self.count_url}: {why}") from why

    def rows(self) -> int | None:
        return _number(self._run(self.rows_command), self.rows_command) if self.rows_command else None

    def empty(self) -> None:
        if self.empty_command:
            self._run(self.empty_command)

    def _run(self, command: str) -> str:
        try:
            return shell.output(command, self.folder, PATIENCE)
        except shell.Failed as why:
            raise Trouble(str(why)) from why


def _number(text: str, source: str) -> int:
    if not text.strip().isdecimal():
        raise Trouble(f"{source!r} is expected to give a number, and gave {text.strip()[:200]!r}")
    return int(text)


URL = "http://127.0.0.1:9999"
COUNT_URL = f"{URL}/contagem-pessoas"
EMPTY, ROWS = "TRUNCATE pessoas CASCADE", "SELECT count(*) FROM pessoas"

PSQL = 'psql -qAtX "$(<run/database-url)" -c "{}"'
OWN = System(
    "make up",
    URL,
    COUNT_URL,
    PSQL.format(EMPTY),
    PSQL.format(ROWS),
    "scripts/usage",
    programs={"nginx": "/usr/sbin/nginx -v", "postgresql": "psql --version"},
)

# A project of its own: what another one keeps in its volumes is neither emptied nor removed.
COMPOSE = ("docker", "compose", "-p", "pessoas-stress")
COMPOSED_PSQL = " ".join(COMPOSE) + ' exec -T postgres psql -qAtX -U pessoas -c "{}"'
COMPOSED = System(
    "docker compose", URL, COUNT_URL, COMPOSED_PSQL.format(EMPTY), COMPOSED_PSQL.format(ROWS), "scripts/usage --docker"
)


@contextmanager
def own(keep: bool) -> Iterator[System]:
    """The topology without containers, fresh: what it has used until the end, it has used for this run."""
    if (ROOT / "run").exists():
        raise Trouble("the topology is up already, with data in it: make down")
    try:
        _do("make", "up")
        yield OWN
    finally:
        if not keep:
            _end("make", "down")


@contextmanager
def composed(keep: bool) -> Iterator[System]:
    """The topology in containers, with a volume of its own."""
    running = subprocess.run([*COMPOSE, "ps", "-q"], cwd=ROOT, capture_output=True, text=True)
    if running.returncode:
        raise Trouble(f"docker compose: {running.stderr.strip()}")
    if running.stdout.strip():
        raise Trouble(f"the containers are up already, with data in them: {' '.join(COMPOSE)} down -v")
    if is_served(COMPOSED.url):
        raise Trouble(f"something else is served on {COMPOSED.url}")
    try:
        _do(*COMPOSE, "up", "-d", "--build", "--wait")
        yield COMPOSED
    finally:
        if not keep:
            _end(*COMPOSE, "down", "-v")


def is_served(url: str) -> bool:
    """Somebody listens there."""
    at = urlsplit(url)
    port = at.port or {"http": 80, "https": 443}[at.scheme]
    with suppress(OSError), socket.create_connection((at.hostname, port), timeout=5):
        return True
    return False


def _do(*command: str, **how: Any) -> None:
    """Waits for its end also where it is told to end, so that nothing of it goes on beside what comes next."""
    with suppress(OSError):  # of a terminal, or a reader, that is gone
        print(f"$ {' '.join(command)}", flush=True)
    with begun(command, _await_end, cwd=ROOT, stdout=sys.stderr, **how) as running:
        status = running.wait()
    if status:
        raise Trouble(f"{' '.join(command)} failed with {status}")


def _await_end(running: subprocess.Popen) -> None:
    running.terminate()
    with deaf():
        running.wait()


def _end(*command: str) -> None:
    """Whatever signal comes meanwhile: whoever is in a hurry would leave half a stack behind."""
    with deaf():
        _do(*command, process_group=0)  # which a Ctrl-C does not reach
