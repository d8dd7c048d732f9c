"""The deployments that each test of the contract runs on."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from support.api import Api
from support.deployment import KINDS, Deployment, deploy
from support.folders import temporary_folder


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "deployment" in metafunc.fixturenames:
        config = metafunc.config
        kinds = ["url"] if config.getoption("url") else config.getoption("target") or KINDS
        metafunc.parametrize("deployment", kinds, indirect=True, scope="session")


@pytest.fixture(scope="session")
def deployments(request: pytest.FixtureRequest, session_folder) -> Iterator:
    """Starts each deployment when it is first asked for, and stops all of them at the end."""
    with ExitStack() as stack:
        started: dict[str, Deployment] = {}

        def get(kind: str) -> Deployment:
            if kind not in started:
                folder = session_folder / kind
                folder.mkdir()
                folder.chmod(0o755)
                postgres = None if kind == "sqlite" else request.getfixturevalue("shared_postgres")
                binary = request.getfixturevalue("binary")
                started[kind] = stack.enter_context(deploy(kind, binary, folder, postgres))
            return started[kind]

        yield get


@pytest.fixture(scope="session")
def deployment(request: pytest.FixtureRequest, deployments, running) -> Deployment:
    if request.param == "url":
        return Deployment("url", running[0])
    return deployments(request.param)


@pytest.fixture
def api(deployment: Deployment) -> Iterator[Api]:
    """A user of the deployment. What holds for the processes is looked at after each test."""
    with_one = deployment.api()
    yield with_one
    with_one.close()
    deployment.check()


@pytest.fixture
def everywhere(deployment: Deployment) -> Iterator[list[Api]]:
    """A user of each address of the deployment: of the front, and of each instance behind it."""
    users = [Api(at) for at in deployment.everywhere]
    yield users
    for user in users:
        user.close()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, binary, running) -> Iterator[Api]:
    """A user of an instance that nobody else writes to."""
    if running:
        pytest.skip("needs an empty database")
    postgres = request.getfixturevalue("shared_postgres") if request.param == "postgres" else None
    with temporary_folder() as folder, deploy(request.param, binary, folder, postgres) as deployment:
        yield deployment.api()
        deployment.check()
