#!/usr/bin/env python3
"""Chooses an iPhone simulator. Prints its identifier to standard output, and its name to standard error.

Usage: xcrun simctl list devices available -j | scripts/ci-macos-simulator.py SDK-VERSION

Chooses the newest runtime that is not newer than the SDK, because Xcode may not support newer runtimes.
"""
import json
import re
import sys


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sdk = tuple(int(part) for part in sys.argv[1].split(".")[:2])
    phones = []
    for runtime, devices in json.load(sys.stdin)["devices"].items():
        match = re.search(r"\.iOS-(\d+)-(\d+)", runtime)
        if not match:
            continue
        version = (int(match[1]), int(match[2]))
        for device in devices:
            if version <= sdk and device.get("isAvailable", True) and device["name"].startswith("iPhone"):
                # Prefer a model without a suffix, such as "iPhone 17", to an Air, a Pro or an "e" model.
                is_plain = re.fullmatch(r"iPhone \d+", device["name"]) is not None
                phones.append((version, is_plain, device["name"], device["udid"]))
    if not phones:
        sys.exit(f"no iPhone simulator with iOS {sys.argv[1]} or earlier is available")
    version, _, name, udid = max(phones)
    print(f"{name}, iOS {version[0]}.{version[1]}", file=sys.stderr)
    print(udid)


main()
