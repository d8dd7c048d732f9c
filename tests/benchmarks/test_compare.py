"""The whole comparison, in a project whose benchmark programs take the time that they say."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from compare import main
from stress_test.signals import SIGNALS
from support.events import eventually

# A benchmark program: one `name nanoseconds` a line of its list.
PROGRAM = """#!/usr/bin/env python3
import json, re, sys
times = dict(line.split() for line in open(sys.argv[0] + ".txt"))
given = dict(option.removeprefix("--benchmark_").partition("=")[::2] for option in sys.argv[1:])
if "list_tests" in given:
    print(*times, sep="\\n")
    sys.exit()
found = [name for name in times if re.search(given["filter"], name)]
report = [{"name": name, "cpu_time": float(times[name]), "time_unit": "ns"} for name in found]
json.dump({"benchmarks": report}, open(given["out"], "w"))
"""
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES NONE)
foreach(name ${NAMES})
  add_custom_target(bench_${name} COMMAND ${CMAKE_COMMAND} -E make_directory bin
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/program bin/bench_${name}
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/${name}.txt bin/bench_${name}.txt)
endforeach()
"""
PRESET = {"name": "bench", "generator": "Ninja", "binaryDir": "${sourceDir}/build/bench"}


class Project:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet")
        (folder / "program").write_text(PROGRAM)
        (folder / "program").chmod(0o755)
        (folder / ".gitignore").write_text("/build/\n")
        (folder / "CMakePresets.json").write_text(json.dumps({"version": 6, "configurePresets": [PRESET]}))

    def git(self, *command: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.com")
        return subprocess.run(
            ["git", *who, *command], cwd=self.folder, check=True, capture_output=True, text=True
        ).stdout

    def write(self, **programs: str) -> None:
        """Each by the times of its benchmarks."""
        (self.folder / "CMakeLists.txt").write_text(f"set(NAMES {' '.join(programs)})\n{CMAKE}")
        for name, times in programs.items():
            (self.folder / f"{name}.txt").write_text(times)

    def commit(self, tag: str, **programs: str) -> None:
        self.write(**programs)
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", tag)
        self.git("tag", tag)

    def leftovers(self) -> list[str]:
        """What a comparison should have removed."""
        return [path.name for path in (self.folder / "build").glob("compare-*")]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.commit("old", core="fold/ascii 100\nfold/greek 50\ngone 1\n", cellar="x 1\n")
    made.commit("new", core="fold/ascii 120\nfold/greek 50\nbatch/rows:1 7\n", attic="y 1\n")
    return made


def test_what_became_slower_is_told(project: Project, capsys: pytest.CaptureFixture[str]):
    assert main(["old", "new"], project.folder) == 0
    rows = {cells[1]: cells for line in capsys.readouterr().out.splitlines() if len(cells := line.split()) > 8}
    assert rows["core/fold/ascii"][3:8:2] == ["100", "120", "1.200"]
    assert rows["core/fold/ascii"][-2] == "slower"
    assert rows["core/fold/greek"][-2] == "same"
    assert "core/gone" not in rows
    assert "core/batch/rows:1" not in rows
    assert project.leftovers() == []


def test_what_only_one_of_them_has_is_told(project: Project, capsys: pytest.CaptureFixture[str]):
    main(["old", "new"], project.folder)
    said = [line.partition(": ") for line in capsys.readouterr().out.splitlines() if line.startswith("only in")]
    assert [(side.split()[2], what) for side, _, what in said] == [
        ("old", "program cellar"),
        ("new", "program attic"),
        ("old", "core/gone"),
        ("new", "core/batch/rows:1"),
    ]


def test_without_head_it_is_the_working_tree(project: Project, capsys: pytest.CaptureFixture[str]):
    project.write(core="fold/ascii 60\n")
    assert main(["new"], project.folder) == 0
    said = capsys.readouterr().out
    assert "head: the working tree" in said
    assert "faster" in said
    assert project.leftovers() == []


@pytest.mark.parametrize(("limit", "status"), [("1.1", 1), ("1.3", 0)])
def test_a_limit_that_is_passed_fails(project: Project, capsys: pytest.CaptureFixture[str], limit: str, status: int):
    assert main(["old", "new", "--fail-above", limit], project.folder) == status
    assert ("core/fold/ascii is 1.20 times as slow" in capsys.readouterr().err) == bool(status)


def test_a_filter_chooses_by_program_and_benchmark(project: Project, tmp_path: Path):
    file = tmp_path / "build/found.json"
    file.parent.mkdir()
    assert main(["old", "new", "--filter", "^core/.*greek$", "--json", str(file)], project.folder) == 0
    found = json.loads(file.read_text())
    assert [(one["name"], one["base"]) for one in found["benchmarks"]] == [("core/fold/greek", [50.0] * 10)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "there is no commit 'nonsense'"),
        (["old", "nonsense"], "there is no commit 'nonsense'"),
        (["old", "--all"], "unrecognized arguments: --all"),
        ([], "required: BASE"),
        (["old", "new", "--filter", "xyzzy"], "no benchmark that both have matches 'xyzzy'"),
        (["old", "new", "--filter", "batch"], "only in new"),
        (["old", "--filter", "("], "no regular expression"),
        (["old", "--repetitions", "7"], "fewer than 8"),
        (["old", "--min-time", "0"], "--min-time"),
        (["old", "--json", "/nonsense/x.json"], "no folder /nonsense"),
    ],
)
def test_nothing_to_compare_is_an_error_that_says_why(
    project: Project, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
):
    try:
        status = main(arguments, project.folder)
    except SystemExit as refused:
        status = refused.code
    assert status == 2
    assert said in capsys.readouterr().err
    assert project.leftovers() == []


