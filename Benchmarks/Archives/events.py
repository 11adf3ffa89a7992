"""Random events of the plan as JSON texts, and the mistakes that some of them have."""

from plan import uuid

WORDS = "daredevil stranger-things the-crown dark narcos ozark mindhunter black-mirror the-wire fargo".split()
QUERIES = ["der pate", "криминальное чтиво", "alien", "amélie", "blade runner", "heat", "the \\\"big\\\" short"]
LISTS = ["Top 10", "Новинки", "For you", "Été", "Weekend"]
SOURCES = ['"search"', '"home"', '"list"', '"share"']
METHODS = ['"card"', '"apple_pay"', '"invoice"']
QUALITIES = ['"480p"', '"720p"', '"1080p"', '"2160p"']
FIELDS = ['["name"]', '["mail","photo"]', '["photo"]']


def movie_opened(random):
    draw = random.random
    movie = int(draw() * 99_999) + 1
    parameters = {
        "movie_id": f"{movie}", "slug": f'"{movie}-{WORDS[int(draw() * 10)]}"', "source": SOURCES[int(draw() * 4)],
        "position": f"{int(draw() * 501)}"}
    if draw() < 0.3:
        parameters["list.name"] = f'"{LISTS[int(draw() * 5)]}"'
    parameters["is_premium"] = "true" if draw() < 0.5 else "false"
    return parameters


def purchase_done(random):
    draw = random.random
    items = ",".join(
        f'{{"sku":"{"ABC"[int(draw() * 3)]}-{int(draw() * 9_000) + 1_000}","quantity":{int(draw() * 5) + 1}}}'
        for _ in range(int(draw() * 2) + 1))
    parameters = {
        "order_id": f'"{uuid(random)}"', "price": f"{int(draw() * 99_999) / 100}",
        "currency": ('"EUR"', '"USD"', '"GBP"')[int(draw() * 3)], "method": METHODS[int(draw() * 3)],
        "items": f"[{items}]"}
    if draw() < 0.2:
        parameters["coupon"] = f'"SALE{int(draw() * 90) + 10}"'
    if draw() < 0.3:
        parameters["shipping_day"] = f'"2026-12-{int(draw() * 22) + 10}"'
    if draw() < 0.2:
        parameters['said "yes"'] = "true"
    return parameters


def search_done(random):
    draw = random.random
    parameters = {
        "query": f'"{QUERIES[int(draw() * 7)]} {int(draw() * 1_000)}"', "result_count": f"{int(draw() * 300)}",
        "duration": f"{int(draw() * 9_999) / 1_000}", "язык": ('"ru"', '"en"', '"de"')[int(draw() * 3)]}
    if draw() < 0.3:
        parameters["filters"] = f'{{"genre":"drama","year":{1950 + int(draw() * 76)}}}'
    return parameters


def player_stopped(random):
    draw = random.random
    return {
        "movie_id": f"{int(draw() * 99_999) + 1}", "seconds": f"{int(draw() * 72_000) / 10}",
        "reason": ('"end"', '"pause"', '"error"')[int(draw() * 3)], "quality": QUALITIES[int(draw() * 4)],
        "screen": f'{{"width":{int(draw() * 1_000) + 320},"height":{int(draw() * 1_000) + 480}}}'}


def account_changed(random):
    draw = random.random
    return {
        "session": f'"{uuid(random)}"', "since": f'"20{int(draw() * 15) + 10}-0{int(draw() * 9) + 1}-15"',
        "fields": FIELDS[int(draw() * 3)]}


BUILDERS = {builder.__name__: builder for builder in (
    movie_opened, purchase_done, search_done, player_stopped, account_changed)}
# How often each event occurs, in per cent.
WEIGHTS = {"movie_opened": 60, "purchase_done": 6, "search_done": 15, "player_stopped": 15, "account_changed": 4}

