"""nginx before two instances, by the project's own nginx.conf."""

import os
import re
import signal
from collections.abc import Mapping
from pathlib import Path

from support.address import Address, free_address
from support.events import eventually
from support.process import Process

CONF = Path(__file__).parents[2] / "nginx.conf"


def socket_of(folder: Path, number: int) -> Address:
    """Where nginx.conf looks for an instance (1 or 2), seen from nginx' working directory."""
    return Address(path=str(folder / f"api-{number}.sock"))


class Nginx(Process):
    """Listens on a free port in place of nginx.conf's. `times` replaces deadlines: {"client_body_timeout": "1s"}."""

    def __init__(self, folder: Path, times: Mapping[str, str] | None = None) -> None:
        self.listen = free_address()
        conf = CONF.read_text()
        for name, value in {"listen": f"{self.listen} backlog=4096", **(times or {})}.items():
            conf, replaced = re.subn(rf"(?m)^(\s+{name}) .*;", rf"\g<1> {value};", conf)
            assert replaced, f"nginx.conf has no {name}"
        prefix = folder / "nginx"
        prefix.mkdir()
        (folder / "nginx.conf").write_text(conf)
        # Workers of another user than the instances' could not connect to their sockets.
        user = " user root;" if os.geteuid() == 0 else ""
        command = ["nginx", "-e", "stderr", "-p", f"{prefix}/", "-c", folder / "nginx.conf", "-g", f"daemon off;{user}"]
        super().__init__(command, folder, "nginx", working_directory=folder)

    def start(self) -> "Nginx":
        super().start()

        def listens() -> bool:
            if not self.runs:
                raise AssertionError(f"nginx ended with {self.wait()}\n{self.stderr}")
            self.listen.connect().close()
            return True

        eventually(listens, 10, "nginx listens")
        return self

    def stop(self, within: float = 20) -> None:
        """Finishes what is in flight."""
        self.signal(signal.SIGQUIT)
        self.wait(within)
