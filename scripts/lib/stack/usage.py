"""Which source tells the figures of the topology, and the answer of scripts/usage."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from stack import containers, groups, processes
from stack.figures import COMPONENTS, Figures, Unreadable

ROOT = Path(__file__).resolve().parents[3]


def of_topology(run: Path) -> tuple[str, dict[str, Figures]]:
    """Of what scripts/topology has started in that folder: the source, and the figures by component."""
    if not (run / "cgroups").is_dir():
        raise Unreadable("the topology is not up: make up, or --docker")
    found = {}
    versions = set()
    for part, component in COMPONENTS.items():
        folders = [Path(line) for line in (run / "cgroups" / part).read_text().splitlines()]
        if not folders:
            return "processes", {name: processes.figures(run / "service" / part) for part, name in COMPONENTS.items()}
        found[component] = groups.figures(folders)
        versions.add(2 if groups.is_version_2(folders) else 1)
    return f"cgroup v{versions.pop()}", found


def answer(source: str, figures: dict[str, Figures]) -> dict[str, Any]:
    """With each component, whether anything is known of it or not."""
    each = {name: asdict(figures.get(name, Figures())) for name in COMPONENTS.values()}
    return {"components": each, "source": source}


def main() -> None:
    options = argparse.ArgumentParser(prog="scripts/usage", description="What the parts of the topology have used.")
    options.add_argument("--docker", action="store_true", help="of the containers of docker compose, not of make up")
    try:
        if options.parse_args().docker:
            source, figures = "docker", containers.figures()
        else:
            source, figures = of_topology(ROOT / "run")
    except Unreadable as why:
        sys.exit(f"usage: {why}")
    print(json.dumps(answer(source, figures), indent=1))


if __name__ == "__main__":
    main()
