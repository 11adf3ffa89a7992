"""Makes the data of the benchmark: two plans, an archive of events, and the findings that a check must report.

Usage: generate.py FOLDER [--events N] [--files N] [--seed N]

FOLDER gets the plans plan.yaml and large.yaml, schemas.json, the events as ndjson/*.ndjson in the layout of Segment's
calls, as gzip/*.ndjson.gz and as parquet/*.parquet, the layout rows.yaml of their columns, and truth.json, which is
written last. The same arguments make the same events.
"""

import argparse
import datetime
import gzip
import json
import multiprocessing
import pathlib
import random

import pyarrow
import pyarrow.parquet

import plan
from events import BUILDERS, MISTAKES, WEIGHTS

START = datetime.datetime(2026, 11, 1, tzinfo=datetime.timezone.utc)
EPOCH = int(START.timestamp() * 1_000)
MILLISECONDS = 30 * 86_400_000
# A comparison of texts would order these versions differently.
VERSIONS = ["3.2.1", "3.9.0", "3.9.4", "3.10.0", "3.10.2", "3.11.0", "3.12.1"]
SHARE_OF_MISTAKES = 0.01
LAYOUT = "layout: 1\nevent: event\nversion: version\ntime: time\nparameters: properties\n"


class Truth:
    """The number of events with each finding, and their first and last versions and times."""

    def __init__(self, findings=None):
        self.findings = findings or {}

    def add(self, event, path, identifier, version, moment):
        """Adds an event. version: The index of the version. moment: The time, as text in UTC."""
        self.merge((event, path, identifier), [1, version, version, moment, moment])

    def merge(self, key, row):
        old = self.findings.setdefault(key, row)
        if old is not row:
            self.findings[key] = [
                old[0] + row[0], min(old[1], row[1]), max(old[2], row[2]), min(old[3], row[3]), max(old[4], row[4])]

    def rows(self):
        for (event, path, identifier), (count, least, most, first, last) in sorted(self.findings.items()):
            yield {"event": event, "path": path, "id": identifier, "count": count, "leastVersion": VERSIONS[least],
                   "greatestVersion": VERSIONS[most], "firstTime": first, "lastTime": last}


def mistaken(event, parameters, draw):
    """Makes one mistake, or two mistakes in different parameters. Returns the name, and pairs of paths and ids."""
    if draw() < 0.02:
        return event.replace("_", ""), [("", "unplanned-event")]
    mistakes = MISTAKES[event]
    first = mistakes[int(draw() * len(mistakes))]
    chosen = [first]
    if draw() < 0.2:
        second = mistakes[int(draw() * len(mistakes))]
        if second[0] != first[0]:
            chosen.append(second)
    findings = []
    for name, value, identifier, *path in chosen:
        if value is None:
            del parameters[name]
        else:
            parameters[name] = value
        # In the path of a finding, a dot inside a name has a backslash.
        findings.append((path[0] if path else name.replace(".", "\\."), identifier))
    return event, findings


class Maker:
    """Makes the events of one file, and collects the truth about them."""

    DAYS = [(START + datetime.timedelta(days=day)).strftime("%Y-%m-%d") for day in range(31)]
    NAMES = [name for name, weight in WEIGHTS.items() for _ in range(weight)]
    KEYS = {
        name: json.dumps(name, ensure_ascii=False) + ":"
        for name in [name for parameters in plan.EVENTS.values() for name in parameters]
        + [mistake[0] for mistakes in MISTAKES.values() for mistake in mistakes]}

    def __init__(self, seed, total):
        self.random = random.Random(seed)
        self.total = total
        self.truth = Truth()
        # The number of events of each name that do not fit their JSON Schemas.
        self.invalid = {}

    def event(self, index):
        """Returns the name, version and time of an event, in milliseconds and as text, and its parameters as JSON."""
        draw = self.random.random
        name = self.NAMES[int(draw() * 100)]
        parameters = BUILDERS[name](self.random)
        moment = index * MILLISECONDS // self.total
        day, rest = divmod(moment, 86_400_000)
        minutes, rest = divmod(rest, 60_000)
        text = f"{self.DAYS[day]}T{minutes // 60:02}:{minutes % 60:02}:{rest // 1_000:02}.{rest % 1_000:03}Z"
        # Each version begins to replace the one before it a few days later.
        version = max(0, min(6, int(day / 6 + draw() * 3 - draw())))
        if draw() < SHARE_OF_MISTAKES:
            name, findings = mistaken(name, parameters, draw)
            for finding in findings:
                self.truth.add(name, *finding, version, text)
            # JSON Schema has no such finding: 17.0 is an integer.
            if any(identifier != "integer-as-float" for _, identifier in findings):
                self.invalid[name] = self.invalid.get(name, 0) + 1
        properties = "{" + ",".join([self.KEYS[key] + value for key, value in parameters.items()]) + "}"
        return name, VERSIONS[version], EPOCH + moment, text, properties


