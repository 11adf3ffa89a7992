#!/usr/bin/env python3
"""Finds shifts that give 0 on 32-bit watches, where `Int` has 32 bits.

A shift by 31 bits or more must have a type of 64 bits on the same line: Int64, UInt64 or Double.

Usage: check-int-width.py [FOLDER…]   (default: Sources; exits with 1 if it finds such a line)
       check-int-width.py --self-test (fails if the search misses an example)
"""

import pathlib
import re
import sys

SHIFT = re.compile(r"<<=?\s*(\d+)")
TYPED = re.compile(r"\b(?:U?Int64|Double)\b")


def isWide(line):
    """Whether a line shifts by 31 bits or more without a type of 64 bits."""
    code = re.sub(r'"(?:[^"\\]|\\.)*"', '""', line.split("//")[0])
    return not TYPED.search(code) and any(int(match.group(1)) >= 31 for match in SHIFT.finditer(code))


def main():
    if "--self-test" in sys.argv:
        wide = ["let a = min(b, 1 << 48)", "x <<= 40", "let a = 1<<31"]
        narrow = ["let a: Int64 = 1 << 48", "let a = 1 << 30", 'let a = "1 << 48"', "// 1 << 48"]
        wrong = [line for line in wide if not isWide(line)] + [line for line in narrow if isWide(line)]
        return sys.exit(f"check-int-width: wrong about {wrong}" if wrong else 0)
    files = [path for folder in sys.argv[1:] or ["Sources"] for path in sorted(pathlib.Path(folder).rglob("*.swift"))]
    found = [f"{path}:{number}: `Int` may have 32 bits; write the type, such as Int64: {line.strip()}"
             for path in files for number, line in enumerate(path.read_text().split("\n"), 1) if isWide(line)]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
