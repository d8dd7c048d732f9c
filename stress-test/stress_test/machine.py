"""Where a run was made, and with what."""

import os
import platform
import re
import subprocess
from pathlib import Path

from stress_test.system import ROOT


def describe(gatling: str) -> dict[str, str | int]:
    """Without a name of the machine, or of its user."""
    return {
        "cpu": _first(r"model name\s*: (.*)", "/proc/cpuinfo") or platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_bytes": int(_first(r"MemTotal:\s*(\d+)", "/proc/meminfo") or 0) * 1024,
        "kernel": platform.release(),
        "system": _first(r'PRETTY_NAME="(.*)"', "/etc/os-release") or platform.system(),
        "gatling": gatling,
        "java": _says(r'version "(.*?)"', "java", "-version"),
        "nginx": _says(r"nginx/(\S+)", "/usr/sbin/nginx", "-v"),
        "postgresql": _says(r"PostgreSQL\) (\S+)", "psql", "--version"),
        "commit": _says(r"(\S+)", "git", "-C", str(ROOT), "describe", "--always", "--dirty"),
    }


def _first(pattern: str, file: str) -> str:
    try:
        found = re.search(pattern, Path(file).read_text(encoding="utf-8"))
    except OSError:
        return ""
    return found[1] if found else ""


def _says(pattern: str, *command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return ""
    found = re.search(pattern, done.stdout + done.stderr)
    return found[1] if found else ""
