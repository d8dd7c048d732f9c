"""Options of a run."""

import pytest

from stress_test.__main__ import parse
from stress_test.arrivals import Load
from stress_test.run import system


def test_without_options_it_is_the_plain_run_on_the_own_stack():
    options = parse([])
    assert options.load == Load(600, 180)
    assert (options.url, options.docker, options.keep) == (None, False, False)


def test_rate_and_duration_can_be_chosen():
    options = parse(["--rate", "1200", "--seconds", "20"])
    assert options.load == Load(1200, 20)
    assert options.results.name.endswith("-1200")


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("localhost:9999", "http://localhost:9999"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("https://example.com", "https://example.com"),
    ],
)
def test_a_host_and_a_port_are_a_url_too(given: str, url: str):
    assert parse(["--url", given]).url == url


def test_of_what_runs_elsewhere_the_count_is_known_and_the_rest_is_as_given():
    with system(parse(["--url", "localhost:1", "--rows-command", "echo 3"])) as there:
        assert (there.name, there.count_url) == ("http://localhost:1", "http://localhost:1/contagem-pessoas")
        assert (there.rows(), there.empty_command, there.usage_command) == (3, None, None)


def test_another_place_of_the_count_can_be_said_or_none():
    with system(parse(["--url", "localhost:1", "--count-url", "http://localhost:2/n", "--name", "Go"])) as there:
        assert (there.name, there.count_url) == ("Go", "http://localhost:2/n")
    with system(parse(["--url", "localhost:1", "--count-url", ""])) as there:
        assert there.count() is None


@pytest.mark.parametrize(
    "arguments",
    [
        ["--rate", "0"],
        ["--rate", "fast"],
        ["--seconds", "0"],
        ["--docker", "--url", "localhost:1"],
        ["--rows-command", "echo 3"],
        ["--url", ""],
        ["--url", "http://"],
        ["--url", "ftp://localhost:1"],
        ["--url", "localhost:65536"],
        ["--url", "localhost:http"],
        ["--docker", "--count-url", "http://localhost:1"],
        ["plain"],
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        parse(arguments)
    assert ended.value.code == 2
    assert "usage: run-test.sh" in capsys.readouterr().err
