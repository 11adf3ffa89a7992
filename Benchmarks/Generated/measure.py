"""Measures how long generated Swift takes to compile, compared with functions that a developer writes by hand.

Usage: measure.py SCRATCH [--events N] [--runs K]

SCRATCH is the build folder with the command in SCRATCH/release/trackproof and with the modules of a debug build in
SCRATCH/debug/Modules. Each event has seven parameters. A function that is written by hand has the same arguments, and
makes its parameters with a dictionary literal.
"""

import argparse
import json
import pathlib
import random
import resource
import statistics
import subprocess
import tempfile
import time

WORDS = """movie order list user page card method source query item price amount name state kind group plan level score
speed play stop start open close share save load sync time zone city day week""".split()
TYPES = {"string": "String", "integer": "Int", "number": "Double", "boolean": "Bool"}
SHARES = ["string"] * 3 + ["integer", "number", "boolean", "enum"]


def plan(count):
    draw = random.Random(1)
    events = {}
    while len(events) < count:
        parameters = {}
        while len(parameters) < 7:
            kind = draw.choice(SHARES)
            schema = {"enum": ["red", "green", "dark_blue"]} if kind == "enum" else {"type": kind}
            schema["required"] = draw.random() < 0.6
            parameters["_".join(draw.sample(WORDS, 2))] = schema
        events["_".join(draw.sample(WORDS, 3))] = {"description": "It happened.", "parameters": parameters}
    return {"plan": 1, "name": "Large", "events": events}


def camel(name, upper=False):
    words = name.split("_")
    return (words[0].capitalize() if upper else words[0]) + "".join(word.capitalize() for word in words[1:])


def by_hand(plan):
    """Returns the Swift that a developer would write for a plan."""
    lines = ["import Trackproof", "extension Event {"]
    for name, event in plan["events"].items():
        arguments = []
        for parameter, schema in sorted(event["parameters"].items(), key=lambda pair: not pair[1]["required"]):
            kind = TYPES.get(schema.get("type"))
            if kind is None:
                kind = camel(name, True) + camel(parameter, True)
                lines.append(f"    public enum {kind}: String, CaseIterable, EventValueConvertible "
                             '{ case red, green, darkBlue = "dark_blue" }')
            arguments.append(f"{camel(parameter)}: {kind}" + ("" if schema["required"] else "? = nil"))
        values = ", ".join(f'"{parameter}": {camel(parameter)}' for parameter in event["parameters"])
        lines.append(f"    public static func {camel(name)}({', '.join(arguments)}) -> Event {{")
        lines += [f'        Event("{name}", [{values}])', "    }"]
    return "\n".join(lines + ["}"]) + "\n"


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        content = plan(options.events)
        (folder / "plan.json").write_text(json.dumps(content))
        start = time.monotonic()
        subprocess.run([options.scratch / "release/trackproof", "plan", "generate", "swift", "--plan", folder / "plan.json",
                        "--access", "public", "--output", folder / "generated.swift"], check=True)
        print(f"generating {options.events} events: {time.monotonic() - start:.2f} s")
        (folder / "hand.swift").write_text(by_hand(content))
        for mode in ("-Onone", "-O"):
            times = {"hand": [], "generated": []}
            for _ in range(options.runs):
                for contender, seconds in times.items():
                    seconds.append(user_seconds(
                        ["swiftc", "-swift-version", "6", mode, "-wmo", "-parse-as-library", "-module-name", "App", "-c",
                         "-I", options.scratch / "debug/Modules", folder / f"{contender}.swift",
                         "-o", folder / f"{contender}.o"]))
            hand = statistics.median(times["hand"])
            for contender, seconds in times.items():
                size = subprocess.run(["size", folder / f"{contender}.o"], check=True, capture_output=True, text=True)
                text, data = map(int, size.stdout.split("\n")[1].split()[:2])
                print(f"{mode} {contender}: {statistics.median(seconds):.1f} s of the processor, "
                      f"{statistics.median(seconds) / hand:.2f}×, {(text + data) / options.events / 1000:.1f} KB an event")


main()