def test_a_program_that_does_not_build_is_told_with_the_reason(project: Project, capsys: pytest.CaptureFixture[str]):
    project.commit("two", core="fold/ascii 1\n", cellar="x 1\n")
    (project.folder / "core.txt").unlink()
    assert main(["two"], project.folder) == 0
    said = capsys.readouterr()
    assert "core.txt" in said.err
    assert "does not build in the working tree: program core" in said.out
    assert "| cellar/x " in said.out
    assert "core/fold" not in said.out


def test_where_nothing_builds_there_is_nothing_to_compare(project: Project, capsys: pytest.CaptureFixture[str]):
    (project.folder / "core.txt").unlink()
    assert main(["old"], project.folder) == 2
    assert "no benchmark program that builds in both" in capsys.readouterr().err
    assert project.leftovers() == []


def test_a_file_that_can_not_be_written_is_no_verdict_and_the_table_is_there(
    project: Project, capsys: pytest.CaptureFixture[str]
):
    assert main(["old", "new", "--json", str(project.folder / "build")], project.folder) == 2
    said = capsys.readouterr()
    assert "slower" in said.out
    assert "Is a directory" in said.err


def test_a_bug_is_no_verdict(project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("compare.on_core", lambda _: 1 // 0)
    assert main(["old", "new"], project.folder) == 2
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert project.leftovers() == []


@pytest.mark.parametrize("number", SIGNALS)
def test_an_interrupted_comparison_leaves_nothing_behind(project: Project, number: signal.Signals):
    """While a benchmark runs that says so and then waits for ever."""
    waits = PROGRAM.replace("found = [", "open(%r, 'w').close(); import time; time.sleep(1000)\nfound = [")
    ready = project.folder / "build/ready"
    (project.folder / "program").write_text(waits % str(ready))
    project.commit("waits", core="fold/ascii 100\n")
    run = (
        "import signal, sys; from pathlib import Path; from compare import main; "
        "signal.signal(signal.SIGHUP, signal.SIG_DFL); "  # also under nohup
        "sys.exit(main(['waits'], Path.cwd()))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", run],
        cwd=project.folder,
        env=os.environ | {"PYTHONPATH": ":".join(sys.path)},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        eventually(ready.exists, 60)
        process.send_signal(number)
        said = process.stderr.read()
    assert process.returncode == 2
    assert said.endswith("interrupted\n")
    assert project.leftovers() == []
