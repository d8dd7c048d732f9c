"""Commands, of which nothing runs on when this program is interrupted."""

import os
import shlex
from collections.abc import Mapping
from pathlib import Path

from stress_test.groups import started


class Trouble(Exception):
    """There is nothing to compare."""


def output(*command: str | Path, within: Path, environment: Mapping[str, str] | None = None) -> str:
    """What it prints. Trouble, with the end of what it said, where it fails."""
    with started(command, cwd=within, env={**os.environ, **(environment or {})}) as process:
        out, errors = process.communicate()
    if process.returncode:
        said = (errors + out).strip()[-3000:]
        raise Trouble(f"{shlex.join(map(str, command))} failed with {process.returncode}:\n{said}")
    return out
