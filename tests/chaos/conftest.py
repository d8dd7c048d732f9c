"""What the chaos tests share: the optimised program, Postgres as in production, and short or long variants."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.deployment import migrate
from support.postgres import Postgres


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(900))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the tests have noted by record_property, also where they pass."""
    reports = [r for outcome in ("passed", "failed") for r in terminalreporter.getreports(outcome) if r.user_properties]
    if reports:
        terminalreporter.section("figures")
    for report in reports:
        terminalreporter.write_line(report.nodeid.rpartition("::")[2])
        for name, value in report.user_properties:
            terminalreporter.write_line(f"    {name}: {value}")


@pytest.fixture
def binary(release_binary: Path) -> Path:
    return release_binary


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    return request.config.getoption("full")


@pytest.fixture
def chance(record_property) -> random.Random:
    """The source of the faults' moments. Its seed is in the report: they can be had again, nearly."""
    seed = random.SystemRandom().randrange(2**32)
    record_property("seed", seed)
    return random.Random(seed)


@pytest.fixture
def postgres(folder: Path) -> Iterator[Postgres]:
    """A cluster of its own, as durable as in production."""
    settings = {"max_connections": "40", "log_min_messages": "warning", "deadlock_timeout": "100ms"}
    # As durable as the other way, which takes seconds for the many files of a new cluster after each crash.
    settings["recovery_init_sync_method"] = "syncfs"
    postgres = Postgres(folder / "pg", **settings)
    try:
        yield postgres.start()
    finally:
        postgres.destroy()


@pytest.fixture
def database(binary: Path, folder: Path, postgres: Postgres) -> str:
    """The URL of a database with the schema and nobody in it."""
    url = postgres.create_database()
    migrate(binary, folder, url)
    return url
