"""The deployments on which the same tests run."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.address import Address, free_address
from support.api import Api
from support.nginx import Nginx, socket_of
from support.postgres import Postgres
from support.process import Process
from support.program import Program

KINDS = ("sqlite", "postgres", "nginx")


@dataclass
class Deployment:
    kind: str
    front: Address  # what users reach
    instances: list[Program] = field(default_factory=list)
    nginx: Nginx | None = None

    def api(self, timeout: float = 20) -> Api:
        return Api(self.front, timeout, behind_nginx=self.kind in ("nginx", "url"))

    @property
    def everywhere(self) -> list[Address]:
        """Each instance's own address, and the front."""
        return [self.front, *(i.listen for i in self.instances if i.listen != self.front)]

    def check(self) -> None:
        """That no process has ended or complained."""
        for instance in self.instances:
            instance.complain_of_sanitizers()
            assert instance.runs, f"{instance.name} ended with {instance.wait()}\n{instance.stderr[-4000:]}"


@contextmanager
def stopping(process: Process) -> Iterator[None]:
    """Stops it properly after the body, or kills it where the body failed."""
    try:
        yield
    except BaseException:
        process.kill()
        raise
    try:
        process.stop()
    finally:
        process.kill()


@contextmanager
def program(
    binary: Path,
    folder: Path,
    name: str = "pessoas",
    *,
    listen: Address | None = None,
    ready: bool = True,
    **settings: Any,
) -> Iterator[Program]:
    """A running program, stopped with SIGTERM at the end: it must then exit with 0 and no sanitizer complain."""
    started = Program(binary, folder, name, listen=listen or free_address(), admin=free_address(), **settings)
    try:
        started.start(ready)
    except BaseException:
        started.kill()
        raise
    with stopping(started):
        yield started


def migrate(binary: Path, folder: Path, database_url: str) -> None:
    """Applies the schema."""
    once = Process([binary, "--migrate", f"--database-url={database_url}"], folder, "migrate")
    once.start()
    code = once.wait(60)
    assert code == 0, f"--migrate ended with {code}\n{once.stdout}{once.stderr}"


@contextmanager
def deploy(
    kind: str,
    binary: Path,
    folder: Path,
    postgres: Postgres | None = None,
    **settings: Any,
) -> Iterator[Deployment]:
    """`postgres` is not needed for "sqlite". Settings are flags of each instance."""
    with ExitStack() as stack:
        if kind == "sqlite":
            one = stack.enter_context(program(binary, folder, "sqlite", sqlite=folder / "pessoas.db", **settings))
            yield Deployment(kind, one.listen, [one])
            return
        assert postgres
        settings = {"database_url": postgres.create_database()} | settings
        migrate(binary, folder, settings["database_url"])
        if kind == "postgres":
            one = stack.enter_context(program(binary, folder, "postgres", **settings))
            yield Deployment(kind, one.listen, [one])
            return
        instances = [
            stack.enter_context(program(binary, folder, f"api-{n}", listen=socket_of(folder, n), **settings))
            for n in (1, 2)
        ]
        nginx = Nginx(folder)
        stack.callback(nginx.kill)
        nginx.start()
        yield Deployment(kind, nginx.listen, instances, nginx)
