"""wrk: as many requests as a server takes, over connections that are kept."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from support.cpu import on_core

ROOT = Path(__file__).parents[2]
REPORT = Path(__file__).with_name("wrk.lua")
ANSWER_WITHIN = 10  # seconds


@dataclass(frozen=True)
class Outcome:
    """Of answers only; times in seconds."""

    requests: int
    seconds: float
    p50: float
    p99: float
    longest: float
    refused: int  # answered with another status than 2xx and 3xx
    broken: int  # connections that failed, and answers that did not come within 10 s

    @property
    def rate(self) -> float:
        return self.requests / self.seconds


class Void(RuntimeError):
    """Something was refused or broken: what was measured is not what was meant."""


def wrk(url: str, connections: int, seconds: int, core: int | None = None, script: Path = REPORT) -> Outcome:
    """Raises Void unless each answer was good. A script of one's own must load wrk.lua; it runs in the tree's root."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}", f"--timeout={ANSWER_WITHIN}", "-s", str(script), url]
    if core is None:
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    else:
        with on_core(core):
            done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        raise Void(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    outcome = Outcome(**json.loads(done.stdout.splitlines()[-1]))
    if outcome.refused or outcome.broken or not outcome.requests:
        raise Void(f"{url}: {outcome}")
    return outcome
