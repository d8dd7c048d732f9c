"""A private Postgres cluster, by scripts/postgres-cluster."""

import itertools
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import psycopg

from support.address import Address

SCRIPT = Path(__file__).parents[2] / "scripts" / "postgres-cluster"


class Postgres:
    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self._names = itertools.count()
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        self._run("create", *options)

    def start(self) -> "Postgres":
        self._run("start")
        return self

    def stop(self, how: str = "fast") -> None:
        self._run("stop", how)

    def destroy(self) -> None:
        self._run("destroy")

    def create_database(self, options: str = "") -> str:
        """A new database, by these options of CREATE DATABASE; its URL."""
        name = f"test_{next(self._names)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} {options}")
        return self.url(name)

    def url(self, database: str = "postgres") -> str:
        return self._run("url", database).strip()

    @property
    def socket(self) -> Address:
        query = parse_qs(urlsplit(self.url()).query)
        return Address(path=f"{unquote(query['host'][0])}/.s.PGSQL.{query['port'][0]}")

    @property
    def pid(self) -> int:
        """Of the process that all others are children of."""
        return int((self.folder / "data/postmaster.pid").read_text().split()[0])

    @property
    def log(self) -> str:
        file = self.folder / "log"
        return file.read_text(errors="replace") if file.exists() else ""

    def _run(self, command: str, *arguments: str) -> str:
        done = subprocess.run(
            [SCRIPT, command, self.folder, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        if done.returncode:
            raise AssertionError(f"postgres-cluster {command}: {done.stderr}")
        return done.stdout


def through(url: str, proxy: Address) -> str:
    """The database of `url`, reached through a proxy that listens on TCP."""
    return urlsplit(url)._replace(netloc=f"{proxy.host}:{proxy.port}", query="user=postgres&sslmode=disable").geturl()


def query(url: str, sql: str) -> list[tuple]:
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(sql)
        return cursor.fetchall() if cursor.description else []
