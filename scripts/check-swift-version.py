#!/usr/bin/env python3
"""Finds code of the root package that needs a Swift version newer than 6.2.

The compiler on this machine may be newer and accepts such code. The script searches for the forms and names below,
except in code for newer compilers: after `#if compiler(>=6.3)`, until the `#else` or the `#endif`.

Usage: check-swift-version.py [FOLDER…]   (default: Sources; exits with 1 if it finds such code)
       check-swift-version.py --self-test (plants each form, and fails if the search misses it)
"""

import pathlib
import re
import sys

# What Swift 6.3 has added: a pattern, the name of the feature, and an example that the pattern must find.
FEATURES = [
    (r"\bweak\s+let\b", "weak let (SE-0481)", "weak let owner: Owner?"),
    (r"@c\b(?!\w)", "@c (SE-0495)", "@c(function) public func f() {}"),
    (r"\b[A-Z]\w*::\w", "module selectors (SE-0491)", "let event = Trackproof::Event(\"e\")"),
    (r"\bIssue\.record\([^\n]*severity:", "the severity of an issue (ST-0013)", "Issue.record(\"x\", severity: .warning)"),
    (r"\bissue\.(?:severity|isFailure)\b|\bIssue\.Severity\b", "the severity of an issue (ST-0013)", "issue.isFailure"),
    (r"^\s*isFailure\s*$", "the severity of an issue (ST-0013)", "    isFailure"),
    (r"\btry Test\.cancel\(", "the cancellation of a test (ST-0016)", "try Test.cancel()"),
    (r"@(?:specialized|export|inline\(always\)\s*\n?\s*@export)\b", "@specialized and @export", "@export(interface)"),
    (r"^// swift-tools-version: *6\.(?:[3-9]|\d\d)", "a newer version of the manifest", "// swift-tools-version: 6.3"),
]
COMPILED = [(re.compile(pattern, re.MULTILINE), name) for pattern, name, _ in FEATURES]


def code(text):
    """The text without comments, except the first line of a manifest, and without code for newer compilers."""
    lines, depth, skipped = [], 0, None
    for number, line in enumerate(text.split("\n")):
        stripped = line.strip()
        if stripped.startswith("#if"):
            depth += 1
            if skipped is None and re.match(r"#if compiler\(>=6\.3\)$", stripped):
                skipped = depth
        elif stripped.startswith(("#else", "#endif")):
            if skipped == depth:
                skipped = None
            if stripped.startswith("#endif"):
                depth -= 1
        isComment = stripped.startswith("//") and number > 0
        lines.append("" if skipped is not None or isComment else re.sub(r"\s// .*", "", line))
    return "\n".join(lines)


def problems(text):
    """The line numbers and names of newer features in a text."""
    clean = code(text)
    return [(clean.count("\n", 0, match.start()) + 1, name)
            for pattern, name in COMPILED for match in pattern.finditer(clean)]


def selfTest():
    missed = [example for _, _, example in FEATURES if not problems(example + "\n")]
    guarded = [example for _, _, example in FEATURES[:-1]
               if problems(f"import A\n#if compiler(>=6.3)\n{example}\n#else\nlet a = 1\n#endif\n")]
    if missed or guarded:
        sys.exit(f"check-swift-version: missed {missed}, found although guarded {guarded}")


def main():
    if "--self-test" in sys.argv:
        return selfTest()
    folders = sys.argv[1:] or ["Package.swift", "Sources"]
    files = [path for folder in folders for path in
             ([pathlib.Path(folder)] if folder.endswith(".swift") else sorted(pathlib.Path(folder).rglob("*.swift")))]
    found = [f"{path}:{line}: needs a Swift version newer than 6.2: {name}"
             for path in files for line, name in problems(path.read_text())]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
