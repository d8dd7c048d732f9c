"""The figures of the containers of the composition, from the Docker engine: its API, version 1.41."""

import json
import os
import socket
from http.client import HTTPConnection
from typing import Any
from urllib.parse import quote

from stack.figures import COMPONENTS, Figures, Unreadable, without_cache


class _Engine(HTTPConnection):
    def __init__(self, socket_path: str) -> None:
        super().__init__("localhost", timeout=30)
        self.socket_path = socket_path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.socket_path)

    def get(self, target: str) -> Any:
        self.request("GET", "/v1.41" + target)
        answer = self.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise Unreadable(f"the Docker engine answers {answer.status} to {target}")
        return json.loads(body)


def figures() -> dict[str, Figures]:
    """By component; those without a container are left out. After the restart of a container they begin again."""
    host = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    if not host.startswith("unix://"):
        raise Unreadable(f"the Docker engine is asked over a unix socket, not {host}")
    engine = _Engine(host.removeprefix("unix://"))
    found = {}
    try:
        for service, component in COMPONENTS.items():
            label = quote(json.dumps({"label": [f"com.docker.compose.service={service}"]}))
            containers = engine.get(f"/containers/json?filters={label}")
            if len(containers) > 1:
                raise Unreadable(f"more than one container of a service {service} runs")
            for container in containers:
                id = container["Id"]
                stats = engine.get(f"/containers/{id}/stats?stream=false&one-shot=true")
                limits = engine.get(f"/containers/{id}/json")["HostConfig"]
                found[component] = of_stats(stats, limits)
    except OSError as error:
        raise Unreadable(f"no Docker engine at {host}: {error}") from error
    finally:
        engine.close()
    return found


def of_stats(stats: dict[str, Any], limits: dict[str, Any]) -> Figures:
    """Of what the engine says of a container. Only where it uses version 1 it tells the peak of memory."""
    cpu, memory = stats["cpu_stats"], stats["memory_stats"]
    throttling = cpu["throttling_data"]
    return Figures(
        cpu_seconds=cpu["cpu_usage"]["total_usage"] / 1e9,
        peak_memory_bytes=memory.get("max_usage"),
        memory_without_cache_bytes=without_cache(memory.get("stats", {})),
        throttled_periods=throttling["throttled_periods"],
        throttled_seconds=throttling["throttled_time"] / 1e9,
        periods=throttling["periods"],
        cpu_limit=limits["NanoCpus"] / 1e9 or None,
        memory_limit_bytes=limits["Memory"] or None,
    )
