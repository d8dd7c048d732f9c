"""The rules of docs/architecture.md that the sources can be asked about."""

import re
from graphlib import CycleError, TopologicalSorter

import pytest

from .modules import CODE, ROOT, arrows, includes, linked, module_of, picture, sources, text, versioned

LONGEST_FILE, SHORT_FILE = 400, 250  # lines

# What is not written to be read.
DATA = re.compile(r"^tests/fuzz/corpus/|^tests/support/json/cases\.txt$|^stress-test/results/.*\.(json|png)$")

# A header of the outside world (or all below a folder) -> the only modules that may know it. A module that wraps a
# library, or shall use one that another wraps, gets its line, or its place in one, here.
HIDDEN = {
    "libpq-fe.h": {"pg"},
    "sqlite3.h": {"sqlite"},
    "utf8proc.h": {"core"},
    "prometheus/": {"metrics"},
    "boost/beast": {"http", "heavy"},
    "boost/url": {"pessoas"},
    "simdjson.h": {"core", "pessoas", "pessoas_pg"},
    "CLI/": {"apps/pessoas_api", "apps/stress_load"},
}

UMBRELLAS = {"boost/asio.hpp", "boost/beast.hpp"}


def name(path):
    return str(path.relative_to(ROOT))


def test_the_picture_has_each_module_and_no_other():
    there = {module_of(path) for path in sources(*CODE)}
    assert picture().keys() == there, "the picture is the table of modules in docs/architecture.md"


@pytest.mark.parametrize("module", picture())
def test_a_module_includes_what_the_picture_says(module):
    named = arrows()[module]
    assert named.keys() == picture()[module], {used: sorted(files) for used, files in named.items()}


@pytest.mark.parametrize("module", picture())
def test_a_module_links_what_it_includes(module):
    assert linked(module) == picture()[module]


def test_there_is_no_circle_between_modules():
    try:
        TopologicalSorter({module: set(used) for module, used in arrows().items()}).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


def test_a_private_header_is_named_by_its_own_module_only():
    private = {str(path.relative_to(ROOT / "src")): module_of(path) for path in sources("src", suffixes=(".hpp",))}
    offenders = [
        f"{name(path)} names {include}"
        for path in sources(*CODE)
        for include in includes(path)
        if include in private and private[include] != module_of(path)
    ]
    assert not offenders


@pytest.mark.parametrize("header", HIDDEN)
def test_a_library_is_known_to_the_modules_that_wrap_it_only(header):
    offenders = [
        name(path)
        for path in sources(*CODE)
        if any(include.startswith(header) for include in includes(path)) and module_of(path) not in HIDDEN[header]
    ]
    assert not offenders


def test_umbrella_headers_appear_in_sources_of_http_and_heavy_only():
    allowed = ("src/http/", "src/heavy/")
    offenders = [
        name(path)
        for path in sources(*CODE, "tests")
        if UMBRELLAS & set(includes(path)) and not name(path).startswith(allowed)
    ]
    assert not offenders


def test_a_header_guards_itself():
    offenders = [
        name(path)
        for path in sources(*CODE, "tests", suffixes=(".hpp",))
        if "#pragma once" not in path.read_text(encoding="utf-8").splitlines()
    ]
    assert not offenders


def test_a_source_with_a_header_of_its_name_includes_that_first():
    offenders = []
    for path in sources("src", suffixes=(".cpp",)):
        own = {f"{module_of(path)}/{path.stem}.hpp", f"rinha/{module_of(path)}/{path.stem}.hpp"}
        named = includes(path)
        if own & set(named) and named[0] not in own:
            offenders.append(name(path))
    assert not offenders


def lengths():
    return {name: len(text(name).splitlines()) for name in versioned() if not DATA.search(name)}


def test_no_file_is_too_long():
    assert not {name: lines for name, lines in lengths().items() if lines > LONGEST_FILE}


def test_nine_files_in_ten_are_short():
    """Of the sources, and of the tests likewise."""
    for below in ("src/", "include/", "tests/"):
        sizes = [lines for name, lines in lengths().items() if name.startswith(below)]
        assert sum(lines <= SHORT_FILE for lines in sizes) >= 0.9 * len(sizes), below
