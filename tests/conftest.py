"""Options of the black-box tests, and what all of them start."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from support.address import Address, of_url
from support.folders import temporary_folder
from support.postgres import Postgres

ROOT = Path(__file__).parents[1]

# The same examples in each run, so that a change is judged by what it changes; `--hypothesis-profile explore` draws
# new ones.
settings.register_profile("pessoas", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("pessoas")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("pessoas")
    group.addoption("--binary", type=Path, default=ROOT / "build/dev/bin/pessoas_api", help="the program under test")
    group.addoption(
        "--release-binary",
        type=Path,
        default=ROOT / "build/release/bin/pessoas_api",
        help="the optimised program, for tests of load and chaos",
    )
    group.addoption(
        "--target",
        action="append",
        choices=["sqlite", "postgres", "nginx"],
        help="only on this deployment; may be given more than once",
    )
    group.addoption("--url", help="test what runs there (one process of pytest), and start nothing")
    group.addoption("--admin-url", help="with --url: its address of health and metrics")
    group.addoption("--full", action="store_true", help="the long variants of the chaos tests")


def pytest_configure() -> None:
    # As for Ctrl-C: what the fixtures have started ends. Tests send Ctrl-C too, which a shell's background job ignores.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if url := config.getoption("url"):
        terminalreporter.write_line(f"tested: {url}")


@pytest.fixture(scope="session")
def binary(request: pytest.FixtureRequest) -> Path:
    if request.config.getoption("url"):
        pytest.skip("starts programs of its own")
    path = request.config.getoption("binary").resolve()
    assert path.exists(), f"{path} is not built"
    return path


@pytest.fixture(scope="session")
def release_binary(request: pytest.FixtureRequest) -> Path:
    path = request.config.getoption("release_binary").resolve()
    assert path.exists(), f"{path} is not built"
    return path


@pytest.fixture(scope="session")
def session_folder() -> Iterator[Path]:
    with temporary_folder() as folder:
        yield folder


@pytest.fixture
def folder() -> Iterator[Path]:
    with temporary_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def shared_postgres(session_folder: Path) -> Iterator[Postgres]:
    """One cluster for all tests of a worker that do it no harm, each with a database of its own."""
    postgres = Postgres(session_folder / "pg", fsync="off", max_connections="100")
    try:
        yield postgres.start()
    finally:
        postgres.destroy()


@pytest.fixture
def own_postgres(folder: Path) -> Iterator[Postgres]:
    """A running cluster that the test may stop, kill and start."""
    postgres = Postgres(folder / "pg", fsync="off")
    try:
        yield postgres.start()
    finally:
        postgres.destroy()


@pytest.fixture(scope="session")
def running(request: pytest.FixtureRequest) -> tuple[Address, Address | None] | None:
    """The public and the admin address of what is tested in place, by --url and --admin-url."""
    url, admin = request.config.getoption("url"), request.config.getoption("admin_url")
    return (of_url(url), of_url(admin) if admin else None) if url else None
