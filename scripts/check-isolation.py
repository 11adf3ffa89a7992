#!/usr/bin/env python3
"""Compiles the documentation's code as new projects of Xcode compile it: the app's module is isolated to the main actor by
default, and the tests are another module without default isolation. Tries Swift 6 and Swift 5 mode for each of them.

Takes the code of DocumentationTests. Declarations that contain tests go to the tests, all others to the app.

Usage: check-isolation.py MODULES   (the folder with the compiled modules of the library)
"""

import pathlib
import re
import subprocess
import sys
import tempfile

CODE = pathlib.Path("Tests/DocumentationTests/Code")
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


def split(path):
    """The code of the app and of the tests in a file, and the file's imports."""
    app, tests, imports = [], [], []
    for part in declarations(path.read_text()):
        if re.match(r"\s*(?:(?:public|internal|@\w+) )*import ", part.strip().split("\n")[-1]):
            imports.append(part)
        else:
            # The method of a test case needs @MainActor, as the article about isolation says. The documentation's code
            # does not have it, because XCTest on Linux cannot run such a method if it is not also asynchronous.
            part = re.sub(r"^    func test", "    @MainActor func test", part, flags=re.MULTILINE)
            (tests if TEST.search(part) else app).append(part)
    return "\n".join(app), "\n".join(tests), "\n".join(imports)


def compiler(*arguments):
    return subprocess.run(
        ["swiftc", "-parse-as-library", "-diagnostic-style", "llvm", *arguments], text=True, capture_output=True)


def main():
    modules, failed = sys.argv[1], False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # The files about names declare types that only their own tests may see.
        paths = [path for path in sorted(CODE.glob("*.swift")) if not path.name.startswith("NameCollisions")]
        files = [(path, split(path)) for path in paths]
        for path, (app, tests, imports) in files:
            (folder / f"App{path.name}").write_text(imports + "\n" + app)
            (folder / f"Tests{path.name}").write_text(imports + "\n@testable import DocumentedApp\n" + tests)
        for appMode, testMode in [("6", "6"), ("6", "5"), ("5", "6"), ("5", "5")]:
            common = ["-I", modules, "-I", name]
            app = compiler(
                *common, "-emit-module", "-module-name", "DocumentedApp", "-enable-testing", "-swift-version", appMode,
                "-default-isolation", "MainActor", "-o", f"{name}/DocumentedApp.swiftmodule",
                *map(str, sorted(folder.glob("App*.swift"))))
            tests = compiler(
                *common, "-typecheck", "-module-name", "DocumentedTests", "-swift-version", testMode,
                *map(str, sorted(folder.glob("Tests*.swift"))))
            for result, what in (app, f"the app in Swift {appMode} mode"), (
                    tests, f"tests in Swift {testMode} mode of an app in Swift {appMode} mode"):
                errors = [line for line in result.stderr.split("\n") if re.search(r": (?:error|warning): ", line)
                          and not EXPECTED.search(line)]
                if result.returncode or errors:
                    failed = True
                    print(f"check-isolation: {what}:", *[line.replace(name + "/", "") for line in errors], sep="\n  ")
    if failed:
        sys.exit(1)
    print("the documentation's code compiles with default isolation to the main actor, in four combinations of modes")


if __name__ == "__main__":
    main()
