"""The program under test, pessoas_api, as one process."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from support.address import Address
from support.api import Api
from support.events import eventually
from support.process import Process
from support.wire import Answer, Connection


def flags(settings: Mapping[str, Any]) -> list[str]:
    """{"head_timeout": "500ms", "access_log": True} as --head-timeout=500ms --access-log."""
    spelled = {"--" + name.replace("_", "-"): value for name, value in settings.items()}
    return [name if value is True else f"{name}={value}" for name, value in spelled.items()]


class Program(Process):
    """`listen` is the public address, `admin` the one of health and metrics; `settings` become flags."""

    def __init__(
        self,
        binary: Path,
        folder: Path,
        name: str,
        *,
        listen: Address,
        admin: Address,
        environment: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        self.listen = listen
        self.admin = admin
        command = [binary, f"--listen={listen}", f"--admin-address={admin}", *flags(settings)]
        super().__init__(command, folder, name, environment)

    def start(self, ready: bool = True, within: float = 20) -> "Program":
        """Returns when it is ready, or where `ready` is false when it is alive."""
        super().start()

        def answers() -> bool:
            if not self.runs:
                raise AssertionError(f"{self.name} ended with {self.wait()}\n{self.stderr[-4000:]}")
            return self.ask_admin("/health/ready" if ready else "/health/live").status == 200

        eventually(answers, within, f"{self.name} is {'ready' if ready else 'alive'}")
        return self

    def ask_admin(self, path: str) -> Answer:
        with Connection(self.admin) as connection:
            return connection.request("GET", path, headers={"Connection": "close"})

    @property
    def is_ready(self) -> bool:
        return self.ask_admin("/health/ready").status == 200

    def health(self) -> Any:
        return self.ask_admin("/health/ready").json()

    def metrics(self) -> "Metrics":
        return Metrics(self.ask_admin("/metrics").body.decode())

    def api(self, timeout: float = 20) -> Api:
        return Api(self.listen, timeout)

    @property
    def log(self) -> list[Any]:
        """The lines of its output that are JSON."""
        lines = (self.stdout + "\n" + self.stderr).splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]


class Metrics:
    """What /metrics says at one moment."""

    def __init__(self, text: str) -> None:
        self.families = {family.name: family for family in text_string_to_metric_families(text)}
        self.samples = [sample for family in self.families.values() for sample in family.samples]

    def value(self, name: str, **labels: str) -> float:
        """The sum of the samples of that name that have these labels (0 where there is none)."""
        return sum(s.value for s in self.samples if s.name == name and labels.items() <= s.labels.items())
