"""Runs a query as `clickhouse client --query QUERY` does, with the engine of ClickHouse in the library chdb.

The database is in the folder CLICKHOUSE_FOLDER.
"""

import os
import sys

from chdb import session

if sys.argv[1:3] != ["client", "--query"] or len(sys.argv) != 4:
    sys.exit("clickhouse: expected client --query QUERY")
database = session.Session(os.environ["CLICKHOUSE_FOLDER"])
sys.stdout.buffer.write(database.query(sys.argv[3], "TSV").bytes())
