"""Prints a query in the SQL of Spark 4 that judges the events of the plan in plan.yaml, and counts the findings.

Usage: judge_spark.py FOLDER   (of NDJSON files)

Each row of the result is a JSON object with the members of truth.json. The functions stand for macros, which Spark does
not have: its functions in SQL cannot be used inside `transform`. Each function returns an expression for the rule of a
value. The expression is NULL if the value follows the rule. Otherwise, it is a line with the path and the id of each
finding.
"""

import sys

UUID = r"^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\z"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\z"


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def finding(path, identifier):
    return quoted(f"{path}\t{identifier}")


def type_of(value):
    """Returns the type of a value. Those of parameters are computed once, in the array `types`."""
    return "types" + value[1:] if value.startswith("v[") else f"schema_of_variant({value})"


def rule(path, value, is_required, types, check):
    """Returns a rule for a value of the types, whose further rules are an expression."""
    kind = type_of(value)
    # The type of a decimal, a list or an object has more words: DECIMAL(3,1).
    fits = f"{kind} = '{types[0]}'" if types[0] in ("STRING", "BOOLEAN") else f"{kind} RLIKE '^({'|'.join(types)})'"
    missing = finding(path, "missing") if is_required else "NULL"
    # The common cases are the first ones.
    return (f"CASE WHEN {value} IS NULL THEN {missing} WHEN {fits} THEN {check} "
            f"WHEN {kind} = 'VOID' THEN {finding(path, 'null')} ELSE {finding(path, 'wrong-type')} END")


def bounds(path, value, least, most):
    number = f"try_variant_get({value}, '$', 'double')"
    wrong = [f"{number} < {least}"] * (least is not None) + [f"{number} > {most}"] * (most is not None)
    return f"IF({' OR '.join(wrong)}, {finding(path, 'range')}, NULL)" if wrong else "NULL"


def integer(path, value, is_required=False, least=None, most=None):
    range_ = bounds(path, value, least, most)
    number = f"try_variant_get({value}, '$', 'double')"
    check = (f"CASE WHEN {type_of(value)} = 'BIGINT' THEN {range_} "
             f"WHEN {number} <> rint({number}) THEN {finding(path, 'wrong-type')} "
             f"ELSE concat_ws('\\n', {finding(path, 'integer-as-float')}, {range_}) END")
    return rule(path, value, is_required, ["BIGINT", "DECIMAL", "DOUBLE"], check)


def number(path, value, is_required=False, least=None, most=None):
    return rule(path, value, is_required, ["BIGINT", "DECIMAL", "DOUBLE"], bounds(path, value, least, most))


def boolean(path, value, is_required=False):
    return rule(path, value, is_required, ["BOOLEAN"], "NULL")


def enum(path, value, choices, is_required=False):
    choices = ", ".join(quoted(choice) for choice in choices)
    check = f"IF(try_variant_get({value}, '$', 'string') IN ({choices}), NULL, {finding(path, 'not-in-enum')})"
    return rule(path, value, is_required, ["STRING"], check)


def text(path, value, is_required=False, least=0, most=None, pattern=None):
    # In Java, `$` also fits before a line break at the end. So patterns end with `\z`.
    content = f"try_variant_get({value}, '$', 'string')"
    checks = []
    if least or most:
        range_ = f"BETWEEN {least} AND {most or 2**31 - 1}"
        checks.append(f"IF(length({content}) {range_}, NULL, {finding(path, 'length')})")
    if pattern:
        checks.append(f"IF({content} RLIKE {quoted(pattern)}, NULL, {finding(path, 'pattern')})")
    return rule(path, value, is_required, ["STRING"], lines(*checks) if len(checks) > 1 else checks[0])


def uuid(path, value, is_required=False):
    check = f"IF(try_variant_get({value}, '$', 'string') RLIKE {quoted(UUID)}, NULL, {finding(path, 'format')})"
    return rule(path, value, is_required, ["STRING"], check)


def date(path, value, is_required=False):
    content = f"try_variant_get({value}, '$', 'string')"
    check = (f"IF({content} RLIKE {quoted(DAY)} AND try_cast({content} AS DATE) IS NOT NULL, NULL, "
             f"{finding(path, 'format')})")
    return rule(path, value, is_required, ["STRING"], check)


def names(prefix, members, planned):
    keys = f"map_keys({members})"
    others = f"array_except({keys}, array({', '.join(quoted(name) for name in planned)}))"
    return (f"array_join(transform({others}, name -> concat({quoted(prefix)}, replace(name, '.', '\\\\.'), "
            f"'\\tunplanned-parameter')), '\\n')")


def array(path, value, is_required, element):
    elements = f"try_cast({value} AS ARRAY<VARIANT>)"
    check = (f"IF(size({elements}) < 1, {finding(path, 'items')}, "
             f"array_join(transform({elements}, element -> {element}), '\\n'))")
    return rule(path, value, is_required, ["ARRAY"], check)


def member(value, name):
    return f"try_variant_get({value}, {quoted(f'$[{chr(39)}{name}{chr(39)}]')}, 'variant')"


def members(value):
    return f"try_cast({value} AS MAP<STRING, VARIANT>)"


def lines(*rules):
    return "concat_ws('\\n', " + ",\n        ".join(rules) + ")"


