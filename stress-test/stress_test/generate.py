"""Writes the data of the stress test, and says how many persons there are at most after a run with it."""

import argparse
from pathlib import Path

from stress_test import data, expected
from stress_test.arrivals import Load


def main() -> None:
    parser = argparse.ArgumentParser(prog="generate-data", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=data.FOLDER, help=str(data.FOLDER))
    parser.add_argument("--creations", type=int, help="in the run (default: those of the plain and the doubled one)")
    options = parser.parse_args()

    data.write(options.folder)
    print(f"{data.PAYLOADS:,} payloads and {data.TERMS:,} terms in {options.folder}")
    payloads = data.read_payloads(options.folder)
    wanted = [options.creations] if options.creations is not None else [Load().creations, Load(1200).creations]
    for creations in wanted:
        print(f"expected maximum after {creations:,} creations: {expected.maximum(payloads, creations):,}")


if __name__ == "__main__":
    main()
