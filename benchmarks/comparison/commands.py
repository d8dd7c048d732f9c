"""Commands, of which nothing runs on when this program is interrupted."""

import os
import shlex
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


class Trouble(Exception):
    """There is nothing to compare."""


def output(*command: str | Path, within: Path, environment: Mapping[str, str] | None = None) -> str:
    """What it prints. Trouble, with the end of what it said, where it fails."""
    process = subprocess.Popen(
        command,
        cwd=within,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        process_group=0,
    )
    try:
        out, errors = process.communicate()
    except BaseException:
        _end(process)
        raise
    if process.returncode:
        said = (errors + out).strip()[-3000:]
        raise Trouble(f"{shlex.join(map(str, command))} failed with {process.returncode}:\n{said}")
    return out


def _end(process: subprocess.Popen) -> None:
    """With all that it has started: a build ends its compilers, and leaves the pipes when they are gone."""
    for way in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, way)
        with suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=10)
            return
