"""Prints the rows of Parquet files as JSON objects, with the ClickHouse of chdb, and writes their number to a file.

Usage: read_clickhouse.py PATTERN COUNT
"""

import pathlib
import sys

from chdb import session

pattern, count = sys.argv[1:]
rows = f"file('{pattern}', Parquet)"
# The column `properties` has JSON texts. In a JSON text, the characters \n, \r and \t can only be space between values.
query = rf"""
    SELECT concat(
        '{{"event":', toJSONString(event), ',"version":', toJSONString(version), ',"time":"', toString(time),
        '","properties":', translate(properties, '\n\r\t', '   '), '}}')
    FROM {rows} SETTINGS max_threads = 2
"""
with session.Session() as connection:
    # The result is not kept in memory.
    with connection.send_query(query, "TSVRaw") as chunks:
        for chunk in chunks:
            sys.stdout.buffer.write(chunk.bytes())
    pathlib.Path(count).write_text(str(connection.query(f"SELECT count() FROM {rows}", "TSVRaw")).strip())