def event(name, *rules):
    """Returns the names of an event's parameters, and the lines of an event."""
    planned = [path for path, _ in rules]
    return name, planned, lines(
        *(check(path.replace(".", "\\."), f"v[{index}]") for index, (path, check) in enumerate(rules)),
        names("", "members", planned))


def filters(path, value):
    return rule(path, value, False, ["OBJECT"], lines(
        enum("filters.genre", member(value, "genre"), ["drama", "comedy", "crime"]),
        integer("filters.year", member(value, "year"), least=1900, most=2100),
        names("filters.", members(value), ["genre", "year"])))


def screen(path, value):
    return rule(path, value, False, ["OBJECT"], lines(
        integer("screen.width", member(value, "width"), True, least=1),
        integer("screen.height", member(value, "height"), True, least=1),
        names("screen.", members(value), ["width", "height"])))


def items(path, value):
    return array(path, value, True, rule("items[]", "element", False, ["OBJECT"], lines(
        text("items[].sku", member("element", "sku"), True, pattern=r"^[A-Z]-[0-9]{4}\z"),
        integer("items[].quantity", member("element", "quantity"), True, least=1),
        names("items[].", members("element"), ["sku", "quantity"]))))


EVENTS = [
    event(
        "movie_opened", ("movie_id", lambda path, value: integer(path, value, True, least=1)),
        ("slug", lambda path, value: text(path, value, True, most=40, pattern=r"^[0-9]+-[a-z0-9-]+\z")),
        ("source", lambda path, value: enum(path, value, ["search", "home", "list", "share"], True)),
        ("position", lambda path, value: integer(path, value, least=0, most=500)),
        ("list.name", lambda path, value: text(path, value, least=1, most=30)),
        ("is_premium", lambda path, value: boolean(path, value, True))),
    event(
        "purchase_done", ("order_id", lambda path, value: uuid(path, value, True)),
        ("price", lambda path, value: number(path, value, True, least=0, most=1000)),
        ("currency", lambda path, value: enum(path, value, ["EUR", "USD", "GBP"], True)),
        ("method", lambda path, value: enum(path, value, ["card", "apple_pay", "invoice"], True)),
        ("coupon", lambda path, value: text(path, value, pattern=r"^[A-Z]{4}[0-9]{2}\z")), ("items", items),
        ("shipping_day", date), ('said "yes"', boolean)),
    event(
        "search_done", ("query", lambda path, value: text(path, value, True, least=1, most=80)),
        ("result_count", lambda path, value: integer(path, value, True, least=0)),
        ("duration", lambda path, value: number(path, value, least=0, most=60)), ("filters", filters),
        ("язык", lambda path, value: enum(path, value, ["ru", "en", "de"], True))),
    event(
        "player_stopped", ("movie_id", lambda path, value: integer(path, value, True, least=1)),
        ("seconds", lambda path, value: number(path, value, True, least=0)),
        ("reason", lambda path, value: enum(path, value, ["end", "pause", "error"], True)), ("screen", screen),
        ("quality", lambda path, value: text(path, value, pattern=r"^(480|720|1080|2160)p\z"))),
    event(
        "account_changed", ("session", lambda path, value: uuid(path, value, True)),
        ("since", lambda path, value: date(path, value, True)),
        ("fields", lambda path, value: array(
            path, value, False, enum("fields[]", "element", ["name", "mail", "photo"])))),
]


def query(folder):
    value = lambda name: f"try_element_at(members, {quoted(name)})"
    values = "\n    ".join(
        f"WHEN '{name}' THEN array({', '.join(map(value, planned))})" for name, planned, _ in EVENTS)
    rules = "\n    ".join(f"WHEN '{name}' THEN {check}" for name, _, check in EVENTS)
    return f"""
CREATE TEMPORARY VIEW records USING text OPTIONS (path {quoted(folder)}, lineSep '\\n');
WITH parsed AS (
    SELECT parse_json(value) AS record FROM records
), opened AS (
    SELECT record, try_variant_get(record, '$.event', 'string') AS event,
        {members("try_variant_get(record, '$.properties', 'variant')")} AS members FROM parsed
), read AS (
    SELECT record, event, members, CASE event
    {values}
    END AS v FROM opened
), typed AS (
    SELECT record, event, members, v, transform(v, value -> schema_of_variant(value)) AS types FROM read
), judged AS (
    SELECT record, event, CASE event
    {rules}
    ELSE '\\tunplanned-event' END AS lines FROM typed
), findings AS (
    SELECT event, try_variant_get(record, '$.context.app.version', 'string') AS version,
        try_variant_get(record, '$.timestamp', 'string') AS moment,
        explode(array_distinct(filter(split(lines, '\\n'), line -> line <> ''))) AS line
    FROM judged WHERE lines <> ''
), counted AS (
    SELECT event, split_part(line, '\\t', 1) AS path, split_part(line, '\\t', 2) AS id, count(*) AS count,
        min_by(version, transform(split(version, '[.]'), part -> int(part))) AS leastVersion,
        max_by(version, transform(split(version, '[.]'), part -> int(part))) AS greatestVersion,
        min(moment) AS firstTime, max(moment) AS lastTime
    FROM findings GROUP BY ALL
)
SELECT to_json(struct(*)) FROM counted;
"""


if __name__ == "__main__":
    print(query(sys.argv[1]))
