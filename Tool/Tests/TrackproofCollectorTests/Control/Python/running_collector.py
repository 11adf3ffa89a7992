"""A collector that runs as long as a block: `with collector() as address`."""

import contextlib
import json
import shutil
import subprocess
import tempfile


@contextlib.contextmanager
def collector(*options, plan=None):
    folder = tempfile.mkdtemp(prefix="trackproof-control-")
    command = ["trackproof", "collect", "--port", "0", "--store", folder + "/store.sqlite", *(options or ["--no-token"])]
    if plan:
        with open(folder + "/plan.json", "w", encoding="utf-8") as file:
            json.dump(plan, file)
        command += ["--plan", "plan.json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        address = process.stdout.readline().strip()
        if not address:
            raise RuntimeError("the collector did not start")
        yield address
    finally:
        process.terminate()
        status = process.wait(timeout=30)
        shutil.rmtree(folder)
    if status != 0:
        raise RuntimeError(f"the collector ended with {status}")
