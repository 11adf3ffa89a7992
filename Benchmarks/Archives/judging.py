"""Compares the result of a contender with the truth."""

import json


class WrongResult(Exception):
    """The result of a contender is not the truth."""


MEMBERS = ("count", "leastVersion", "greatestVersion", "firstTime", "lastTime")


def key(row):
    return row["event"], row["path"], row["id"]


def compare(rows, truth):
    """Compares findings, which have the members of truth.json."""
    found = {key(row): [row[member] for member in MEMBERS] for row in rows}
    expected = {key(row): [row[member] for member in MEMBERS] for row in truth["findings"]}
    wrong = [
        f"{' '.join(name)}: expected {expected.get(name, 'no finding')}, found {found.get(name, 'no finding')}"
        for name in sorted(found.keys() | expected.keys()) if found.get(name) != expected.get(name)]
    if wrong:
        raise WrongResult(f"{len(wrong)} of {len(expected)} findings are wrong:\n" + "\n".join(wrong[:20]))
    return f"{len(expected)} findings"


def rows_of_report(path):
    """Returns the findings in a JSON report of Trackproof, and the number of its events."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    section = next(section for section in report["sections"] if "archive" in section)
    facets = {key(facet): facet for facet in section["archive"]["findings"]}
    rows = []
    for finding in section["findings"]:
        facet = facets[key(finding)]
        # The report counts the events of each version. The order of versions is that of their numbers.
        versions = sorted(facet["versions"], key=lambda version: [int(part) for part in version.split(".")])
        if finding["events"] != sum(facet["versions"].values()):
            raise WrongResult(f"{key(finding)}: the versions have other events than the finding")
        rows.append({
            "event": finding["event"], "path": finding["path"], "id": finding["id"], "count": finding["events"],
            "leastVersion": versions[0], "greatestVersion": versions[-1],
            "firstTime": facet["firstTime"], "lastTime": facet["lastTime"]})
    return rows, section["events"]


def report(path, truth):
    """Compares a JSON report of Trackproof."""
    rows, events = rows_of_report(path)
    if events != truth["events"]:
        raise WrongResult(f"expected {truth['events']} events, found {events}")
    return compare(rows, truth)


def rows(path, truth):
    """Compares a JSON report about the rows of a vendor. Their findings differ, because vendors lose types and nulls."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    section = next(section for section in report["sections"] if "archive" in section)
    least, most = truth["rows"] * 0.985, truth["rows"] * 0.998
    if section["events"] != truth["rows"] or not least < section["planned"] < most:
        raise WrongResult(f"expected {truth['rows']} events, found {section['events']}, {section['planned']} as planned")
    return f"{section['planned']:,} of {truth['rows']:,} events as planned"


def table(path, truth):
    """Compares a file with a list of findings, or with a finding on each line, as JSON."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    rows = json.loads(text) if text.startswith("[") else [
        json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return compare(rows, truth)


def invalid(path, truth):
    """Compares the number of invalid events of each name, as a JSON object. An unplanned event is invalid."""
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    if result != truth["invalid"]:
        raise WrongResult(f"expected invalid events {truth['invalid']}, found {result}")
    return f"{sum(result.values())} invalid events"


def lines(path, truth):
    """Compares a number of events."""
    with open(path, encoding="utf-8") as file:
        count = int(file.read())
    if count != truth["events"]:
        raise WrongResult(f"expected {truth['events']} events, found {count}")
    return f"{count:,} events"
