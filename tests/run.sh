#!/bin/sh
# Runs every test, installing what it needs: a virtual environment with the project and its test packages, and by
# apt (as root or with sudo) Debian's chromium for the page tests and what picamera2 is built with. What cannot be
# installed is said, and the tests that need it are skipped. Arguments go to pytest: sh tests/run.sh tests/games
set -eu
cd "$(dirname "$0")/.."

if [ "$(id -u)" = 0 ]; then as_root=""; else as_root="sudo -n"; fi
by_apt() {
    command -v apt-get >/dev/null 2>&1 || return 1
    { $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null 2>&1
}

if [ ! -x .venv/bin/python ]; then
    python3 -m venv .venv
fi
install() { .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@"; }
install --editable '.[demo,test]'

if ! command -v chromium >/dev/null 2>&1; then
    echo "Installing chromium for the page tests."
    by_apt chromium fonts-dejavu-core || echo "chromium could not be installed; the page tests will be skipped."
fi
for tool in openscad:openscad xvfb-run:xvfb,xauth,libgl1-mesa-dri shellcheck:shellcheck; do
    command -v "${tool%%:*}" >/dev/null 2>&1 && continue
    echo "Installing ${tool%%:*} for the tests of hardware/."
    # shellcheck disable=SC2046
    by_apt $(echo "${tool#*:}" | tr ',' ' ') || echo "It could not be installed; those tests will be skipped."
done
if ! .venv/bin/python -c "import importlib.util as u, sys; sys.exit(u.find_spec('picamera2') is None)"; then
    echo "Installing picamera2, against which our calls of the Pi's camera are checked."
    { [ -e /usr/include/sys/capability.h ] || by_apt libcap-dev gcc python3-dev; } && install picamera2 >/dev/null 2>&1 ||
        echo "picamera2 could not be installed; those tests will be skipped."
fi

.venv/bin/python -m ruff check .
exec .venv/bin/python -m pytest -n auto "$@"
