#!/usr/bin/env python3
"""Measures what `make test` costs: the seconds of each phase, of each module's compilation, and of each suite run alone.

Builds everything anew in a folder of its own, so it takes twice as long as `make test`. The processor time of a phase or
a suite includes the processes that it starts. Runs only on Linux, where a test bundle is a program.

Usage: test-costs.py FOLDER   (FOLDER: a new folder for the build, which is removed at the end)
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

# Below these processor seconds, a module or a suite has no line of its own.
LEAST_OF_MODULE, LEAST_OF_SUITE = 3, 1

COMPILER = """#!/usr/bin/env python3
import os, resource, subprocess, sys, time
arguments, start = sys.argv[1:], time.monotonic()
status = subprocess.run([{compiler!r}, *arguments]).returncode
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
name = arguments[arguments.index("-module-name") + 1] if "-module-name" in arguments else "manifests and plugins"
what = "link" if "-emit-executable" in arguments or "-emit-library" in arguments else "compile"
with open({costs!r}, "a") as file:
    print(what, name, usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss >> 10, sep="\\t", file=file)
sys.exit(status)
"""


def measured(command):
    """Runs a program without output. Returns the seconds of the processor and of the clock."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start


def suites(bundle):
    """The names of the suites in a test bundle, each with the options that run it alone."""
    listed = subprocess.run([bundle, "--testing-library", "swift-testing", "--list-tests"], text=True, capture_output=True)
    names = {line.split("/")[0].strip() for line in listed.stdout.splitlines() if "/" in line}
    for name in sorted(names):
        yield name, ["--testing-library", "swift-testing", "--filter", f"^{re.escape(name)}/"]
    listed = subprocess.run([bundle, "--list-tests"], text=True, capture_output=True)
    for name in sorted({line.split("/")[0].strip() for line in listed.stdout.splitlines() if re.match(r"\w+\.\w+/", line)}):
        yield name + " (XCTest)", [name]


def table(title, rows, least):
    """Prints rows of a name, processor seconds and other columns, the dearest first, and the sum of all."""
    print(f"\n{title}: {sum(row[1] for row in rows):.0f} processor seconds")
    for name, *columns in sorted(rows, key=lambda row: -row[1]):
        if columns[0] >= least:
            print("".join(f"{column:9.1f}" for column in columns) + f"  {name}")
    small = [row[1] for row in rows if row[1] < least]
    print(f"{sum(small):9.1f}           {len(small)} others", flush=True)


def main():
    scratch = pathlib.Path(sys.argv[1]).absolute()
    if scratch.exists():
        sys.exit(f"test-costs: {scratch} exists: remove it, because only a build of everything can be measured")
    with tempfile.TemporaryDirectory() as folder:
        costs, compiler = f"{folder}/costs", pathlib.Path(folder, "bin", "swiftc")
        # SwiftPM looks for the compiler's libraries and for other programs beside the compiler.
        toolchain = pathlib.Path(shutil.which("swiftc")).parents[1]
        shutil.copytree(toolchain / "bin", compiler.parent, copy_function=os.symlink)
        pathlib.Path(folder, "lib").symlink_to(toolchain / "lib")
        compiler.unlink()
        compiler.write_text(COMPILER.format(compiler=str(toolchain / "bin" / "swiftc"), costs=costs))
        compiler.chmod(0o755)
        print("phases of `make test`, from nothing:", flush=True)
        subprocess.run(["make", "test", f"SCRATCH={scratch}"], env={**os.environ, "SWIFT_EXEC": str(compiler)})
        rows = [line.split("\t") for line in pathlib.Path(costs).read_text().splitlines()]
    modules = {}
    for what, name, *numbers in rows:
        processor, clock, memory = map(float, numbers)
        name = name if what == "compile" else f"{name} ({what})"
        earlier = modules.get(name, (0, 0, 0))
        modules[name] = (earlier[0] + processor, earlier[1] + clock, max(earlier[2], memory))
    table("modules: processor s, s, MB", [(name, *numbers) for name, numbers in modules.items()], LEAST_OF_MODULE)
    os.environ["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"] = "6"
    for package in ["trackproof", "trackproof-tool"]:
        bundle = str(scratch / "debug" / f"{package}PackageTests.xctest")
        rows = [(name, *measured([bundle, *options])) for name, options in suites(bundle)]
        table(f"suites of {package}: processor s, s", rows, LEAST_OF_SUITE)
    shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
