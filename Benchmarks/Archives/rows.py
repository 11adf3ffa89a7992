"""Writes events of the archive as the rows that vendors export to data warehouses.

Usage: rows.py ARCHIVE

ARCHIVE is the folder that generate.py made. It gets the folders ga4, snowflake and tsv, each with the same events in the
same number of files, and the plan ga4.yaml. GA4 stores neither lists nor objects, so the rows of GA4 and this plan have
only the other parameters. The file rows.json, which is written last, has the number of events and of findings.
"""

import json
import multiprocessing
import pathlib
import sys

import plan

# The members of a row that the check does not need. Their number and size are those of published rows.
GA4_REST = {
    "event_date": "20261121", "event_previous_timestamp": None, "event_value_in_usd": None,
    "event_bundle_sequence_id": "1", "event_server_timestamp_offset": "2492698", "user_id": None,
    "user_pseudo_id": "8d59ce7133e03f61", "privacy_info": {"analytics_storage": "Yes", "ads_storage": "Yes"},
    "user_properties": [{"key": "plan", "value": {"string_value": "pro", "set_timestamp_micros": "1763717401000000"}}],
    "user_first_touch_timestamp": "1763717401000000", "user_ltv": None,
    "device": {"category": "mobile", "mobile_brand_name": "Apple", "mobile_model_name": "iPhone", "language": "en-us",
               "operating_system": "iOS", "operating_system_version": "iOS 18.1", "is_limited_ad_tracking": "No"},
    "geo": {"continent": "Europe", "country": "Germany", "region": "Berlin", "city": "Berlin"},
    "traffic_source": {"name": "(direct)", "medium": "(none)", "source": "(direct)"}, "stream_id": "1", "items": []}
OWN = [("ga_session_id", {"int_value": "1673858394"}), ("ga_session_number", {"int_value": "3"}),
       ("firebase_event_origin", {"string_value": "app"}), ("firebase_screen_class", {"string_value": "Home"}),
       ("engaged_session_event", {"int_value": "1"})]
SNOWPLOW_REST = {
    "APP_ID": "shop", "PLATFORM": "mob", "EVENT": "unstruct", "EVENT_VENDOR": "com.example",
    "EVENT_FORMAT": "jsonschema", "EVENT_VERSION": "1-0-0", "V_TRACKER": "ios-6.2.5",
    "V_COLLECTOR": "ssc-3.2.0", "V_ETL": "common-5.3.0", "USER_IPADDRESS": "192.0.2.1", "NETWORK_USERID": "8d59ce71",
    "GEO_COUNTRY": "DE", "USERAGENT": "shop/3 CFNetwork/1568 Darwin/24.1.0", "OS_TIMEZONE": "Europe/Berlin",
    "DVCE_SCREENWIDTH": 393, "DVCE_SCREENHEIGHT": 852, "DVCE_CREATED_TSTAMP": "2026-11-21 09:30:00.000",
    "DVCE_SENT_TSTAMP": "2026-11-21 09:30:00.500", "ETL_TSTAMP": "2026-11-21 09:30:02.000"}


def flat(events):
    """Returns the parameters of events that are neither lists nor objects, as a plan has them."""
    return {name: {key: schema for key, schema in parameters.items() if schema["type"] not in ("array", "object")}
            for name, parameters in events.items()}


def ga4(event):
    parameters = []
    for name, value in event["properties"].items():
        if isinstance(value, (list, dict)):
            continue
        if isinstance(value, bool):
            stored = {"int_value": str(int(value))}
        elif isinstance(value, int):
            stored = {"int_value": str(value)}
        elif isinstance(value, float):
            stored = {"double_value": value}
        else:
            stored = {"string_value": value} if value is not None else {}
        parameters.append((name, stored))
    columns = ("string_value", "int_value", "float_value", "double_value")
    return json.dumps({
        "event_name": event["event"], "event_timestamp": "1763717401000000",
        "event_params": [{"key": name, "value": {column: stored.get(column) for column in columns}}
                         for name, stored in parameters + OWN],
        "app_info": {"id": "app.example", "version": event["context"]["app"]["version"]}, "platform": "IOS",
        "batch_event_index": event["messageId"][1:], **GA4_REST}, ensure_ascii=False, separators=(",", ":"))


