"""Measures how much processor time a check of an archive takes, and prints a table in Markdown.

Usage: measure.py ARCHIVE --trackproof PATH --spark-home PATH [--only NAME …] [--runs K] [--work FOLDER]

ARCHIVE is the folder that generate.py made. Each run of a contender is a tree of processes. Its processor time is the
user and system time of all these processes, and of the server that it uses. The result of each run is compared with the
truth. If a result is wrong, this script ends at once.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

import judging
from contenders import CONTENDERS
from services import NotInstalled, Usage

HERE = pathlib.Path(__file__).resolve().parent
BASES = ("orjson", "check")


def fail(contender, message, folder):
    log = (folder / "log").read_text(errors="replace")[-4_000:] if (folder / "log").exists() else ""
    sys.exit(f"measure: {contender.name}: {message}\n{log}")


def measured(contender, options, truth, service, root):
    """Runs a contender once, and returns its costs and words about its result."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{contender.name}-", dir=root))
    environment = os.environ | {
        "ARCHIVE": str(options.archive), "HERE": str(HERE), "PYTHON": sys.executable,
        "TRACKPROOF": str(options.trackproof), "SPARK": f"{options.spark_home}/bin/spark-sql",
        "SPARK_HOME": options.spark_home, "SPARK_LOCAL_IP": "127.0.0.1",
        "TZ": "UTC"} | (service.variables if service else {})
    with open(folder / "log", "wb") as log, Usage(service) as usage:
        outcome = subprocess.run(
            [sys.executable, HERE / "run_contender.py", contender.script], cwd=folder, env=environment,
            stdout=subprocess.PIPE, stderr=log)
    if outcome.returncode != 0:
        fail(contender, "the run could not be measured", folder)
    costs = json.loads(outcome.stdout.splitlines()[-1])
    if costs["status"] != 0:
        fail(contender, f"the script ended with status {costs['status']}", folder)
    try:
        words = contender.compare(folder / contender.result, truth)
    except (judging.WrongResult, OSError, ValueError, KeyError, StopIteration) as problem:
        fail(contender, f"the result is wrong: {type(problem).__name__}: {problem}", folder)
    costs["processor"] += usage.processor
    costs["memory"] = max(costs["memory"], usage.memory)
    shutil.rmtree(folder)
    return costs | {"words": words}


def table(results, truth):
    """Returns the table of all contenders that have results or a reason why they have none."""
    processor = {
        name: statistics.median(run["processor"] for run in runs)
        for name, runs in results.items() if not isinstance(runs, str)}
    lines = [
        "| contender | processor time | against `orjson.loads` | against `plan audit --jobs 2` "
        "| events per second of a core | clock | largest process | result |", "|---|---:|---:|---:|---:|---:|---:|---|"]
    for contender in CONTENDERS:
        runs = results.get(contender.name)
        if isinstance(runs, str):
            lines.append(f"| {contender.title} | | | | | | | {runs} |")
        elif runs:
            own = processor[contender.name]
            ratios = [f"{own / processor[base]:.2f}×" if processor.get(base) else "" for base in BASES]
            clock, memory = (statistics.median(run[name] for run in runs) for name in ("clock", "memory"))
            lines.append(
                f"| {contender.title} | {own:.1f} s | {ratios[0]} | {ratios[1]} | {contender.events(truth) / max(own, 0.01):,.0f} "
                f"| {clock:.1f} s | {memory:,.0f} MiB | {runs[-1]['words']} |")
    return "\n".join(lines)


def parsed():
    parser = argparse.ArgumentParser(description="Measures checks of an archive.")
    parser.add_argument("archive", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--trackproof", type=lambda text: pathlib.Path(text).resolve(), required=True)
    parser.add_argument("--spark-home", required=True, help="The folder of Spark 4.")
    parser.add_argument("--only", nargs="+", choices=[contender.name for contender in CONTENDERS], metavar="NAME")
    parser.add_argument("--runs", type=int, default=1, help="The number of runs. The table shows medians.")
    parser.add_argument("--work", help="The folder for temporary files.")
    options = parser.parse_args()
    options.repository = HERE.parent.parent
    return options


def main():
    options = parsed()
    truth = json.loads((options.archive / "truth.json").read_text(encoding="utf-8"))
    truth["rows"] = json.loads((options.archive / "rows.json").read_text(encoding="utf-8"))["events"]
    chosen = [contender for contender in CONTENDERS if not options.only or contender.name in options.only]
    results, service, load = {}, None, os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="archives-", dir=options.work) as root:
        root = pathlib.Path(root)
        try:
            for number in range(options.runs):
                for contender in chosen:
                    # Contenders that need the same server follow each other. No server runs beside other contenders.
                    if service and type(service) is not contender.service:
                        service.stop()
                        service = None
                    if contender.service and not service and not isinstance(results.get(contender.name), str):
                        try:
                            service = contender.service(options, root)
                        except NotInstalled as problem:
                            results[contender.name] = f"skipped: {problem}"
                    if isinstance(results.get(contender.name), str):
                        continue
                    costs = measured(contender, options, truth, service, root)
                    results.setdefault(contender.name, []).append(costs)
                    print(f"run {number + 1}: {contender.name}: {costs['processor']:.2f} s, {costs['words']}",
                          file=sys.stderr, flush=True)
        finally:
            if service:
                service.stop()
    size = sum(path.stat().st_size for path in (options.archive / "ndjson").iterdir())
    runs = "one run" if options.runs == 1 else f"medians of {options.runs} runs"
    print(f"{truth['events']:,} events in {size / 1e6:,.0f} MB of JSON; {runs} on {os.cpu_count()} cores; "
          f"load before {load:.1f}, after {os.getloadavg()[0]:.1f}\n")
    print(table(results, truth))


if __name__ == "__main__":
    main()
