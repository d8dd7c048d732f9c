"""The topology of `make up`, and the load on it."""

import json
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
URL = "http://127.0.0.1:9999"


class Void(Exception):
    """There is no result, and why."""


def run(*command: str | Path, says: bool = False) -> str:
    """What it prints; with `says`, what it says meanwhile is shown."""
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=None if says else subprocess.PIPE, text=True
    )
    if done.returncode != 0:
        raise Void(f"{' '.join(map(str, command))} ended with {done.returncode}: {(done.stderr or '').strip()}")
    return done.stdout


@contextmanager
def topology() -> Iterator[str]:
    """A fresh one; what it says of its limits."""
    if (ROOT / "run").exists():
        raise Void("the topology is up already, with data in it: make down")
    try:
        run("scripts/topology", "up")
        yield (ROOT / "run/limits").read_text().strip()
    finally:
        run("scripts/topology", "down")


def empty() -> None:
    url = (ROOT / "run/database-url").read_text().strip()
    run("psql", "-qAtX", url, "-c", "TRUNCATE pessoas, pessoas_trechos", "-c", "CHECKPOINT")


def count() -> int:
    with urllib.request.urlopen(f"{URL}/contagem-pessoas", timeout=30) as answer:
        return int(answer.read())


def usage() -> dict[str, Any]:
    return json.loads(run("scripts/usage"))


def load(rate: int, seconds: int, data: Path) -> dict[str, Any]:
    """Of users at that rate: the generator's report. Its progress is shown."""
    command = [ROOT / "build/release/bin/stress_load", "--url", URL, "--rate", str(rate), "--seconds", str(seconds)]
    command += ["--payloads", data / "payloads.jsonl", "--terms", data / "terms.txt"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        raise Void(f"stress_load ended with {done.returncode}")
    return json.loads(done.stdout)
