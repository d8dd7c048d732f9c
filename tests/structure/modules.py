"""What the sources say about themselves: modules, and who includes and links what."""

import re
import subprocess
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The folders of what is built of modules; tests are not.
CODE = ("include", "src", "examples")

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
LINKED = re.compile(r"\brinha::(\w+)")

# Names of CMake that are not those of a module: what src/heavy makes.
NO_MODULES = {"asio", "beast"}


@cache
def text(name):
    """Of a file; pictures have none."""
    return "" if name.endswith(".png") else (ROOT / name).read_text(encoding="utf-8")


@cache
def versioned():
    """The names of the files under version control, or about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(name for name in sorted(set(listed.stdout.split("\0"))) if name and (ROOT / name).is_file())


def picture():
    """The table of docs/architecture.md: module -> the modules that it may name, and does."""
    rows = re.findall(r"^\| `([\w/]+)` \|[^|]*\|([^|]*)\|[^|]*\|$", text("docs/architecture.md"), re.MULTILINE)
    return {module: set(re.findall(r"`([\w/]+)`", used)) for module, used in rows}


def sources(*folders, suffixes=(".cpp", ".hpp")):
    """The files below these folders of the tree, by suffix."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    return sorted(path for path in found if path.suffix in suffixes and path.is_file())


def module_of(path):
    """The module that owns a source or header, by its folder: a program is one, and so is an example."""
    parts = path.relative_to(ROOT).parts
    below = parts[2:-1] if parts[0] == "include" else parts[1:-1] if parts[0] == "src" else parts[:-1]
    return "/".join(below[:2] if below[0] in ("apps", "examples") else below[:1])


def module_named_by(include):
    """The module whose public or private header an #include names; None for what is not ours."""
    parts = include.removeprefix("rinha/").split("/")
    name = "/".join(parts[:2]) if parts[0] == "apps" else parts[0]
    return name if len(parts) > 1 and name in picture() else None


def includes(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def arrows():
    """module -> module that it names -> the files that do."""
    found = defaultdict(lambda: defaultdict(set))
    for path in sources(*CODE):
        module = module_of(path)
        for include in includes(path):
            used = module_named_by(include)
            if used and used != module:
                found[module][used].add(str(path.relative_to(ROOT)))
    return found


def linked(module):
    """The modules that a module's CMakeLists.txt names."""
    folder = module if module.startswith("examples/") else f"src/{module}"
    return set(LINKED.findall(text(f"{folder}/CMakeLists.txt"))) - NO_MODULES
