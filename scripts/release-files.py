#!/usr/bin/env python3
"""Writes the files that belong to all archives of a release. scripts/release.sh calls this script.

Usage: scripts/release-files.py VERSION FOLDER

Writes into FOLDER, which has the archives: trackproof-VERSION.artifactbundle.zip with the programs of all systems, for
binary targets of SwiftPM; checksums.txt with the SHA-256 of each file, as `shasum -a 256 --check` reads it; notes.md with
the section of the version in CHANGELOG.md.
"""
import hashlib
import json
import pathlib
import re
import sys
import tarfile
import zipfile

PROGRAMS = ["trackproof", "trackproof-collector"]
TRIPLES = {
    "linux-x86_64": ["x86_64-unknown-linux-gnu"],
    "linux-aarch64": ["aarch64-unknown-linux-gnu"],
    "macos": ["arm64-apple-macosx", "x86_64-apple-macosx"],
}


def notes(version):
    """Returns the section of a version in the changelog, without its heading."""
    text = pathlib.Path("CHANGELOG.md").read_text()
    section = re.search(rf"^## \[?{re.escape(version)}\]?(?: [^\n]*)?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if not section or not section[1].strip():
        sys.exit(f"release: CHANGELOG.md has no section for {version}: rename the section Unreleased to {version}")
    return section[1].strip() + "\n"


def bundle(version, archives, path):
    """Writes the artifact bundle. Its format is in SE-0305 of Swift Evolution."""
    artifacts = {program: {"type": "executable", "version": version, "variants": []} for program in PROGRAMS}
    root = "trackproof.artifactbundle"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for archive in archives:
            folder = archive.name.removesuffix(".tar.gz")
            system = folder.removeprefix(f"trackproof-{version}-")
            if system not in TRIPLES:
                sys.exit(f"release: {archive.name}: the system {system} is not known")
            with tarfile.open(archive) as tar:
                for program in PROGRAMS:
                    inner = f"{folder}/bin/{program}"
                    info = zipfile.ZipInfo(f"{root}/{inner}", (1980, 1, 1, 0, 0, 0))
                    info.external_attr = 0o100755 << 16
                    info.compress_type = zipfile.ZIP_DEFLATED
                    file.writestr(info, tar.extractfile(inner).read())
                    artifacts[program]["variants"].append({"path": inner, "supportedTriples": TRIPLES[system]})
        document = {"schemaVersion": "1.0", "artifacts": artifacts}
        file.writestr(zipfile.ZipInfo(f"{root}/info.json", (1980, 1, 1, 0, 0, 0)), json.dumps(document, indent=2) + "\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    version, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    archives = sorted(folder.glob(f"trackproof-{version}-*.tar.gz"))
    if not archives:
        sys.exit(f"release: {folder} has no archive of version {version}")
    (folder / "notes.md").write_text(notes(version))
    together = folder / f"trackproof-{version}.artifactbundle.zip"
    bundle(version, archives, together)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in [*archives, together]]
    (folder / "checksums.txt").write_text("".join(sums))
    print(f"made {together.name}, checksums.txt and notes.md for {len(archives)} systems")


if __name__ == "__main__":
    main()
