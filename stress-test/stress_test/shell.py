"""Commands of the shell, as the user gives them: none is waited for without end, and none goes on when it is not."""

import shutil
import subprocess
from pathlib import Path

from stress_test.groups import started


class Failed(Exception):
    """The command failed, or did not end in time."""


def output(command: str, folder: Path, patience: float) -> str:
    """What it prints, run in `folder`. It has no input: what asks for a password fails, or takes too long."""
    try:
        with started(command, shell=True, executable=shutil.which("bash"), cwd=folder) as running:
            printed, complaint = running.communicate(timeout=patience)
    except subprocess.TimeoutExpired as why:
        raise Failed(f"{command!r} did not end within {patience:g} s") from why
    if running.returncode:
        raise Failed(f"{command!r} failed: {(complaint or printed).strip()[-500:]}")
    return printed
