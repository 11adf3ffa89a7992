#!/usr/bin/env python3
"""Writes the public API as Markdown pages in docs/api, so that people can read it without Xcode.

Reads the symbol graphs that scripts/docs.sh has left in .build/docs/graphs. A page has the symbols of a product in the
order of the source files. With --check, writes nothing, and fails if a page is not up to date.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GRAPHS = ROOT / ".build" / "docs" / "graphs"
PAGES = ROOT / "docs" / "api"

# The modules of each product, the most important module first, and a sentence about the product.
PRODUCTS = {
    "Trackproof": (["Trackproof"], "An app imports this product: events, the facade and providers."),
    "TrackproofTesting": (
        ["TrackproofTesting", "TrackproofAssertions"],
        "Unit tests import this product: assertions for Swift Testing and XCTest."),
    "TrackproofPlanTesting": (
        ["TrackproofPlanTesting"], "Tests that check events against a tracking plan import this product too."),
    "TrackproofBridge": (["TrackproofBridge"], "An app imports this product in debug builds, so that UI tests get its events."),
    "TrackproofUITesting": (
        ["TrackproofUITesting", "TrackproofCollectorClient"], "UI tests import this product."),
}

# The types that a product exports from a module. The other types of the module are only for the command.
EXPORTED = {"TrackproofCollectorClient": {"CollectorError", "CollectorSession"}}

# The parameters of assertions that hold the place of the call.
CALL_SITE = ["fileID", "filePath", "line", "column"]


def symbols(module):
    """Returns the documented symbols of a module in the order of its sources."""
    found = []
    for path in sorted((GRAPHS / module).glob("*.symbols.json")):
        graph = json.loads(path.read_text())
        found += [symbol for symbol in graph["symbols"] if "docComment" in symbol and "location" in symbol]
    if module in EXPORTED:
        found = [symbol for symbol in found if symbol["pathComponents"][0] in EXPORTED[module]]
    return sorted(found, key=place)


def place(symbol):
    """The place of a symbol in the sources, with the files in the order of their paths."""
    location = symbol["location"]
    path = location["uri"].split("/Sources/")[-1]
    return path.rsplit("/", 1)[0], path, location["position"]["line"], symbol["identifier"]["precise"]


def declaration(symbol):
    """The declaration as code, with one line for each parameter if it is long."""
    code = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    code = re.sub(r"\s+", " ", code).strip()
    if len(code) <= 110 or "(" not in code:
        return code
    start = code.index("(")
    depth, parts, part, end = 0, [], "", None
    for index in range(start, len(code)):
        character = code[index]
        depth += character in "([{"
        depth -= character in ")]}"
        if depth == 0:
            end = index
            break
        if character == "," and depth == 1:
            parts.append(part)
            part = ""
        elif index > start:
            part += character
    parts = [part for part in parts + [part] if part.split(":")[0].strip() not in CALL_SITE]
    lines = ",\n".join("    " + part.strip() for part in parts)
    return f"{code[:start]}(\n{lines}\n{code[end:]}" if end else code


def comment(symbol):
    """The documentation, with links as code."""
    text = "\n".join(line["text"] for line in symbol["docComment"]["lines"]).strip()
    text = re.sub(rf"^ *- ({'|'.join(CALL_SITE)}): .*\n?(?:    .*\n?)*", "", text, flags=re.MULTILINE)
    text = re.sub(r"(?<!`)``/?(?:\w+/)*([^`/]+)``(?!`)", r"`\1`", text)
    return re.sub(r"<doc:([\w-]+)>", r"*\1*", text).strip()


def page(product):
    """The page of a product: a section for each type, with its members, and for each name of a function."""
    modules, sentence = PRODUCTS[product]
    lines = [f"# {product}", "", sentence, ""]
    if any(module.endswith("Testing") for module in modules):
        lines += [f"The declarations leave out the place of the call: {', '.join(f'`{name}`' for name in CALL_SITE)}.", ""]
    every = [symbol for module in modules for symbol in symbols(module)]
    requirements = {symbol["pathComponents"][-1] for symbol in every if "protocol" in parent(symbol, every)}
    sections = {}
    for symbol in every:
        name = symbol["pathComponents"][0].split("(")[0]
        # A type of another module conforms to a protocol; the protocol's section says what the member does.
        if not parent(symbol, every) and symbol["pathComponents"][-1] in requirements:
            continue
        sections.setdefault(name, []).append(symbol)
    for name, members in sections.items():
        lines += [f"## {name}", ""]
        # The type itself comes first, before the members that extensions in earlier files declare.
        for symbol in sorted(members, key=lambda symbol: len(symbol["pathComponents"]) > 1):
            lines += ["```swift", declaration(symbol), "```", "", comment(symbol), ""]
    return "\n".join(lines).rstrip() + "\n"


def parent(symbol, every):
    """The kind of the type that a symbol is a member of, or an empty text if the type is not in `every`."""
    path = symbol["pathComponents"][:-1]
    kinds = [other["kind"]["identifier"] for other in every if other["pathComponents"] == path]
    return kinds[0] if path and kinds else "" if path else "module"


def main():
    stale = []
    for product in PRODUCTS:
        path, text = PAGES / f"{product}.md", page(product)
        if path.exists() and path.read_text() == text:
            continue
        stale.append(path.relative_to(ROOT))
        if "--check" not in sys.argv:
            PAGES.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if "--check" in sys.argv and stale:
        sys.exit(f"not up to date: {', '.join(map(str, stale))}. Run scripts/api.py, and commit the pages")


if __name__ == "__main__":
    main()
