"""The contenders, each with its name, the script that runs it, and the comparison of its result with the truth.

The scripts use these variables: ARCHIVE is the folder that generate.py made. HERE is the folder of this file. PYTHON is
a Python with the packages in requirements.txt. TRACKPROOF is the command, and SPARK the program spark-sql. Each script
runs in an empty folder.
"""

import dataclasses
import typing

import judging
from services import Cluster, PostgreSQL


@dataclasses.dataclass
class Contender:
    name: str
    title: str
    script: str
    # The file with the result, and the function that compares it with the truth.
    result: str
    compare: typing.Callable
    service: type | None = None
    # The number of events that the contender checks.
    events: typing.Callable = lambda truth: truth["events"]


def python(name, title, mode, compare):
    return Contender(name, title, f'"$PYTHON" "$HERE/parse.py" {mode} "$ARCHIVE" >result', "result", compare)


def check(name, title, words, service=None):
    """Returns a contender that is a check by Trackproof, which exits with 1 because it finds something."""
    script = f'"$TRACKPROOF" plan audit {words} --report json=report.json || [ $? = 1 ]'
    return Contender(name, title, script, "report.json", judging.report, service)


def reader(name, title, script, service=None):
    """Returns a contender whose script writes records to standard output, and their number to the file `count`."""
    return Contender(name, title, f"""
        {script} | "$TRACKPROOF" plan audit --partial {ROWS} - >partial
        "$TRACKPROOF" plan merge partial --expect-records "$(<count)" --plan "$ARCHIVE/plan.yaml" \\
            --report json=report.json || [ $? = 1 ]""", "report.json", judging.report, service)


def rows(name, title, words):
    """Returns a contender that is a check of a quarter of the events, as rows.py writes them."""
    return Contender(
        name, f"`plan audit --jobs 1`, {title}",
        f'"$TRACKPROOF" plan audit {words} --jobs 1 --report json=report.json || [ $? = 1 ]', "report.json",
        judging.rows, events=lambda truth: truth["rows"])


PLAN = '--layout segment --plan "$ARCHIVE/plan.yaml"'
FILES = f'"$ARCHIVE/ndjson" {PLAN}'
ROWS = '--layout "$ARCHIVE/rows.yaml" --plan "$ARCHIVE/plan.yaml"'
# Without these, COPY would write a backslash as two. No JSON text of PostgreSQL contains the characters 1 and 2.
POSTGRESQL = r"""{
            psql -qXAt -c 'SELECT count(*) FROM events' >count
            psql -qX -c "COPY (SELECT row_to_json(events) FROM events)
                TO STDOUT (FORMAT csv, DELIMITER E'\x02', QUOTE E'\x01')"
        }"""
QUERY = ROWS + """ --query 'SELECT to_json(struct(*)) FROM parquet.`'"$ARCHIVE"'/parquet`'"""


def spark(place, master, service=None):
    words = f"--engine spark --master {master} --spark-conf spark.ui.enabled=false"
    return [
        check(f"{place}-files", f"`plan audit --engine spark`, {place}, files", f"{FILES} {words}", service),
        check(f"{place}-urls", f"`plan audit --engine spark`, {place}, URLs",
              f'"file://$ARCHIVE/ndjson" {PLAN} {words}', service),
        check(f"{place}-parquet", f"`plan audit --engine spark`, {place}, query of Parquet", f"{QUERY} {words}",
              service),
    ]


CONTENDERS = [
    Contender("wc", "`wc -l`", 'cat "$ARCHIVE"/ndjson/*.ndjson | wc -l >result', "result", judging.lines),
    python("simdjson", "pysimdjson reads, two processes", "simdjson", judging.lines),
    python("orjson", "`orjson.loads`, two processes", "orjson", judging.lines),
    python("jsonschema-rs", "orjson and jsonschema-rs, all errors, two processes", "jsonschema-rs", judging.invalid),
    python("fastjsonschema", "orjson and fastjsonschema, first error, two processes", "fastjsonschema",
           judging.invalid),
    check("check-1", "`plan audit --jobs 1`", f"{FILES} --jobs 1"),
    check("check", "`plan audit --jobs 2`", f"{FILES} --jobs 2"),
    check("check-gzip", "`plan audit --jobs 2`, gzip", f'"$ARCHIVE/gzip" {PLAN} --jobs 2'),
    check("check-large", "`plan audit --jobs 2`, plan of 1,000 events",
          '"$ARCHIVE/ndjson" --layout segment --plan "$ARCHIVE/large.yaml" --jobs 2'),
    rows("rows-ga4", "GA4's rows", '"$ARCHIVE/ga4" --layout ga4 --plan "$ARCHIVE/ga4.yaml"'),
    rows("rows-snowflake", "Snowplow's rows in Snowflake",
         '"$ARCHIVE/snowflake" --layout snowplow-snowflake --plan "$ARCHIVE/plan.yaml"'),
    rows("rows-tsv", "Snowplow's lines of columns", '"$ARCHIVE/tsv" --layout snowplow-tsv --plan "$ARCHIVE/plan.yaml"'),
    reader("duckdb-reader", "DuckDB reads Parquet, `plan audit` judges",
           """"$PYTHON" "$HERE/read_duckdb.py" "$ARCHIVE/parquet/*.parquet" count"""),
    reader("clickhouse-reader", "ClickHouse reads Parquet, `plan audit` judges",
           """"$PYTHON" "$HERE/read_clickhouse.py" "$ARCHIVE/parquet/*.parquet" count"""),
    reader("postgresql-reader", "PostgreSQL reads a table, `plan audit` judges", POSTGRESQL, PostgreSQL),
    Contender("duckdb-sql", "DuckDB judges in SQL",
              '"$PYTHON" "$HERE/judge_duckdb.py" "$ARCHIVE"/ndjson/*.ndjson >result', "result", judging.table),
    Contender("spark-sql", "Spark judges in SQL, local[2]", """
        "$PYTHON" "$HERE/judge_spark.py" "$ARCHIVE/ndjson" >query.sql
        "$SPARK" --master 'local[2]' --conf spark.sql.catalogImplementation=in-memory \\
            --conf spark.sql.session.timeZone=UTC --conf spark.sql.shuffle.partitions=2 \\
            --conf spark.ui.enabled=false -f query.sql >result""", "result", judging.table),
    *spark("local[2]", "'local[2]'"),
    *spark("cluster", '"$MASTER"', Cluster),
]
