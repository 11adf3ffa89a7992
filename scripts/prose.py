#!/usr/bin/env python3
"""Finds sentences that break the rules in the section "Words" of CONTRIBUTING.md.

Searches Markdown files, and comments and strings in Swift files.

Usage: prose.py PATH…   (files or folders; exits with 1 if it finds such a sentence)
"""

import pathlib
import re
import sys

# Pairs of a pattern and advice on what to write instead. A match is nearly always wrong, so there are no exceptions.
RULES = [
    (r"(?<!there )\b(?:is|are|was|were|be) none\b", 'write "is not a …" or "there is no …"'),
    (r"\bof (?:which|whom)\b", "start a new sentence"),
    (r"\bwhat of\b", 'write "what … about", or name the thing'),
    (r"(?:^|[.,;:] )[Oo]f (?:this|these|those|them|that|it) (?:is|are|was|none|nothing|only)\b", "put the subject first"),
    (r"\b(?:nil|`nil`|true|`true`|false|`false`|empty|none|zero|0|-1|1) where\b", 'write "if"'),
    (r"(?<!knows )(?<!know )(?<!says )(?<!say )(?<!see )(?<!sees )(?<!shows )(?<!is )(?<!from )(?<!, )(?<!tells )"
     r"\bwhere (?:there|that|this|nothing|none|nobody|somebody|neither|both|no) "
     r"(?:is|are|was|were|has|have|had|can|does|did|will|may|must)\b", 'write "if"'),
    (r"\bWhere (?:there|that|this|nothing|none|nobody|it|they|one|a|an|the)\b[^.?]*,", 'write "If"'),
    (r"(?:^|[.:;] )Who(?:ever)? (?:is|are|was|has|have|had|sends|asks|reads|writes|waits|calls|does|can|may|must|wants)\b"
     r"(?![^.]*\?)", 'name who it is: "A client that …"'),
    (r"\b(?:nothing|nobody|none|no one|nowhere) but\b", 'write "only"'),
    (r"\bso (?:much|many)\b(?! (?:that|as|\w+ that))", "say how much, or name the parameter"),
    (r"\b(?:is|are|was|were|be) told\b|, and told\b", 'say who reports it: "The reader reports …"'),
    (r"\bthat it is not\b", "say what it is"),
    (r"\bnobody's\b|\banother's\b", "name the owner"),
    (r"\blook(?:s|ed|ing)? whether\b", 'write "checks whether"'),
    (r"\b[Nn]ot each\b", 'write "not every", or "some … not"'),
    (r"\bcannot \w+ each\b", 'write "cannot … some", or "can … only"'),
    (r"\bmend(?:s|ed|ing)?\b", 'write "fix"'),
    (r"\btak(?:e|es|en|ing) (?:the|an?|it|them|this|that|each|every)(?: \w+){0,4} for (?:one|an?) \w+ that\b",
     'write "confuse", "count" or "treat … as"'),
    (r"\binside (?:of )?(?:itself|themselves)\b", 'write "recursive"'),
    (r"\binside (?:of )?more than\b", 'write "nested more than … levels deep"'),
    (r"\bof each of both\b", "name both things"),
    (r"\bliterals? of parameters\b", 'write "dictionary"'),
    (r"\bcan have [\d,]+ \w+ together\b", 'write "must not exceed … in total"'),
    (r"(?:^|[.,;:|] )Another \w+ (?:is|are) (?:a loss|an error|lost|refused|ignored|left out)\b", 'write "any other …"'),
    (r"(?:^|[.:;] )For what\b", "put the subject first"),
    (r"(?:^|[.:;] )Nothing of (?:this|these|it|that)\b", "put the subject first"),
    (r"\bhas it that\b|\bin vain\b|\bthereof\b|\bwhereof\b|\bhence\b", "use a plain word"),
]
COMPILED = [(re.compile(pattern), advice) for pattern, advice in RULES]
# Files that are built, fetched or generated, and files that contain texts of users or vendors.
SKIPPED = re.compile(r"(?:^|/)(?:\.build[^/]*|\.git|Captured|Corpora|Seeds|Resources/.*\.json)(?:/|$)|\.pb\.swift$")


def markdown(text):
    """Yields the number and text of each line outside of code blocks, without inline code and quotes."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(r"\s*(?:```|~~~)", line):
            fenced = not fenced
        elif not fenced:
            # Text in quotes or in code may be an example of bad style.
            yield number, re.sub(r"`[^`]*`|\"[^\"]*\"", "`x`", line)


def swift(text):
    """Yields the line number and text of each comment, and of each string of at least four words."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        comment = re.match(r"\s*///?(.*)", line)
        if comment:
            if comment.group(1).strip().startswith("```"):
                fenced = not fenced
            elif not fenced:
                yield number, re.sub(r"`([^`]*)`", r"`\1`", comment.group(1)).strip()
            continue
        fenced = False
        for quoted in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
            if len(quoted.split()) >= 4:
                yield number, quoted
        behind = re.search(r"\s// (.*)$", line)
        if behind:
            yield number, behind.group(1)


def files(paths):
    for path in map(pathlib.Path, paths):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in (".md", ".swift") and file.is_file() and not SKIPPED.search(file.as_posix()):
                yield file


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = 0
    for file in files(sys.argv[1:]):
        lines = markdown if file.suffix == ".md" else swift
        for number, line in lines(file.read_text()):
            for rule, advice in COMPILED:
                for match in rule.finditer(line):
                    found += 1
                    print(f"{file}:{number}: {match.group(0).strip(' .:;')!r}: {advice}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
