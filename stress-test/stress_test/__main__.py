"""The command line: a run, or a comparison of several."""

import argparse
import sys
import traceback
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from stress_test import compare, plots, summary
from stress_test.arrivals import RAMP, Load
from stress_test.gatling_log import Malformed
from stress_test.run import Options, run
from stress_test.system import ROOT, Trouble
from stress_test.usage import Unreadable

VOID = 2


def main(arguments: list[str]) -> int:
    try:
        if arguments[:1] == ["compare"]:
            return compare_runs(arguments[1:])
        return 0 if run(parse(arguments)) else 1
    except (Trouble, Malformed, Unreadable, OSError) as why:
        print(f"void: {why}", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    except Exception:  # a bug says nothing of what was tested, as Python's own status 1 would
        traceback.print_exc()
    return VOID


def parse(arguments: list[str]) -> Options:
    parser = argparse.ArgumentParser(
        prog="run-test.sh",
        description="The contest's stress test: exits with 0 if the run was perfect, 1 if not, 2 if it is void. "
        "`run-test.sh compare FOLDER...` shows several runs side by side.",
    )
    parser.add_argument("--rate", type=int, default=600, help="creations a second at the end of the ramp (600)")
    parser.add_argument("--seconds", type=int, default=RAMP, help=f"that the ramp takes ({RAMP})")
    parser.add_argument("--results", type=Path, help="folder for the report (build/stress/<date>-<rate>)")
    parser.add_argument("--keep", action="store_true", help="leave the stack up")
    where = parser.add_argument_group("what is tested (default: `make up`)").add_mutually_exclusive_group()
    where.add_argument("--docker", action="store_true", help="docker compose up, as a project of its own")
    where.add_argument("--url", type=url, help="what runs there already")
    given = parser.add_argument_group("with --url; what is not given is not checked")
    given.add_argument("--name", help="of what is tested, in the report")
    given.add_argument("--count-url", help="gives the number of persons (URL/contagem-pessoas); '': nothing does")
    given.add_argument("--empty-command", help="shell command that removes all persons")
    given.add_argument("--rows-command", help="shell command that prints how many rows there are")
    given.add_argument("--usage-command", help="shell command that prints CPU and memory in use, as scripts/usage does")
    parsed = parser.parse_args(arguments)

    if parsed.rate < 1 or parsed.seconds < 1:
        parser.error("--rate and --seconds are at least 1")
    others = ("name", "count_url", "empty_command", "rows_command", "usage_command")
    if not parsed.url and any(getattr(parsed, name) is not None for name in others):
        parser.error("--name, --count-url and commands go with --url")
    return Options(
        load=Load(parsed.rate, parsed.seconds),
        results=(parsed.results or default_results(parsed.rate)).absolute(),
        keep=parsed.keep,
        docker=parsed.docker,
        url=parsed.url,
        name=parsed.name,
        count_url=parsed.count_url,
        empty_command=parsed.empty_command,
        rows_command=parsed.rows_command,
        usage_command=parsed.usage_command,
        arguments=arguments,
    )


def url(text: str) -> str:
    """host:port is one too. Raises ValueError."""
    whole = (text if "://" in text else f"http://{text}").rstrip("/")
    at = urlsplit(whole)
    if at.scheme not in ("http", "https") or not at.hostname or at.port == 0:
        raise ValueError(text)
    return whole


def default_results(rate: int) -> Path:
    return ROOT / "build/stress" / f"{datetime.now():%Y-%m-%d-%H%M%S}-{rate}"


def compare_runs(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="run-test.sh compare", description=compare.__doc__)
    parser.add_argument("runs", nargs="+", type=Path, help="folder of a run, or its summary.json")
    parser.add_argument("--plot", type=Path, default=Path("comparison.png"), help="file (comparison.png)")
    parsed = parser.parse_args(arguments)
    named = list(zip(compare.names(parsed.runs), map(summary.read, parsed.runs), strict=True))
    print(compare.comparison(named))
    plots.comparison(named, parsed.plot)
    print(f"\nplot: {parsed.plot}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
