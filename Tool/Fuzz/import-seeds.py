#!/usr/bin/env python3
"""Writes seeds for FuzzImport: the files of the transcripts of imports. Usage: import-seeds.py FOLDER"""

import pathlib
import re
import sys

here = pathlib.Path(__file__).parent
planning = here / "../Sources/TrackproofPlanning"
cases = (planning / "Converting/OtherPlanFormat.swift").read_text()
# The first byte of a seed is the index of its format.
formats = [raw or name for name, raw in re.findall(r'^    case (\w+)(?: = "([^"]+)")?$', cases, re.MULTILINE)]
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
made = 0
for index, name in enumerate(formats):
    transcript = here / f"../Tests/TrackproofPlanningTests/Converting/Golden/{name}.txt"
    # In a transcript, `> NAME` begins a file, and each line of the file begins with `: `.
    for text in re.findall(r"^> .*\n((?::.*\n)+)", transcript.read_text(), re.MULTILINE):
        lines = [line[2:] for line in text.splitlines()]
        (folder / f"{name}-{made}").write_bytes(bytes([index]) + "\n".join(lines).encode() + b"\n")
        made += 1
print(f"{made} seeds in {folder}")
