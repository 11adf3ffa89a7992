#!/usr/bin/env bash
# Makes the environment of Python that the tests run real SDKs in, at the versions of requirements.txt, once:
# setup-sdks.sh SCRATCH makes SCRATCH/sdks.
set -euo pipefail

fail() { echo "setup-sdks: $*" >&2; exit 1; }

[ $# = 1 ] || fail "usage: setup-sdks.sh SCRATCH"
requirements="$(cd "$(dirname "$0")" && pwd)/Tests/TrackproofCollectorTests/SDKs/clients/requirements.txt"
folder="$1/sdks"
wanted="$(cksum <"$requirements")"
# Written last: an environment without it was cut short.
stamp="$folder/complete"
if [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then exit 0; fi

command -v python3 >/dev/null || fail "python3 is needed"
rm -rf "$folder"
python3 -m venv "$folder" || fail "python3 has no module venv"
"$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
echo "$wanted" >"$stamp"
