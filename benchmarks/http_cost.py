"""What a request costs in CPU, beside nginx saying `return 200`: on one core the server, on another wrk.

The runs of a round follow each other at once, so that their ratios mean something on a machine that others use too.
"""

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import return_200
from support.cpu import cpu_seconds, on_core
from support.deployment import migrate, program
from support.figures import spread, table, write_json
from support.folders import temporary_folder
from support.idle import allow_files
from support.postgres import Postgres
from support.program import Program
from support.wrk import Void, wrk

ROOT = Path(__file__).parents[1]
SERVER, CLIENT = 0, 1  # cores
PLAIN = "nginx, return 200"
LIVE = "GET /health/live"
MOST = 1.3  # times nginx: what LIVE may cost


@dataclass(frozen=True)
class Target:
    name: str
    url: str
    pids: list[int]
    database: list[int]  # the roots of its processes, where it has some of its own
    server: Program | None = None  # where it is ours


@dataclass(frozen=True)
class Run:
    target: str
    connections: int
    microseconds: float  # of CPU for a request
    database: float  # as much of the database's processes
    requests_per_second: float
    to_nginx: float  # microseconds, in proportion to nginx' of the same round


@contextmanager
def targets(binary: Path, folder: Path) -> Iterator[list[Target]]:
    """Servers, pinned, each with one person in it."""
    with ExitStack() as stack:
        with on_core(SERVER):
            nginx, listen = return_200.start(folder)
            stack.callback(nginx.kill)
            found = [Target(PLAIN, listen.url + "/", [nginx.pid], [])]

            # As many wait as there are connections, and nobody is refused.
            embedded = {"sqlite": folder / "pessoas.db", "sqlite_reads_waiting": 4096}
            one = stack.enter_context(program(binary, folder, "sqlite", **embedded))
            found.append(Target(LIVE, one.admin.url + "/health/live", [one.pid], [], one))
            person = one.listen.url + "/pessoas/" + one.api().create()
            found.append(Target("GET /pessoas/<id>, SQLite", person, [one.pid], [], one))

            conf = shutil.copy(ROOT / "deploy/postgresql.conf", folder)
            postgres = Postgres(folder / "pg", include=str(conf))
            stack.callback(postgres.destroy)
            url = postgres.start().create_database()
            migrate(binary, folder, url)
            one = stack.enter_context(program(binary, folder, "postgres", database_url=url, pg_reads_waiting=4096))
            person = one.listen.url + "/pessoas/" + one.api().create()
            found.append(Target("GET /pessoas/<id>, PostgreSQL", person, [one.pid], [postgres.pid], one))
        yield found


def what_happened(server: Program | None) -> str:
    """What a server of ours counted and logged so far."""
    if server is None:
        return ""
    counted = server.ask_admin("/metrics").body.decode().splitlines()
    figures = [line for line in counted if not line.startswith("#") and "_bucket{" not in line]
    return "\n".join([*figures, server.stderr])


def measure(target: Target, connections: int, seconds: int, nginx: float | None) -> Run:
    """`nginx`: its microseconds; None: this is nginx."""
    server, database = cpu_seconds(*target.pids), cpu_seconds(*target.database)
    try:
        outcome = wrk(target.url, connections, seconds, CLIENT)
    except Void as why:
        raise Void(f"{why}\n{what_happened(target.server)}") from why
    used = (cpu_seconds(*target.pids) - server) / outcome.requests * 1e6
    beside = (cpu_seconds(*target.database) - database) / outcome.requests * 1e6
    return Run(target.name, connections, used, beside, outcome.rate, used / (nginx or used))


def measure_all(all_of_them: list[Target], connections: list[int], rounds: int, seconds: int) -> Iterator[Run]:
    for target in all_of_them:
        wrk(target.url, connections[0], 1, CLIENT)  # warm
    for _ in range(rounds):
        for number in connections:
            nginx = None
            for target in all_of_them:
                run = measure(target, number, seconds, nginx)
                nginx = nginx or run.microseconds
                yield run


def report(runs: list[Run], connections: int) -> str:
    of_these = [run for run in runs if run.connections == connections]
    rows = []
    for name in dict.fromkeys(run.target for run in of_these):
        own = [run for run in of_these if run.target == name]
        beside = spread(run.database for run in own)
        rows.append(
            [
                name,
                spread(run.microseconds for run in own),
                spread(run.to_nginx for run in own),
                beside if beside.most else "",
                spread(run.requests_per_second for run in own).median,
            ]
        )
    head = [f"{connections:,} connections", "µs a request", "times nginx", "PostgreSQL, µs", "requests/s"]
    return table(head, rows)


def excess(runs: list[Run]) -> list[str]:
    """Where the requirement is not met."""
    found = []
    for connections in sorted({run.connections for run in runs}):
        ratio = spread(r.to_nginx for r in runs if (r.target, r.connections) == (LIVE, connections)).median
        if ratio > MOST:
            found.append(f"{LIVE} costs {ratio:.2f} times nginx at {connections} connections; at most {MOST} is wanted")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=4, help="of one run")
    parser.add_argument("--connections", type=int, nargs="+", default=[64, 2000])
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/pessoas_api")
    parser.add_argument("--json", type=Path, help="write each run to this file")
    options = parser.parse_args()

    allow_files(max(options.connections) + 200)
    with temporary_folder() as folder, targets(options.binary.resolve(), folder) as found:
        runs = list(measure_all(found, options.connections, options.rounds, options.seconds))
    if options.json:
        write_json(runs, options.json)
    print(f"CPU of the server's processes, least / median / most of {options.rounds} rounds\n")
    for connections in options.connections:
        print(report(runs, connections), end="\n\n")
    if complaints := excess(runs):
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    try:
        main()
    except Void as why:
        sys.exit(f"void: {why}")
