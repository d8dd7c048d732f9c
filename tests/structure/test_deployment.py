"""That what is said in several files of the deployment is the same, and keeps to the contest's limits."""

import re

import pytest
import yaml

from .modules import ROOT

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
BRIDGE = yaml.safe_load((ROOT / "docker-compose.bridge.yml").read_text())
NGINX = (ROOT / "nginx.conf").read_text()
README = (ROOT / "deploy/README.md").read_text()

BYTES = {"M": 1 << 20, "G": 1 << 30}


def limits(service):
    return service["deploy"]["resources"]["limits"]


def cpus(service):
    return float(limits(service)["cpus"])


def memory(service):
    size = limits(service)["memory"]
    return int(size[:-1]) * BYTES[size[-1]]


def test_the_services_share_one_and_a_half_cpus():
    assert sum(round(100 * cpus(service)) for service in COMPOSE["services"].values()) == 150


def test_the_services_share_three_gigabytes():
    assert sum(map(memory, COMPOSE["services"].values())) <= 3 << 30


def test_the_budget_that_is_written_down_is_the_one_that_is_set():
    row = r"^\| ([a-z][\w, -]*\w)(?: \(.*\))? \| ([\d.]+)(?: each)? \| ([\d.]+) ([MG])B(?: each)? \|$"
    written = {
        name: (float(cpus), float(size) * BYTES[unit])
        for names, cpus, size, unit in re.findall(row, README, re.MULTILINE)
        for name in names.split(", ")
    }
    assert written == {name: (cpus(service), memory(service)) for name, service in COMPOSE["services"].items()}


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_a_service_is_confined(name):
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["stop_grace_period"] == "15s"


def test_the_proxy_is_stopped_first_and_the_database_last():
    needs = {name: set(service.get("depends_on", {})) for name, service in COMPOSE["services"].items()}
    assert needs["nginx"] == {"api-1", "api-2"}
    assert needs["api-1"] == needs["api-2"] == {"migrate"}
    assert needs["migrate"] == {"postgres"}


def test_the_bridge_replaces_the_network_of_each_service_that_has_the_hosts():
    on_host = {name for name, service in COMPOSE["services"].items() if service["network_mode"] == "host"}
    assert {name: service["network_mode"] for name, service in BRIDGE["services"].items()} == dict.fromkeys(
        on_host, "bridge"
    )


def test_nginx_knows_every_instance_by_its_socket():
    listening = {
        service["environment"]["PESSOAS_LISTEN"].rpartition("/")[2]
        for service in COMPOSE["services"].values()
        if "PESSOAS_LISTEN" in service.get("environment", {})
    }
    assert set(re.findall(r"server unix:(\S+) max_fails=0;", NGINX)) == listening


def test_the_containers_run_nginx_as_the_user_who_owns_the_sockets():
    user = re.search(r"useradd .*--uid (\d+)", (ROOT / "Dockerfile").read_text())[1]
    assert COMPOSE["services"]["nginx"]["user"] == f"{user}:{user}"


@pytest.mark.parametrize("status", [400, 404, 405, 408, 413, 414, 431, 500, 501, 503, 505])
def test_nginx_has_a_title_and_a_detail_for_each_refusal_of_its_own(status):
    assert len(re.findall(rf'^ +{status} "[^"]+";$', NGINX, re.MULTILINE)) == 2
