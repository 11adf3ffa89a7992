#!/usr/bin/env bash
# Checks the workflows of this repository and of Examples/GitHub against GitHub's schema. The schema comes with the
# checker, check-jsonschema.
# Usage: scripts/check-workflow.sh SCRATCH-PATH   (where the checker is installed)
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$1/tools

if [ ! -x "$tools/bin/check-jsonschema" ]; then
    rm -rf "$tools"
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check 'check-jsonschema>=0.29,<1'
fi
"$tools/bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml \
    Examples/GitHub/*.yml
