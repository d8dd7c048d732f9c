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
    print("seed", seed)
    return random.Random(seed)


@pytest.fixture
def postgres(folder: Path) -> Iterator[Postgres]:
    """A cluster of its own, as durable as in production."""
    postgres = Postgres(folder / "pg", max_connections="40", log_min_messages="warning", deadlock_timeout="100ms")
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
