#!/bin/sh
# Runs every test, installing what it needs: a virtual environment with the project and its test packages,
# and Debian's chromium for the page tests (by apt, when it is missing and may be installed; without it
# those tests are skipped and say so). Arguments go to pytest: sh tests/run.sh tests/games
set -eu
cd "$(dirname "$0")/.."

if [ ! -x .venv/bin/python ]; then
    python3 -m venv .venv
fi
.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[demo,test]'

if ! command -v chromium >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ]; then as_root=""; else as_root="sudo -n"; fi
    echo "Installing chromium for the page tests."
    { $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } >/dev/null 2>&1 ||
        echo "chromium could not be installed; the page tests will be skipped."
fi

.venv/bin/python -m ruff check .
exec .venv/bin/python -m pytest -n auto --dist loadgroup "$@"
