"""Runs the step of Examples/GitHub/comment.yml that comments on a pull request, with a stand-in for `gh`.

Two runs must leave one comment, with the report of the second run.

Usage: python3 scripts/check-comment.py   (needs ruamel.yaml, which comes with check-jsonschema)
"""

import json
import os
import pathlib
import subprocess
import tempfile

from ruamel.yaml import YAML

# The stand-in for `gh`. It keeps the comments in a file instead of on GitHub. It supports only the calls that the step
# makes, with the filter that the step passes as `--jq`.
GH = """#!/usr/bin/env python3
import json, pathlib, sys
file = pathlib.Path("comments.json")
comments = json.loads(file.read_text()) if file.exists() else [{"id": 1, "body": "hello"}]
call = [word for word in sys.argv[1:] if word != "--paginate"]
assert call.pop(0) == "api", call
method = call[call.index("--method") + 1] if "--method" in call else "GET"
path = next(word for word in call if word.startswith("repos/acme/shop/issues/"))
if method == "GET":
    assert path.endswith("/7/comments") and "startswith(\\"<!-- trackproof -->\\")" in call[call.index("--jq") + 1], call
    for comment in comments:
        if comment["body"].startswith("<!-- trackproof -->"):
            print(comment["id"])
else:
    field = call[call.index("-F") + 1]
    assert field.startswith("body=@"), field
    body = pathlib.Path(field[6:]).read_text()
    if method == "POST":
        assert path.endswith("/7/comments"), path
        comments.append({"id": len(comments) + 1, "body": body})
    else:
        assert method == "PATCH", method
        next(comment for comment in comments if str(comment["id"]) == path.split("/")[-1])["body"] = body
    file.write_text(json.dumps(comments))
"""

root = pathlib.Path(__file__).resolve().parent.parent
workflow = YAML(typ="safe").load(root / "Examples/GitHub/comment.yml")
script = next(step["run"] for step in workflow["jobs"]["walk"]["steps"] if step.get("name") == "Comment on the pull request")
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "gh").write_text(GH)
    (folder / "gh").chmod(0o755)
    for report in ["### first\n", "### second\n"]:
        (folder / "walk.md").write_text(report)
        environment = os.environ | {
            "PATH": f"{name}:{os.environ['PATH']}", "GITHUB_REPOSITORY": "acme/shop", "PULL_REQUEST": "7",
        }
        # GitHub runs the steps of a workflow with this command.
        subprocess.run(["bash", "-e", "-c", script], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    bodies = [comment["body"] for comment in json.loads((folder / "comments.json").read_text())]
    assert bodies == ["hello", "<!-- trackproof -->\n\n### second\n"], bodies
