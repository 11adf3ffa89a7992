"""Runs a shell script as a whole tree of processes, and prints what it cost, as JSON.

Usage: run_contender.py SCRIPT

A fresh process of this program runs each contender. So the usage of its children is that of one contender, and the
largest process that it reports is not one of an earlier contender. Each process begins as a copy of its parent, so no
figure is less than the memory of this program.
"""

import ctypes
import json
import os
import resource
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
# Descendants that outlive the script get this time to end, in seconds.
PATIENCE = 30

# Descendants whose parents have ended become children of this process, so that their usage is counted.
if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
    sys.exit("run_contender: the system cannot count all descendants of a process")
started = time.monotonic()
status = subprocess.run(["bash", "-euo", "pipefail", "-c", sys.argv[1]], stdin=subprocess.DEVNULL).returncode
clock = time.monotonic() - started
while True:
    try:
        process, _ = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        break
    if process == 0:
        if time.monotonic() - started > clock + PATIENCE:
            sys.exit("run_contender: a process of the contender does not end")
        time.sleep(0.05)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
# The usage is the last line, after all that the contender printed.
print(json.dumps({
    "status": status, "clock": clock, "processor": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss / 1024}))
