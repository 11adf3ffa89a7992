#!/usr/bin/env bash
# Starts a PostgreSQL server with a new database in a folder. The server listens only on a socket in this folder. Prints
# the folder as soon as the server is ready. When standard input ends, stops the server and removes the folder.
# Usage: postgres.sh FOLDER
set -euo pipefail

folder=$1
# Debian can install several versions of PostgreSQL, and their servers are not in PATH.
programs=$(dirname "$(command -v initdb || find /usr/lib/postgresql -name initdb | sort -V | tail -n 1)")
mkdir -p "$folder"
user=()
if [ "$(id -u)" = 0 ]; then
    # PostgreSQL refuses to run as root.
    user=(setpriv --reuid=postgres --regid=postgres --clear-groups --)
    chown postgres "$folder"
fi
as() { "${user[@]}" "$@"; }
cd "$folder"
stop() {
    as "$programs/pg_ctl" --pgdata=data --mode=immediate stop >/dev/null || true
    rm -rf "$folder"
}

as "$programs/initdb" --pgdata=data --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
trap stop EXIT
as "$programs/pg_ctl" --pgdata=data --wait --log=server.log --options="-k '$folder' -c listen_addresses='' -c fsync=off" \
    start >/dev/null || { cat server.log >&2; exit 1; }
echo "$folder"
cat >/dev/null
