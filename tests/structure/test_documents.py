"""What documents and deployment say of the sources is so."""

import re

import pytest

from .modules import ROOT, text, versioned

DOCUMENTS = [name for name in versioned() if name.endswith(".md")]
DECISIONS = [name for name in DOCUMENTS if name.startswith("docs/adr/")]
CONFIG = text("src/apps/pessoas_api/config.cpp")

# Where settings are spoken of. Not the sources: there `--x` may be anything's.
DEPLOYED = ["docker-compose.yml", "docker-compose.bridge.yml", "Dockerfile", "Makefile", "scripts/topology", ".ci/run"]
DEPLOYED += [name for name in versioned() if name.startswith("deploy/")]

# The structs whose members are settings; those that follow from others, or that nobody should change, are none.
SETTINGS = [
    "include/rinha/http/server.hpp:server_settings",
    "include/rinha/pessoas_pg/settings.hpp:settings",
    "include/rinha/pessoas_sqlite/store.hpp:store_settings",
    "include/rinha/core/batcher.hpp:batch_limits",
    "include/rinha/core/flush_policy.hpp:flush_settings",
]
NO_SETTINGS = {"memory", "check_interval"}

# Bytes for the fuzzers.
INPUTS = "tests/fuzz/corpus/"

# A file says nothing of who made it, where, or for whom; what is left to do is done, or said in a document.
FORBIDDEN = re.compile(
    r"/(?:home|root|work|tmp/\w+)/|\bwork[p]lace\b"
    r"|\b[iI]ssues? #?\d|\(#\d+\)|\b(?i:closes|fixes|refs?) #\d"
    r"|\bTO[D]O\b|\bFI[X]ME\b"
)


def settings():
    """The names that config.cpp declares; those of batches once for each store."""
    declared = re.findall(r'\bof\.(?:text|count|flag|bytes|duration)\((store \+ )?"-?([a-z-]+)"', CONFIG)
    names = {name for of_store, name in declared if not of_store}
    return names | {f"{store}-{name}" for store in ("pg", "sqlite") for of_store, name in declared if of_store}


def actions():
    return set(re.findall(r'"--([a-z-]+)"', CONFIG)) | {"help"}


def members(of):
    """The names of a struct's members."""
    file, struct = of.split(":")
    body = re.search(rf"struct {struct}\n{{\n(.*?)\n}};", text(file), re.DOTALL)[1]
    return re.findall(r"^    [\w:]+ (\w+)(?:{| =|;)", body, re.MULTILINE)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_document_points_to_is_there(document):
    prose = re.sub(r"^ *```.*?^ *```$", "", text(document), flags=re.DOTALL | re.MULTILINE)
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", prose)
    folder = (ROOT / document).parent
    gone = [target for target in targets if "://" not in target and not (folder / target).exists()]
    assert not gone


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_file_that_a_document_names_is_there(document):
    """By its path from the root, or from where its kind is, with or without its suffix."""
    paths = re.findall(r"`((?:[\w.-]+/)+[\w.-]*\w)`", text(document))
    folders = [ROOT, ROOT / "src", ROOT / "include", ROOT / "include/rinha", ROOT / "tests", (ROOT / document).parent]
    others = ("build/", "./", "application/", "text/")

    def is_there(path):
        return path.startswith(others) or any((at / path).exists() or any(at.glob(path + ".*")) for at in folders)

    assert not [path for path in paths if not is_there(path)]


def test_a_verb_that_a_document_names_is_one_of_make():
    verbs = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    named = {verb for document in DOCUMENTS for verb in re.findall(r"(?:`|\$ )make ([a-z][a-z-]*)", text(document))}
    assert named
    assert named <= verbs


def test_each_verb_of_make_is_explained_by_make():
    phony = set(re.search(r"^\.PHONY: (.*)", text("Makefile"), re.MULTILINE)[1].split())
    explained = set(re.findall(r"^([a-z-]+):[^#\n]*## \w", text("Makefile"), re.MULTILINE))
    verbs = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    assert phony == explained == verbs


