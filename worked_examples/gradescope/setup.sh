#!/usr/bin/env bash
# Set the autograder's machine up: Python, and exactnb from the wheel that lies beside this file.
set -euo pipefail
apt-get update --quiet
apt-get install --yes --quiet --no-install-recommends python3 python3-venv
python3 -m venv /autograder/venv
/autograder/venv/bin/pip install --quiet /autograder/source/exactnb-*.whl
