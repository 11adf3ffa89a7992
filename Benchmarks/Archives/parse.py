"""Reads events with a library for Python, in two processes, and checks them if the library can.

Usage: parse.py simdjson|orjson|fastjsonschema|jsonschema-rs FOLDER

FOLDER is the folder that generate.py made. Prints the number of events, or a JSON object with the number of invalid
events of each name.
"""

import collections
import datetime
import json
import multiprocessing
import pathlib
import sys

UUID = "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"


def simdjson(path, _):
    import simdjson

    parser, count = simdjson.Parser(), 0
    with open(path, "rb") as file:
        for line in file:
            parser.parse(line)
            count += 1
    return count


def orjson(path, _):
    import orjson

    count = 0
    with open(path, "rb") as file:
        for line in file:
            orjson.loads(line)
            count += 1
    return count


def fastjsonschema(path, schemas):
    import fastjsonschema
    import orjson

    # The library's own check of dates accepts February 30, and it has no check of UUIDs.
    formats = {"date": is_date, "uuid": UUID}
    checks = {name: fastjsonschema.compile(schema, formats=formats) for name, schema in schemas.items()}
    invalid = collections.Counter()
    with open(path, "rb") as file:
        for line in file:
            event = orjson.loads(line)
            check = checks.get(event["event"])
            try:
                if check is None:
                    invalid[event["event"]] += 1
                else:
                    check(event["properties"])
            except fastjsonschema.JsonSchemaValueException:
                invalid[event["event"]] += 1
    return invalid


def jsonschema_rs(path, schemas):
    import jsonschema_rs
    import orjson

    checks = {
        name: jsonschema_rs.validator_for(schema, validate_formats=True) for name, schema in schemas.items()}
    invalid = collections.Counter()
    with open(path, "rb") as file:
        for line in file:
            event = orjson.loads(line)
            check = checks.get(event["event"])
            # The list makes the library find all errors and not only the first one.
            if check is None or list(check.iter_errors(event["properties"])):
                invalid[event["event"]] += 1
    return invalid


def is_date(text):
    try:
        return len(text) == 10 and datetime.date.fromisoformat(text) is not None
    except ValueError:
        return False


def main(mode, folder):
    function = {
        "simdjson": simdjson, "orjson": orjson, "fastjsonschema": fastjsonschema, "jsonschema-rs": jsonschema_rs}[mode]
    schemas = json.loads((folder / "schemas.json").read_text(encoding="utf-8"))
    paths = sorted((folder / "ndjson").iterdir())
    # All processes must have ended before this one, or their processor time would be missing.
    pool = multiprocessing.Pool(2)
    results = pool.starmap(function, [(path, schemas) for path in paths], chunksize=1)
    pool.close()
    pool.join()
    total = sum(results, collections.Counter() if isinstance(results[0], dict) else 0)
    print(json.dumps(total, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
