"""The admin address: health and metrics ("Operations" of the contract)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.address import Address
from support.api import Api, person
from support.deployment import deploy
from support.events import eventually
from support.postgres import Postgres
from support.program import Program
from support.wire import Connection


@pytest.fixture(scope="module")
def instance(binary, deployments, running) -> Program:
    if running:
        pytest.skip("starts its own")
    return deployments("sqlite").instances[0]


@pytest.fixture
def user(instance: Program) -> Iterator[Api]:
    user = instance.api()
    yield user
    user.close()


@pytest.mark.parametrize("path", ["/health/live", "/health/ready"])
def test_a_running_deployment_is_well(running, path):
    """By --admin-url, of what was started elsewhere."""
    if not running or not running[1]:
        pytest.skip("no --admin-url")
    with Connection(running[1]) as connection:
        assert connection.request("GET", path).status == 200


def test_live(instance: Program):
    assert instance.ask_admin("/health/live").status == 200


def test_ready_names_each_dependency_with_its_status_and_latency(instance: Program):
    answer = instance.ask_admin("/health/ready")
    assert answer.status == 200
    assert answer.media_type == "application/json"
    health = answer.json()
    assert health["status"] == "pass"
    assert health["checks"]
    for check in health["checks"].values():
        assert check["status"] == "pass"
        assert check["latency_ms"] >= 0


def test_health_is_seen_within_2_s_of_a_loss_and_of_a_return(binary, folder: Path, own_postgres: Postgres):
    with deploy("postgres", binary, folder, own_postgres) as deployment:
        instance = deployment.instances[0]
        assert instance.health()["status"] == "pass"
        own_postgres.stop("immediate")
        eventually(lambda: not instance.is_ready, 2, "the loss is seen")
        health = instance.health()
        assert health["status"] == "fail"
        assert "fail" in {check["status"] for check in health["checks"].values()}
        assert instance.ask_admin("/health/live").status == 200
        own_postgres.start()
        eventually(lambda: instance.is_ready, 2, "the return is seen")


@pytest.mark.parametrize("target", ["/pessoas", "/contagem-pessoas", "/", "/x"])
def test_the_admin_address_does_not_serve_the_api(instance: Program, target):
    assert instance.ask_admin(target).status == 404


def test_the_admin_address_can_be_a_unix_socket(binary, folder: Path):
    program = Program(binary, folder, "p", listen=Address(path=str(folder / "api")),
                      admin=Address(path=str(folder / "admin")), sqlite=folder / "pessoas.db")  # fmt: skip
    try:
        program.start()
        program.api().create()
        program.stop()
    finally:
        program.kill()
    assert not (folder / "api").exists()
    assert not (folder / "admin").exists()


def test_metrics_are_prometheus_text(instance: Program):
    answer = instance.ask_admin("/metrics")
    assert answer.status == 200
    assert answer.header("Content-Type").startswith("text/plain; version=0.0.4")
    families = instance.metrics().families.values()
    assert all(family.documentation for family in families)
    assert {family.type for family in families} >= {"counter", "gauge", "histogram"}


def test_requests_are_counted_by_route_and_status(instance: Program, user: Api):
    def counted(route: str, status: str) -> float:
        return instance.metrics().value("http_requests_total", route=route, status=status)

    asked = [
        (lambda: user.create(), "/pessoas", "201"),
        (lambda: user.post(person(nome="")), "/pessoas", "422"),
        (lambda: user.post(b""), "/pessoas", "400"),
        (lambda: user.search("x"), "/pessoas", "200"),
        (lambda: user.get("/pessoas/1"), "/pessoas/{id}", "404"),
        (lambda: user.count(), "/contagem-pessoas", "200"),
    ]
    for ask, route, status in asked:
        before = counted(route, status)
        ask()
        assert counted(route, status) == before + 1, (route, status)


def test_latencies_are_histograms_of_what_was_answered(instance: Program, user: Api):
    name = "http_request_duration_seconds"
    before = instance.metrics()
    for _ in range(5):
        user.count()
    after = instance.metrics()
    route = "/contagem-pessoas"
    assert after.value(f"{name}_count", route=route) == before.value(f"{name}_count", route=route) + 5
    assert after.value(f"{name}_sum", route=route) > before.value(f"{name}_sum", route=route)
    assert after.value(f"{name}_bucket", route=route, le="+Inf") == after.value(f"{name}_count", route=route)


def test_connections_are_counted_while_they_are_open(binary, folder: Path):
    """Of an instance of its own: one that others use may just be losing a connection of theirs."""
    with deploy("sqlite", binary, folder) as deployment:
        instance = deployment.instances[0]

        def open_connections() -> float:
            return instance.metrics().value("http_connections")

        assert open_connections() == 0
        kept = [Connection(instance.listen) for _ in range(7)]
        eventually(lambda: open_connections() == 7, 5, "seven")
        for connection in kept:
            connection.close()
        eventually(lambda: open_connections() == 0, 5, "none")
        assert instance.metrics().value("http_requests_in_flight") == 0


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_batches_of_creations_are_measured(deployments, kind, running):
    if running:
        pytest.skip("starts its own")
    instance = deployments(kind).instances[0]

    before = instance.metrics()
    for _ in range(3):
        instance.api().create()
    after = instance.metrics()

    def more(name: str) -> float:
        return after.value(name) - before.value(name)

    assert more("pessoas_insert_batch_rows_sum") == 3
    assert 1 <= more("pessoas_insert_batch_rows_count") <= 3
    assert more("pessoas_insert_flush_seconds_count") == more("pessoas_insert_batch_rows_count")
    assert more("pessoas_insert_flush_seconds_sum") > 0


def test_the_database_connections_are_measured(deployments, running):
    if running:
        pytest.skip("starts its own")
    instance = deployments("postgres").instances[0]
    names = {sample.name for sample in instance.metrics().samples if sample.name.startswith("pg_")}
    assert any("reconnect" in name for name in names)
    assert any("waiting" in name for name in names)
    assert any("connections" in name for name in names)
