#!/usr/bin/env bash
# Checks the workflows and the action of this repository, and the examples for CI servers, against the schemas of GitHub
# and GitLab. These schemas come with the checker, check-jsonschema. The checker has no schema for Bitrise, so
# Examples/Bitrise/schema.json describes the parts of the format that the example uses.
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
"$tools/bin/check-jsonschema" --builtin-schema vendor.github-actions action.yml
"$tools/bin/check-jsonschema" --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci Examples/GitLab/*.yml
"$tools/bin/check-jsonschema" --schemafile Examples/Bitrise/schema.json Examples/Bitrise/bitrise.yml
"$tools/bin/python3" scripts/check-comment.py
