"""Commands of the shell, as the user gives them: none is waited for without end, and none goes on when it is not."""

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path


class Failed(Exception):
    """The command failed, or did not end in time."""


def output(command: str, folder: Path, patience: float) -> str:
    """What it prints, run in `folder`. It has no input: what asks for a password fails, or takes too long."""
    with subprocess.Popen(
        command,
        shell=True,
        executable=shutil.which("bash"),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        process_group=0,
    ) as running:
        try:
            printed, complaint = running.communicate(timeout=patience)
        except BaseException as why:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            if isinstance(why, subprocess.TimeoutExpired):
                raise Failed(f"{command!r} did not end within {patience:g} s") from why
            raise
    if running.returncode:
        raise Failed(f"{command!r} failed: {(complaint or printed).strip()[-500:]}")
    return printed
