#!/usr/bin/env python3
"""Compiles the documentation's code as new projects of Xcode compile it: the app's module is isolated to the main actor by
default, and the tests are another module without default isolation. Tries Swift 6 and Swift 5 mode for each of them.

Takes the code of the guides, and that of DocumentationTests. There, declarations that contain tests go to the tests, and
all others to the app.

Usage: check-isolation.py MODULES   (the folder with the compiled modules of the library)
"""

import pathlib
import re
import subprocess
import sys
import tempfile

CODE = pathlib.Path("Tests/DocumentationTests/Code")
GUIDES = pathlib.Path("Examples/Guides")
# The same code must also compile without default isolation, and there the declaration is necessary.
EXPECTED = re.compile(r"'nonisolated\(unsafe\)' is unnecessary")
TEST = re.compile(r"@Suite|@Test|\bRecordingTestCase\b|\bXCTestCase\b|\bexpect[A-Z]\w*\(")


def declarations(text):
    """Splits a file into its top-level declarations, with the comments and attributes before them."""
    parts, part, depth = [], [], 0
    for line in text.split("\n"):
        part.append(line)
        code = re.sub(r'"(?:[^"\\]|\\.)*"|//.*', "", line)
        depth += sum(code.count(character) for character in "{([") - sum(code.count(character) for character in "})]")
        isWhole = depth == 0 and line.strip() and not line.lstrip().startswith(("@", "//", "#"))
        if isWhole or (depth == 0 and line.startswith("#endif")):
            parts.append("\n".join(part))
            part = []
    return parts + (["\n".join(part)] if any(line.strip() for line in part) else [])


def annotated(text):
    """The code with @MainActor before the methods of test cases, as the article about isolation says.

    The code itself does not have it, because XCTest on Linux cannot run such a method if it is not also asynchronous.
    """
    return re.sub(r"^    func test", "    @MainActor func test", text, flags=re.MULTILINE)


def split(path):
    """The code of the app and of the tests in a file, and the file's imports."""
    app, tests, imports = [], [], []
    for part in declarations(path.read_text()):
        if re.match(r"\s*(?:(?:public|internal|@\w+) )*import ", part.strip().split("\n")[-1]):
            imports.append(part)
        else:
            (tests if TEST.search(part) else app).append(annotated(part))
    return "\n".join(app), "\n".join(tests), "\n".join(imports)


def documentation():
    """The files of the app and of the tests in DocumentationTests."""
    # The files about names declare types that only their own tests may see.
    paths = [path for path in sorted(CODE.glob("*.swift")) if not path.name.startswith("NameCollisions")]
    parts = [(path.name, *split(path)) for path in paths]
    return ([(name, imports + "\n" + app) for name, app, _, imports in parts],
            [(name, imports + "\n@testable import DocumentedApp\n" + tests) for name, _, tests, imports in parts])


def guide(sources):
    """The files of the app and of the tests of a guide."""
    tests = sorted((GUIDES / "Tests" / f"{sources.name}Tests").rglob("*.swift"))
    return ([(path.name, path.read_text()) for path in sorted(sources.rglob("*.swift"))],
            [(path.name, annotated(path.read_text())) for path in tests])


def main():
    modules, failed = sys.argv[1], False
    frameworks = subprocess.run(
        ["scripts/test-frameworks.sh"], check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()
    programs = {"DocumentedApp": documentation()}
    programs |= {folder.name: guide(folder) for folder in sorted((GUIDES / "Sources").iterdir())}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def compiled(files, *arguments):
            """The errors and warnings in these files."""
            paths = [folder / file for file, _ in files]
            for path, (_, text) in zip(paths, files):
                path.write_text(text)
            result = subprocess.run(
                ["swiftc", "-parse-as-library", "-diagnostic-style", "llvm", "-package-name", "app", "-I", name,
                 "-I", modules, *frameworks, *arguments, *map(str, paths)], text=True, capture_output=True)
            lines = [line.replace(name + "/", "") for line in result.stderr.split("\n")
                     if re.search(r": (?:error|warning): ", line) and not EXPECTED.search(line)]
            return lines + ([] if result.returncode == 0 or lines else [result.stderr])

        for module, (app, tests) in programs.items():
            for appMode in ["6", "5"]:
                errors = [(f"{module} in Swift {appMode} mode", compiled(
                    app, "-emit-module", "-module-name", module, "-enable-testing", "-swift-version", appMode,
                    "-default-isolation", "MainActor", "-o", f"{name}/{module}.swiftmodule"))]
                errors += [(f"{module} in Swift {appMode} mode, tests in Swift {testMode} mode", compiled(
                    tests, "-typecheck", "-module-name", "Tests", "-swift-version", testMode)) for testMode in ["6", "5"]]
                for what, lines in errors:
                    if lines:
                        failed = True
                        print(f"check-isolation: {what}:", *lines, sep="\n  ")
    if failed:
        sys.exit(1)
    print("the documentation's code compiles with default isolation to the main actor, in four combinations of modes")


if __name__ == "__main__":
    main()