def write_file(arguments):
    """Writes one file, its gzip copy and its Parquet file. Returns the truth about its events."""
    folder, number, first, end, total, seed = arguments
    schema = pyarrow.schema([
        ("event", pyarrow.string()), ("version", pyarrow.string()), ("time", pyarrow.timestamp("ms", tz="UTC")),
        ("properties", pyarrow.string())])
    maker = Maker(f"{seed} {number}", total)
    name = f"{number:02}"
    with (
        open(folder / "ndjson" / f"{name}.ndjson", "w", encoding="utf-8") as file,
        gzip.open(folder / "gzip" / f"{name}.ndjson.gz", "wt", compresslevel=5, encoding="utf-8") as copy,
        pyarrow.parquet.ParquetWriter(folder / "parquet" / f"{name}.parquet", schema, compression="zstd") as parquet,
    ):
        for chunk in range(first, end, 50_000):
            indices = range(chunk, min(chunk + 50_000, end))
            events, versions, times, texts, properties = zip(*map(maker.event, indices))
            block = "".join([
                f'{{"type":"track","event":"{event}","messageId":"m{index}","timestamp":"{text}",'
                f'"context":{{"app":{{"version":"{version}"}}}},"properties":{parameters}}}\n'
                for index, event, version, text, parameters in zip(indices, events, versions, texts, properties)])
            file.write(block)
            copy.write(block)
            parquet.write_table(pyarrow.table([events, versions, times, properties], schema=schema))
    return maker.truth.findings, maker.invalid


def main():
    parser = argparse.ArgumentParser(description="Makes the data of the benchmark of archives.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--events", type=int, default=5_000_000)
    parser.add_argument("--files", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in ("ndjson", "gzip", "parquet"):
        (options.folder / name).mkdir(parents=True, exist_ok=True)

    def write(name, text):
        (options.folder / name).write_text(text, encoding="utf-8")

    write("plan.yaml", plan.yaml(plan.EVENTS))
    write("large.yaml", plan.yaml(plan.EVENTS | plan.more_events(995)))
    write("rows.yaml", LAYOUT)
    write("schemas.json", json.dumps(plan.schemas(), ensure_ascii=False, indent=1))
    bounds = [options.events * number // options.files for number in range(options.files + 1)]
    work = [(options.folder, number, bounds[number], bounds[number + 1], options.events, options.seed)
            for number in range(options.files)]
    truth, invalid = Truth(), {}
    with multiprocessing.Pool(min(options.files, multiprocessing.cpu_count())) as pool:
        for findings, counts in pool.imap(write_file, work):
            for key, row in findings.items():
                truth.merge(key, row)
            for name, count in counts.items():
                invalid[name] = invalid.get(name, 0) + count
    rows = list(truth.rows())
    result = {"events": options.events, "invalid": invalid, "findings": rows}
    write("truth.json", json.dumps(result, ensure_ascii=False, indent=1))
    size = sum(path.stat().st_size for path in (options.folder / "ndjson").iterdir())
    print(f"{options.events:,} events in {size / 1e6:,.0f} MB ({size / options.events:.0f} bytes each), with "
          f"{sum(row['count'] for row in rows):,} findings of {len(rows)} kinds")


if __name__ == "__main__":
    main()
