#!/usr/bin/env python3
"""Checks that packages which link to sources of other packages link to all of the modules that these sources import.

The benchmarks and the fuzz targets are not a part of `make test-all`, because building them takes long. Without this
check, nobody would notice that a new module of the command is missing there.
"""
import pathlib
import re
import sys

IMPORT = re.compile(r"^ *(?:@\w+(?:\(\w+\))? +)*(?:public |package |internal )?import (?:\w+ )?(Trackproof\w*)", re.M)
LIBRARY = {path.name for path in pathlib.Path("Sources").iterdir()}


def targets(package):
    return set(re.findall(r'name: "(\w+)"', pathlib.Path(package, "Package.swift").read_text()))


def missing(package, others):
    """Returns a line for each module that a linked target of a package imports, and that the package lacks."""
    folders = [path for path in pathlib.Path(package, "Sources").iterdir() if path.is_dir()]
    modules = {path.name for path in folders} & targets(package) | others
    for folder in sorted(path for path in folders if path.is_symlink()):
        imports = {name for file in folder.resolve().rglob("*.swift") for name in IMPORT.findall(file.read_text())}
        for name in sorted(imports - modules):
            yield f"{package}/Sources has a link to {folder.name}, which imports {name}: add a link and a target for that module"


def main():
    lines = [*missing("Benchmarks", LIBRARY), *missing("Tool/Fuzz", LIBRARY), *missing("Fuzz", set())]
    if lines:
        sys.exit("\n".join(f"check-links: {line}" for line in lines))


if __name__ == "__main__":
    main()