def event_id(event):
    """Returns the id of an event. A check counts rows with the same id once."""
    return f"c6ef3124-b53a-4b13-a233-{int(event['messageId'][1:]):012x}"


def snowflake(event):
    return json.dumps({
        **SNOWPLOW_REST, "EVENT_ID": event_id(event), "EVENT_NAME": event["event"],
        "COLLECTOR_TSTAMP": event["timestamp"],
        f"UNSTRUCT_EVENT_COM_EXAMPLE_{event['event'].upper()}_1": event["properties"],
        "CONTEXTS_COM_SNOWPLOWANALYTICS_MOBILE_APPLICATION_1": [
            {"build": "1", "version": event["context"]["app"]["version"]}],
        "CONTEXTS_COM_SNOWPLOWANALYTICS_SNOWPLOW_MOBILE_CONTEXT_1": [
            {"osType": "ios", "osVersion": "18.1", "deviceModel": "iPhone17,1", "deviceManufacturer": "Apple"}]},
        ensure_ascii=False, separators=(",", ":"))


def tsv(event):
    columns = [""] * 131
    for place, name in ((0, "APP_ID"), (1, "PLATFORM"), (2, "ETL_TSTAMP"), (4, "DVCE_CREATED_TSTAMP"), (5, "EVENT"),
                        (9, "V_TRACKER"), (10, "V_COLLECTOR"), (11, "V_ETL"), (13, "USER_IPADDRESS"),
                        (17, "NETWORK_USERID"), (18, "GEO_COUNTRY"), (78, "USERAGENT")):
        columns[place] = SNOWPLOW_REST[name]
    columns[3] = columns[124] = event["timestamp"].replace("T", " ").rstrip("Z")
    columns[52] = json.dumps({"schema": "iglu:com.snowplowanalytics.snowplow/contexts/jsonschema/1-0-0", "data": [
        {"schema": "iglu:com.snowplowanalytics.mobile/application/jsonschema/1-0-0",
         "data": {"build": "1", "version": event["context"]["app"]["version"]}}]}, separators=(",", ":"))
    columns[58] = json.dumps({
        "schema": "iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0",
        "data": {"schema": f"iglu:com.example/{event['event']}/jsonschema/1-0-0", "data": event["properties"]}},
        ensure_ascii=False, separators=(",", ":"))
    columns[6] = event_id(event)
    columns[93] = "iOS"
    columns[126] = event["event"]
    return "\t".join(columns)


LAYOUTS = {"ga4": ga4, "snowflake": snowflake, "tsv": tsv}


def write_file(path):
    folder = path.parent.parent
    files = {name: open(folder / name / path.name, "w", encoding="utf-8") for name in LAYOUTS}
    with open(path, encoding="utf-8") as lines:
        # A number such as 17.0 must not become 17, so Python's parser is fast enough but orjson is not right here.
        for line in lines:
            event = json.loads(line)
            for name, row in LAYOUTS.items():
                files[name].write(row(event) + "\n")
    for file in files.values():
        file.close()


def main():
    archive = pathlib.Path(sys.argv[1])
    for name in LAYOUTS:
        (archive / name).mkdir(exist_ok=True)
    (archive / "ga4.yaml").write_text(plan.yaml(flat(plan.EVENTS)), encoding="utf-8")
    # A quarter of the events is enough, because rows are up to eight times as large as calls.
    paths = sorted((archive / "ndjson").iterdir())[:2]
    with multiprocessing.Pool() as pool:
        pool.map(write_file, paths)
    count = sum(1 for path in paths for _ in open(path, "rb"))
    (archive / "rows.json").write_text(json.dumps({"events": count}), encoding="utf-8")


if __name__ == "__main__":
    main()
