#!/usr/bin/env python3
"""Keeps the table of Apple's symbols in AppleCheck/README.md: one row for each symbol that a stub declares.

Usage: scripts/apple-symbols.py MODULES           (fails if the table differs from the stubs)
       scripts/apple-symbols.py MODULES --write   (writes the table again; keeps what people wrote in the last column)

MODULES is the folder in which AppleCheck's build put the modules of the stubs. The last column says where somebody
compared the stub's declaration with Apple's. A new symbol has an empty one.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

README = pathlib.Path("AppleCheck/README.md")
MODULES = ["AppKit", "Darwin", "ObjectiveC", "QuartzCore", "SwiftUI", "UIKit", "XCTest", "XCUIAutomation", "os"]
BEGIN, END = "<!-- symbols -->\n", "<!-- end of symbols -->\n"
ROW = re.compile(r"^\| `([^`]+)` \| `(?:[^`]+)` \|(.*)\|$", re.M)


def symbols(modules, module):
    """Returns the path and the declaration of each symbol of a module that the stub did not invent."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, "-target", target(), "-I", modules,
             "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder], check=True)
        graphs = [json.loads(path.read_text()) for path in pathlib.Path(folder).glob("*.symbols.json")]
    # These symbols follow from a conformance, or belong to the stub alone.
    derived = re.compile(r"^(?:init\(rawValue:\)|rawValue|==\(_:_:\)|hash\(into:\)|Body|body)$")
    invented = re.compile(r"^(?:[Ss]tub.*|View(?:Host|Element)|CGFloat|Never|Optional)$")
    rows, cases = {}, {}
    for symbol in (symbol for graph in graphs for symbol in graph["symbols"]):
        path = symbol["pathComponents"]
        if any(invented.match(name) for name in path) or derived.match(path[-1]):
            continue
        if symbol["kind"]["identifier"] == "swift.enum.case":
            cases.setdefault(".".join(path[:-1]), []).append(path[-1])
            continue
        text = "".join(part["spelling"] for part in symbol["declarationFragments"])
        rows.setdefault(".".join(path), []).append(" ".join(text.split()).replace("`", ""))
    for path, names in cases.items():
        if path in rows:
            rows[path][0] += f" {{ case {', '.join(sorted(names))} }}"
    # An overload has the same path. Its number makes its row's name unique.
    return {path + (f" ({number})" if number > 1 else ""): text
            for path in sorted(rows) for number, text in enumerate(sorted(rows[path]), 1)}


def target():
    info = subprocess.run(["swiftc", "-print-target-info"], check=True, stdout=subprocess.PIPE).stdout
    return json.loads(info)["target"]["triple"]


def table(modules, compared):
    text = ""
    for module in MODULES:
        rows = symbols(modules, module)
        if not rows:
            continue
        text += f"\n### {module}\n\n| symbol | declaration in the stub | compared with |\n|---|---|---|\n"
        for path, declaration in rows.items():
            name = f"{module}.{path}"
            text += f"| `{name}` | `{declaration.replace('|', chr(92) + '|')}` | {compared.get(name, '').strip()} |\n"
    return text + "\n"


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--write"]):
        sys.exit(__doc__)
    old = README.read_text()
    before, rest = old.split(BEGIN, 1)
    body, after = rest.split(END, 1)
    compared = {match[1]: match[2] for match in ROW.finditer(body)}
    new = before + BEGIN + table(sys.argv[1], compared) + END + after
    if "--write" in sys.argv:
        README.write_text(new)
    elif new != old:
        sys.exit("apple-symbols: the table differs from the stubs: run python3 scripts/apple-symbols.py "
                 f"{sys.argv[1]} --write, and compare the new symbols with Apple's declarations")
    rows = ROW.findall(new)
    print(f"AppleCheck has {len(rows)} symbols of Apple; {sum(not text.strip() for _, text in rows)} are not compared yet")


if __name__ == "__main__":
    main()
