"""Runs judge_duckdb.sql, and prints the result as JSON.

Usage: judge_duckdb.py FILE…
"""

import json
import pathlib
import sys

import duckdb

connection = duckdb.connect(config={"threads": 2})
connection.execute("SET VARIABLE files = ?", [sys.argv[1:]])
script = pathlib.Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
result = connection.execute(script)
names = [column[0] for column in result.description]
print(json.dumps([dict(zip(names, row)) for row in result.fetchall()], ensure_ascii=False))
