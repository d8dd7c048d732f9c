"""What the sources say about themselves: modules, and who includes what."""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The picture of docs/architecture.md: module -> the modules that it may name.
MAY_USE = {
    "heavy": set(),
    "core": set(),
    "metrics": {"core"},
    "http": {"core", "metrics"},
    "pg": {"core", "metrics"},
    "sqlite": {"core", "metrics"},
    "pessoas": {"core", "metrics", "http"},
    "pessoas_pg": {"core", "metrics", "pg", "pessoas"},
    "pessoas_sqlite": {"core", "metrics", "sqlite", "pessoas"},
    "batch": {"core", "metrics", "http"},
    "apps/pessoas_api": {"core", "metrics", "http", "pg", "sqlite", "pessoas", "pessoas_pg", "pessoas_sqlite", "batch"},
    "apps/scenarios_api": {"core", "metrics", "http", "pg", "batch"},
}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def sources(*folders, suffixes=(".cpp", ".hpp")):
    """The files below these folders of the tree, by suffix."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    return sorted(path for path in found if path.suffix in suffixes and path.is_file())


def module_of(path):
    """The module that owns a source or header, by its folder."""
    parts = path.relative_to(ROOT).parts
    below = parts[2:-1] if parts[0] == "include" else parts[1:-1]
    return "/".join(below[:2] if below[0] == "apps" else below[:1])


def module_named_by(include):
    """The module whose public or private header an #include names; None for what is not ours."""
    parts = include.removeprefix("rinha/").split("/")
    name = "/".join(parts[:2]) if parts[0] == "apps" else parts[0]
    return name if len(parts) > 1 and name in MAY_USE else None


def includes(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def arrows():
    """module -> module that it names -> the files that do."""
    found = defaultdict(lambda: defaultdict(set))
    for path in sources("include", "src"):
        module = module_of(path)
        for include in includes(path):
            used = module_named_by(include)
            if used and used != module:
                found[module][used].add(str(path.relative_to(ROOT)))
    return found
