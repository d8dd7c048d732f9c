"""Where a run was made, and with what."""

import os
import platform
import re
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

from stress_test.system import ROOT


def describe(programs: Mapping[str, str]) -> dict[str, str | int]:
    """Without a name of the machine, or of its user. `programs` has commands that tell their version."""
    return {
        "cpu": _first(r"model name\s*: (.*)", "/proc/cpuinfo") or platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_bytes": int(_first(r"MemTotal:\s*(\d+)", "/proc/meminfo") or 0) * 1024,
        "kernel": _first(r"^(\d+(?:\.\d+)+)", "/proc/sys/kernel/osrelease"),  # what follows names who built it
        "system": _first(r'PRETTY_NAME="(.*)"', "/etc/os-release") or platform.system(),
        **{name: version(command) for name, command in programs.items()},
        "commit": _says(f"git -C {shlex.quote(str(ROOT))} describe --always --dirty").strip(),
    }


def version(command: str) -> str:
    """The first number with a dot in it that the command prints; empty where it can't be run."""
    found = re.search(r"\d+(?:\.\d+)+", _says(command))
    return found[0] if found else ""


def _first(pattern: str, file: str) -> str:
    try:
        found = re.search(pattern, Path(file).read_text(encoding="utf-8"))
    except OSError:
        return ""
    return found[1] if found else ""


def _says(command: str) -> str:
    try:
        done = subprocess.run(shlex.split(command), capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout + done.stderr
