#!/usr/bin/env python3
"""Prints the declarations in the symbol graphs of a module, sorted, one per line: path, declaration, availability.

Usage: scripts/ci-macos-symbols.py FOLDER   (FOLDER contains the *.symbols.json of one module)

Fails if the graphs contain no symbols.
"""
import glob
import json
import os
import sys


def version(parts):
    return ".".join(str(parts.get(name, 0)) for name in ("major", "minor"))


def availability(symbol):
    words = []
    for entry in symbol.get("availability", []):
        domain = entry.get("domain", "*")
        if entry.get("isUnconditionallyUnavailable"):
            words.append(f"{domain} unavailable")
        elif "introduced" in entry:
            words.append(f"{domain} {version(entry['introduced'])}")
    return f"  // {', '.join(words)}" if words else ""


def lines(path):
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)
    for symbol in graph["symbols"]:
        declaration = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
        yield f"{'.'.join(symbol['pathComponents'])}: {' '.join(declaration.split())}{availability(symbol)}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = {line for path in glob.glob(os.path.join(sys.argv[1], "*.symbols.json")) for line in lines(path)}
    if not found:
        sys.exit(f"{sys.argv[1]}: no symbols")
    print("\n".join(sorted(found)))


main()
