"""What is written down of a run: the document, the page, the plots, and several runs side by side."""

import re
from pathlib import Path

import pytest

from stress_test import compare, plots, report, summary
from stress_test.__main__ import main
from stress_test.machine import describe, version
from stress_test.summary import Summary

PNG = b"\x89PNG\r\n"


def row(text: str, name: str) -> list[str]:
    (line,) = [line for line in text.splitlines() if line.startswith(f"| {name} |")]
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_a_document_is_read_as_it_was_written(perfect_run: Summary, tmp_path: Path):
    summary.write(perfect_run, tmp_path)
    assert summary.read(tmp_path) == summary.read(tmp_path / "summary.json") == perfect_run


def test_figures_are_of_all_requests_and_by_name(perfect_run: Summary):
    figures = perfect_run["requests"]
    assert figures["all"] == {"count": 107, "ko": 0, "p50": 53, "p75": 80, "p95": 101, "p99": 105, "max": 106}
    assert list(figures) == ["all", "busca inválida", "busca válida", "consulta", "criação"]
    assert sum(figure["count"] for figure in figures.values()) == 2 * 107


def test_cpu_is_what_was_used_during_the_run(perfect_run: Summary):
    usage = perfect_run["usage"]
    assert usage["components"]["nginx"]["cpu_seconds"] == 4
    assert usage["components"]["nginx"]["throttled_periods"] == 4
    assert usage["cpu_seconds"] == 12
    assert usage["cpu_seconds_per_1000_requests"] == pytest.approx(1000 * 12 / 107)
    assert usage["peak_memory_bytes"] is None


def test_cpu_over_time_is_between_two_readings(perfect_run: Summary):
    assert perfect_run["cpu_over_time"] == {
        "seconds": [1.5, 3.5],
        "components": {"nginx": [0.5, 1.5], "api1": [1.0, 3.0]},
    }


def test_the_page_says_whether_the_run_was_perfect(perfect_run: Summary):
    assert report.markdown(perfect_run).startswith("# Stress test, 7/s, a ramp of 1 s: perfect\n")
    assert "not perfect" in report.markdown(perfect_run | {"perfect": False})
    unknown = [check | {"found": None} for check in perfect_run["checks"][-2:]]
    title = report.markdown(perfect_run | {"checks": unknown}).splitlines()[0]
    assert title.endswith("no fault, but not checked: rows in the database, count by the API")


def test_the_page_has_the_figures(perfect_run: Summary):
    page, _, machine = report.markdown(perfect_run).partition("## Machine")
    assert row(page, "rows in the database") == ["rows in the database", "10", "10", "passed"]
    assert row(page, "all") == ["all", "107", "107", "0", "53", "80", "101", "105", "106"]
    assert row(page, "nginx") == ["nginx", "4.0", "37.4", "0.580", "4 of 160", "2.0", "1.0", "256.0"]
    assert row(page, "api1") == ["api1", "8.0", "74.8", *["?"] * 5]
    assert row(page, "in all") == ["in all", "12.0", "112.1", "", "?", "?", "?", ""]
    assert "10 with 201, 3 with 422" in page
    assert "12.5 s of CPU and 300.0 MiB" in page
    assert row(machine, "gatling") == ["gatling", "3.9.5"]


def test_the_page_has_the_reasons_of_ko_and_errors(perfect_run: Summary):
    page = report.markdown(perfect_run | {"reasons": {"criação: status 503": 1200}, "errors": ["no payload"]})
    assert row(page, "criação: status 503")[1] == "1,200"
    assert row(page, "no payload")[1] == "an error"


def test_a_reason_stays_in_its_cell(perfect_run: Summary):
    page = report.markdown(perfect_run | {"errors": ["'cat rows | tail' failed:\nno rows"]})
    assert "| 'cat rows \\| tail' failed: no rows | an error |" in page


def test_without_a_word_of_usage_the_page_says_so(perfect_run: Summary):
    nothing = dict.fromkeys(perfect_run["usage"]) | {"components": {}}
    page = report.markdown(perfect_run | {"usage": nothing})
    assert "not measured" in page
    assert "cpu.png" not in page


def test_the_page_names_neither_the_machine_nor_its_user(perfect_run: Summary):
    facts = {"cpu", "cores", "memory_bytes", "kernel", "system", "gatling", "java", "commit"}
    assert perfect_run["machine"].keys() == facts


def test_of_the_kernel_the_number_is_told_and_not_who_built_it():
    assert re.fullmatch(r"[\d.]+", str(describe({})["kernel"]))


def test_a_version_is_a_number_with_dots_where_there_is_one():
    assert version("echo 'psql (PostgreSQL) 15.20 (Debian 15.20-1)'") == "15.20"
    assert version("sh -c 'echo nginx version: nginx/1.22.1 >&2'") == "1.22.1"
    assert version("echo none") == ""
    assert version("no-such-program --version") == ""


def test_plots_are_drawn_also_of_what_is_not_known(perfect_run: Summary, tmp_path: Path):
    empty = {name: [None, None] for name in perfect_run["over_time"]} | {"count": [0, 3], "ko": [0, 1]}
    unknown = perfect_run["cpu_over_time"] | {"components": {"nginx": [None, 0.5]}}
    for number, run in enumerate((perfect_run, perfect_run | {"over_time": empty, "cpu_over_time": unknown})):
        for draw in (plots.latency, plots.cpu):
            file = tmp_path / f"{draw.__name__}-{number}.png"
            draw(run, file)
            assert file.read_bytes().startswith(PNG)


def test_runs_are_compared_in_a_table_and_a_plot(
    perfect_run: Summary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    other = perfect_run | {"usage": dict.fromkeys(perfect_run["usage"]) | {"components": {}}, "perfect": False}
    for name, run in (("first", perfect_run), ("second", other)):
        (tmp_path / name).mkdir()
        summary.write(run, tmp_path / name)
    plot = tmp_path / "comparison.png"
    assert main(["compare", str(tmp_path / "first"), str(tmp_path / "second/summary.json"), "--plot", str(plot)]) == 0
    printed = capsys.readouterr().out
    first = row(printed, "first")
    assert first == [
        "first",
        "7/s, a ramp of 1 s",
        "perfect",
        *["107", "0", "53", "80", "101", "105", "106", "112.1", "?", "?"],
    ]
    assert row(printed, "second")[2] == "not perfect"
    assert row(printed, "second")[-3:] == ["?", "?", "?"]
    assert plot.read_bytes().startswith(PNG)


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a", "b"], ["a", "b"]),
        (["x/plain", "y/plain"], ["x/plain", "y/plain"]),
        (["x/plain/summary.json", "b"], ["plain", "b"]),
        (["a", "a"], ["a (1)", "a (2)"]),
    ],
)
def test_a_run_is_called_as_its_folder_as_far_as_needed(paths: list[str], names: list[str], tmp_path: Path):
    for path in paths:
        (tmp_path / path.removesuffix("/summary.json")).mkdir(parents=True, exist_ok=True)
    assert compare.names([tmp_path / path for path in paths]) == names
