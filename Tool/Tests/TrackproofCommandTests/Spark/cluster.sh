#!/usr/bin/env bash
# Starts a standalone cluster of Spark on this machine: a master and two workers, which listen on the loopback interface
# only, on ports that are free. Prints the master's URL as soon as both workers are ready. When standard input ends,
# stops all processes and removes the folder.
# Usage: cluster.sh FOLDER   (for logs and the files of jobs; SPARK_HOME is the folder of Spark)
set -euo pipefail

folder=$1
mkdir -p "$folder"
export SPARK_LOCAL_IP=127.0.0.1 SPARK_MASTER_OPTS='' SPARK_WORKER_OPTS='' SPARK_DAEMON_MEMORY=256m
# A Java virtual machine that does not optimize starts faster.
export SPARK_DAEMON_JAVA_OPTS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
pids=()
stop() {
    kill "${pids[@]}" 2>/dev/null || true
    wait || true
    rm -rf "$folder"
}
trap stop EXIT

fail() { echo "cluster: $*" >&2; tail -n 20 "$folder"/*.log >&2; exit 1; }

# start NAME CLASS [ARGUMENT…]
start() {
    local name=$1
    shift
    "$SPARK_HOME/bin/spark-class" "org.apache.spark.deploy.$1" --host 127.0.0.1 --port 0 --webui-port 0 "${@:2}" \
        >"$folder/$name.log" 2>&1 </dev/null &
    pids+=($!)
}

# await NAME PATTERN   (prints the match in the log of a process)
await() {
    local tries
    for ((tries = 0; tries < 600; tries++)); do
        grep -oE -m 1 "$2" "$folder/$1.log" && return
        kill -0 "${pids[-1]}" 2>/dev/null || fail "$1 has ended"
        sleep 0.1
    done
    fail "$1 did not start within a minute"
}

start master master.Master
url=$(await master 'spark://127\.0\.0\.1:[0-9]+')
for number in 1 2; do
    start "worker$number" worker.Worker --cores 1 --memory 1g --work-dir "$folder/work$number" "$url"
    await "worker$number" 'Successfully registered' >/dev/null
done
echo "$url"
cat >/dev/null