def test_a_preset_that_a_document_names_is_there():
    presets = set(re.findall(r'"configurePreset": "(\w+)"', text("CMakePresets.json")))
    named = set(re.findall(r"--preset (\w+)", "".join(map(text, DOCUMENTS))))
    assert named
    assert named <= presets


@pytest.mark.parametrize("struct", SETTINGS)
def test_each_member_of_a_settings_struct_can_be_set(struct):
    left_out = [name for name in members(struct) if not re.search(rf"\.{name}\b", CONFIG)]
    assert set(left_out) <= NO_SETTINGS, left_out


@pytest.mark.parametrize("file", [*DOCUMENTS, *DEPLOYED])
def test_a_setting_that_is_spoken_of_exists(file):
    known = settings() | actions()
    variables = {"PESSOAS_" + name.upper().replace("-", "_") for name in settings() | {"config"}}
    named = set(re.findall(r"\bPESSOAS_[A-Z][A-Z_]+\b", text(file)))
    assert named <= variables | {"PESSOAS_NAME"}
    commands = re.findall(r"pessoas_api\b(.*)|command: (\[--.*)", text(file).replace("\\\n", ""))
    flags = {flag for command in commands for flag in re.findall(r"--([a-z-]+)", "".join(command))}
    if file in ("README.md", "README.pt-BR.md", "docs/api/contract.md"):
        flags |= set(re.findall(r"`--([a-z-]+)", text(file)))
        assert flags
    assert flags <= known


def test_the_metrics_that_are_written_down_are_those_that_are_made():
    table = text("docs/operations.md").partition("| metric |")[2].partition("\n\n")[0]
    written = (
        [name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])] if table else []
    )
    code = "".join(text(name) for name in versioned() if name.startswith("src/"))
    made = set(re.findall(r'make_(?:counter|gauge|histogram)\(\s*"(\w+)"', code))
    made |= set(re.findall(r'\badd\("(process_\w+)"', code))
    assert len(written) == len(set(written))
    assert set(written) == made


def test_a_row_that_a_source_cites_is_one_of_the_contract():
    rows = {int(n) for n in re.findall(r"^\| ([0-9]+) \|", text("docs/api/contract.md"), re.MULTILINE)}
    cited = re.compile(r"spec rows? ((?:[0-9]+(?:, | to | and )?)+)")
    names = [name for name in versioned() if name.endswith((".cpp", ".hpp", ".md", ".py", ".sql"))]
    unknown = {
        name: found
        for name in names
        for found in cited.findall(text(name))
        if not {int(n) for n in re.findall("[0-9]+", found)} <= rows
    }
    assert not unknown


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_has_its_parts(decision):
    number = int(re.search(r"(\d{4})-[a-z0-9-]+\.md$", decision)[1])
    assert re.match(rf"# {number}\. \w", text(decision))
    parts = re.findall(r"^\*\*(\w+)\.\*\*", text(decision), re.MULTILINE)
    assert parts == ["Status", "Context", "Decision", "Consequences"]


def test_each_decision_has_a_number_of_its_own():
    numbers = [name.split("/")[2][:4] for name in DECISIONS]
    assert len(set(numbers)) == len(numbers)


def test_the_license_is_named_alike():
    assert text("LICENSE").startswith("Boost Software License - Version 1.0")
    assert "identifier: BSL-1.0" in text("docs/api/openapi.yaml")
    assert "[Boost Software License 1.0](LICENSE)" in text("README.md")


def test_the_project_speaks_of_itself_alone():
    found = {name: FORBIDDEN.findall(text(name)) for name in versioned() if not name.startswith(INPUTS)}
    assert not {name: words for name, words in found.items() if words}


def test_a_path_that_goes_up_stays_in_the_tree():
    """(The services of runit are in another tree when they run; CI looks for a Docker engine beside this one.)"""
    found = {}
    for name in versioned():
        if not name.startswith((INPUTS, ".ci/run", "deploy/runit/")):
            paths = re.findall(r"(?<![\w./*])(?:\.\./)+[\w.-]*\w", text(name))
            found[name] = [path for path in paths if not ((ROOT / name).parent / path).exists()]
    assert not {name: paths for name, paths in found.items() if paths}