# Each mistake replaces the value of a parameter, or removes it. The mistake is a finding with a path and an id.
# The value None stands for no value. The path is the name, unless it is given.
MISTAKES = {
    "movie_opened": [
        ("movie_id", None, "missing"), ("movie_id", '"17"', "wrong-type"), ("movie_id", "0", "range"),
        ("movie_id", "17.0", "integer-as-float"), ("movie_id", "null", "null"), ("movie_id", "1.5", "wrong-type"),
        ("slug", None, "missing"), ("slug", '"Daredevil"', "pattern"), ("slug", f'"1-{"a" * 40}"', "length"),
        ("slug", "17", "wrong-type"), ("source", '"banner"', "not-in-enum"), ("source", "null", "null"),
        ("position", "-1", "range"), ("position", "501", "range"), ("position", '"3"', "wrong-type"),
        ("position", "3.0", "integer-as-float"), ("list.name", '""', "length"), ("list.name", "true", "wrong-type"),
        ("list.name", f'"{"я" * 31}"', "length"), ("list.name", "null", "null"), ("is_premium", None, "missing"),
        ("is_premium", '"true"', "wrong-type"), ("is_premium", "1", "wrong-type"),
        ("isPremium", "true", "unplanned-parameter"),
    ],
    "purchase_done": [
        ("order_id", '"1234"', "format"), ("order_id", "null", "null"), ("order_id", None, "missing"),
        ("price", '"19.99"', "wrong-type"), ("price", "-0.01", "range"), ("price", "1000.5", "range"),
        ("price", "null", "null"), ("price", None, "missing"), ("currency", '"eur"', "not-in-enum"),
        ("currency", "null", "null"), ("currency", None, "missing"), ("method", '"cash"', "not-in-enum"),
        ("coupon", '"sale10"', "pattern"), ("coupon", "null", "null"), ("coupon", "17", "wrong-type"),
        ("items", "[]", "items"), ("items", '"[]"', "wrong-type"), ("items", None, "missing"),
        ("items", '[{"sku":"A-1000","quantity":1},{"quantity":2}]', "missing", "items[].sku"),
        ("items", '[{"sku":"1000","quantity":1}]', "pattern", "items[].sku"),
        ("items", '[{"sku":"A-1000","quantity":1},{"sku":"A-2000","quantity":0}]', "range", "items[].quantity"),
        ("items", '[{"sku":"A-1000","quantity":"1"}]', "wrong-type", "items[].quantity"),
        ("items", "[null]", "null", "items[]"),
        ("items", '[{"sku":"A-1000","quantity":1,"color":"red"}]', "unplanned-parameter", "items[].color"),
        ("shipping_day", '"31.12.2026"', "format"), ("shipping_day", '"2026-02-30"', "format"),
        ("shipping_day", "20261231", "wrong-type"), ('said "yes"', '"yes"', "wrong-type"),
    ],
    "search_done": [
        ("query", '""', "length"), ("query", f'"{"é" * 81}"', "length"), ("query", None, "missing"),
        ("query", "42", "wrong-type"), ("result_count", "-1", "range"), ("result_count", "12.0", "integer-as-float"),
        ("result_count", '"12"', "wrong-type"), ("duration", "60.5", "range"), ("duration", '"0.5"', "wrong-type"),
        ("filters", '{"genre":"horror"}', "not-in-enum", "filters.genre"), ("filters", "[]", "wrong-type"),
        ("filters", '{"year":1899}', "range", "filters.year"), ("filters", "null", "null"),
        ("filters", '{"year":"1999"}', "wrong-type", "filters.year"), ("язык", '"fr"', "not-in-enum"),
        ("filters", '{"decade":1990}', "unplanned-parameter", "filters.decade"), ("язык", None, "missing"),
    ],
    "player_stopped": [
        ("movie_id", "null", "null"), ("movie_id", None, "missing"), ("seconds", "-0.5", "range"),
        ("seconds", '"12"', "wrong-type"), ("seconds", None, "missing"), ("reason", '"crash"', "not-in-enum"),
        ("screen", '{"width":320}', "missing", "screen.height"), ("screen", '"320x480"', "wrong-type"),
        ("screen", '{"width":0,"height":480}', "range", "screen.width"), ("quality", '"4k"', "pattern"),
        ("screen", '{"width":320,"height":480.0}', "integer-as-float", "screen.height"),
        ("quality", "1080", "wrong-type"),
    ],
    "account_changed": [
        ("session", '"none"', "format"), ("session", None, "missing"), ("since", '"2026-1-1"', "format"),
        ("since", "null", "null"), ("fields", "[]", "items"), ("fields", '["name","phone"]', "not-in-enum", "fields[]"),
        ("fields", '"name"', "wrong-type"),
    ],
}
