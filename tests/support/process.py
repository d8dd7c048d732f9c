"""A server process: started, watched, and ended so that nothing is left behind."""

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

SANITIZER_REPORT = re.compile(r"AddressSanitizer|LeakSanitizer|ThreadSanitizer|runtime error:|UndefinedBehavior")


class Process:
    """Runs `command` with stdout and stderr going to files in `folder`."""

    def __init__(
        self,
        command: Sequence[str | Path],
        folder: Path,
        name: str,
        environment: Mapping[str, str] | None = None,
        working_directory: Path | None = None,
    ) -> None:
        self.command = [str(part) for part in command]
        self.name = name
        folder.mkdir(parents=True, exist_ok=True)
        self.stdout_file = folder / f"{name}.stdout"
        self.stderr_file = folder / f"{name}.stderr"
        self.working_directory = working_directory
        self.environment = {**os.environ, **(environment or {})}
        self._process: subprocess.Popen | None = None

    def start(self) -> None:
        with open(self.stdout_file, "ab") as out, open(self.stderr_file, "ab") as err:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=self.environment,
                cwd=self.working_directory,
                process_group=0,
            )

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def stdout(self) -> str:
        return self.stdout_file.read_text(errors="replace") if self.stdout_file.exists() else ""

    @property
    def stderr(self) -> str:
        return self.stderr_file.read_text(errors="replace") if self.stderr_file.exists() else ""

    def signal(self, number: int = signal.SIGTERM) -> None:
        assert self._process
        self._process.send_signal(number)

    def wait(self, within: float = 20) -> int:
        """Its exit code (negative: the signal that ended it)."""
        assert self._process
        try:
            return self._process.wait(within)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{self.name} still runs after {within} s\n{self.stderr[-4000:]}") from None

    def kill(self) -> None:
        """Ends it at once, its children too, whatever state they are in, also when it has ended itself."""
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def stop(self, within: float = 20) -> None:
        """SIGTERM; it must end with 0 and without a sanitizer's complaint."""
        if self.runs:
            self.signal(signal.SIGTERM)
        code = self.wait(within)
        self.complain_of_sanitizers()
        assert code == 0, f"{self.name} ended with {code}\n{self.stderr[-4000:]}"

    def complain_of_sanitizers(self) -> None:
        stderr = self.stderr
        if report := SANITIZER_REPORT.search(stderr):
            raise AssertionError(f"{self.name}:\n{stderr[max(0, report.start() - 200) : report.start() + 8000]}")

    @property
    def rss(self) -> int:
        """Resident memory in bytes."""
        return self._kilobytes("status", "VmRSS:") * 1024

    @property
    def peak_rss(self) -> int:
        """The most that it has had."""
        return self._kilobytes("status", "VmHWM:") * 1024

    @property
    def pss(self) -> int:
        """The same, where what is shared with other processes counts in part."""
        return self._kilobytes("smaps_rollup", "Pss:") * 1024

    def _kilobytes(self, file: str, name: str) -> int:
        for line in Path(f"/proc/{self.pid}/{file}").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1])
        raise AssertionError(f"no {name} of {self.name}")
