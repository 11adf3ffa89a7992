#!/usr/bin/env python3
"""Checks a project of Xcode without Xcode: its syntax, its references, its schemes and its test plans.

Usage: scripts/check-xcodeproj.py PROJECT.xcodeproj

Fails if an object refers to an object, a file or a folder that does not exist, if nothing refers to an object, or if a
scheme or a test plan names a target by a wrong name.
"""
import json
import pathlib
import re
import sys
import xml.etree.ElementTree

TOKEN = re.compile(r'\s+|//[^\n]*|/\*.*?\*/|([{}();,=])|"((?:[^"\\]|\\.)*)"|([A-Za-z0-9_./$-]+)', re.S)
ID = re.compile(r"[0-9A-F]{24}")


def tokens(text):
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            sys.exit(f"line {text.count(chr(10), 0, at) + 1}: unexpected {text[at:at + 20]!r}")
        at = match.end()
        if match[1]:
            yield match[1], True
        elif match[2] is not None or match[3]:
            yield match[2] if match[3] is None else match[3], False


def parse(text):
    """Parses a property list in the old style: dictionaries, arrays and strings."""
    stream = tokens(text)

    def take(expected):
        if next(stream, None) != (expected, True):
            sys.exit(f"expected {expected!r}")

    def value(token):
        text, isSign = token
        if not isSign:
            return text
        if text == "{":
            found = {}
            while (key := next(stream)) != ("}", True):
                take("=")
                if key[0] in found:
                    sys.exit(f"{key[0]} appears twice")
                found[key[0]] = value(next(stream))
                take(";")
            return found
        if text == "(":
            found = []
            while (item := next(stream)) != (")", True):
                found.append(value(item))
                take(",")
            return found
        sys.exit(f"unexpected {text!r}")

    return value(next(stream))


def strings(value):
    """Yields all strings in a value."""
    if isinstance(value, str):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def problems(project):
    folder = project.parent
    root = parse((project / "project.pbxproj").read_text())
    objects = root["objects"]
    used = {root["rootObject"]}
    for name, entry in objects.items():
        found = {text for text in strings(entry) if ID.fullmatch(text)}
        used |= found | {key for value in entry.values() if isinstance(value, dict) for key in value if ID.fullmatch(key)}
        for text in sorted(found - set(objects)):
            yield f"{name} refers to {text}, which does not exist"
        path = entry.get("path", entry.get("relativePath"))
        if path and entry.get("sourceTree", "<group>") == "<group>" and not (folder / path).exists():
            yield f"{name}: there is no {path}"
        for inner in entry.get("explicitFolders", []):
            if not (folder / path / inner).is_dir():
                yield f"{name}: there is no folder {path}/{inner}"
        info = entry.get("buildSettings", {}).get("INFOPLIST_FILE")
        if info and not (folder / info).is_file():
            yield f"{name}: there is no {info}"
    for name in sorted(set(objects) - used):
        yield f"nothing refers to {name}"

    targets = {name: entry["name"] for name, entry in objects.items() if entry["isa"] == "PBXNativeTarget"}
    plans = sorted(folder.glob("*.xctestplan"))
    for plan in plans:
        for target in (entry["target"] for entry in json.loads(plan.read_text())["testTargets"]):
            if targets.get(target["identifier"]) != target["name"]:
                yield f"{plan.name}: no target {target['name']} has the id {target['identifier']}"
    for scheme in sorted(project.glob("xcshareddata/xcschemes/*.xcscheme")):
        tree = xml.etree.ElementTree.parse(scheme)
        for target in tree.iter("BuildableReference"):
            if targets.get(target.get("BlueprintIdentifier")) != target.get("BlueprintName"):
                yield f"{scheme.name}: no target {target.get('BlueprintName')} has the id {target.get('BlueprintIdentifier')}"
        for plan in tree.iter("TestPlanReference"):
            if plan.get("reference").removeprefix("container:") not in [known.name for known in plans]:
                yield f"{scheme.name}: there is no {plan.get('reference')}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = list(problems(pathlib.Path(sys.argv[1])))
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
