#!/usr/bin/env bash
# The contest's stress test, from a clean clone to the report, with Gatling; installs what is missing, with sudo where
# needed.
#
#   stress-test/run-test.sh [--rate 1200] [--docker | --url URL] [OPTION...]     --help says the options
#   stress-test/run-test.sh compare FOLDER...
set -euo pipefail
root=$(realpath "$(dirname "$(realpath "$0")")/..")
{ "$root/scripts/install-packages" stress && "$root/scripts/python" -c ''; } || exit 2 # void
PYTHONPATH=$root/stress-test exec "$root/scripts/python" -m stress_test "$@"
