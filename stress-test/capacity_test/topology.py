"""The topology of `make up`, filled, emptied again for each rate, and the load on it."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg

from stack import quota
from stress_test import filling, system, usage
from stress_test.data import PAYLOADS_FILE, TERMS_FILE
from stress_test.system import OWN, ROOT, Trouble

RUN = ROOT / "run"

# What was removed is out of the way before the next rate.
TIDIED = replace(OWN, empty_command=f"{OWN.empty_command} -c CHECKPOINT")


@contextmanager
def fresh() -> Iterator[str]:
    """Brought up, and down again in the end; what it says of its limits."""
    with system.own(keep=False):
        yield (RUN / "limits").read_text().strip()


def fill(rows: int) -> str:
    """How long it took, in words. PostgreSQL has no quota of CPU meanwhile."""
    with _unhurried_database() as url:
        return filling.fill(url, rows)


def empty(but: int) -> None:
    """Of all but the rows that it was filled with: what they are in is left as it is."""
    if not but:
        TIDIED.empty()
        return
    with _unhurried_database() as url:
        filling.remove_later(url, but)


@contextmanager
def _unhurried_database() -> Iterator[str]:
    """Its URL, while no quota holds it up."""
    try:
        with quota.lifted(RUN, "postgres"):
            yield (RUN / "database-url").read_text().strip()
    except psycopg.Error as why:
        raise Trouble(f"the database: {why}") from why


def count() -> int | None:
    return OWN.count()


def used() -> usage.Usage:
    return usage.read(OWN.usage_command, ROOT)


def load(rate: int, seconds: int, data: Path) -> dict[str, Any]:
    """Of users at that rate: the generator's report. Its progress is shown."""
    command = [ROOT / "build/release/bin/stress_load", "--url", OWN.url, "--rate", str(rate), "--seconds", str(seconds)]
    command += ["--payloads", data / PAYLOADS_FILE, "--terms", data / TERMS_FILE]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        raise Trouble(f"stress_load ended with {done.returncode}")
    return json.loads(done.stdout)
