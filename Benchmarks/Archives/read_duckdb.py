"""Prints the rows of Parquet files as JSON objects, and writes their number to a file.

Usage: read_duckdb.py PATTERN COUNT
"""

import pathlib
import sys

import duckdb

pattern, count = sys.argv[1:]
connection = duckdb.connect(config={"threads": 2})
# The bar would be printed between the rows.
connection.execute("SET enable_progress_bar = false")
rows = f"read_parquet('{pattern}')"
# The column `properties` has JSON texts, which need no conversion. In JSON, a line feed can only be space between values,
# and a carriage return is space too. `replace` takes a fifth of the time of `translate`. There is no format for plain
# lines. A delimiter that no line has makes CSV plain.
connection.execute(rf"""
    COPY (
        SELECT '{{"event":' || to_json(event) || ',"version":' || to_json(version) || ',"time":"'
            || (time AT TIME ZONE 'UTC')::VARCHAR || '","properties":'
            || replace(properties, E'\n', E'\r') || '}}'
        FROM {rows}
    ) TO '/dev/stdout' (FORMAT csv, HEADER false, DELIMITER E'\x02', QUOTE '', ESCAPE '')
""")
pathlib.Path(count).write_text(str(connection.execute(f"SELECT count(*) FROM {rows}").fetchone()[0]))
