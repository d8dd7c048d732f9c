"""The rules of docs/architecture.md that the sources can be asked about."""

from graphlib import CycleError, TopologicalSorter

import pytest

from .modules import MAY_USE, ROOT, arrows, includes, module_of, sources

LONGEST_FILE = 400  # lines

# A header of the outside world (or all below a folder) -> the only modules that may know it.
HIDDEN = {
    "libpq-fe.h": {"pg"},
    "sqlite3.h": {"sqlite"},
    "utf8proc.h": {"core"},
    "prometheus/": {"metrics"},
    "boost/beast": {"http", "heavy"},
    "CLI/": {"apps/pessoas_api", "apps/scenarios_api"},
}

UMBRELLAS = {"boost/asio.hpp", "boost/beast.hpp"}


def name(path):
    return str(path.relative_to(ROOT))


def test_every_module_has_its_place_in_the_picture():
    unknown = {module_of(path) for path in sources("include", "src")} - MAY_USE.keys()
    assert not unknown, f"modules that the picture lacks: {sorted(unknown)}"


@pytest.mark.parametrize("module", MAY_USE)
def test_a_module_names_only_those_its_arrows_reach(module):
    forbidden = {used: sorted(files) for used, files in arrows()[module].items() if used not in MAY_USE[module]}
    assert not forbidden


def test_there_is_no_circle_between_modules():
    try:
        TopologicalSorter({module: set(used) for module, used in arrows().items()}).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


def test_the_picture_has_no_circle():
    TopologicalSorter(MAY_USE).prepare()


def test_a_private_header_is_named_by_its_own_module_only():
    private = {str(path.relative_to(ROOT / "src")): module_of(path) for path in sources("src", suffixes=(".hpp",))}
    offenders = [
        f"{name(path)} names {include}"
        for path in sources("include", "src")
        for include in includes(path)
        if include in private and private[include] != module_of(path)
    ]
    assert not offenders


@pytest.mark.parametrize("header", HIDDEN)
def test_a_library_is_known_to_the_modules_that_wrap_it_only(header):
    offenders = [
        name(path)
        for path in sources("include", "src")
        if any(include.startswith(header) for include in includes(path)) and module_of(path) not in HIDDEN[header]
    ]
    assert not offenders


def test_umbrella_headers_appear_in_sources_of_http_and_heavy_only():
    allowed = ("src/http/", "src/heavy/")
    offenders = [
        name(path)
        for path in sources("include", "src", "tests")
        if UMBRELLAS & set(includes(path)) and not name(path).startswith(allowed)
    ]
    assert not offenders


def test_a_header_guards_itself():
    offenders = [
        name(path)
        for path in sources("include", "src", "tests", suffixes=(".hpp",))
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


def test_no_file_is_too_long():
    files = sources("include", "src", "tests", "sql", suffixes=(".cpp", ".hpp", ".py", ".sql"))
    files += [path for path in (ROOT / "scripts").rglob("*") if path.is_file()]
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert not {file: lines for file, lines in lengths.items() if lines > LONGEST_FILE}
