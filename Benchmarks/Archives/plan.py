"""The tracking plan of the benchmark, as a plan of Trackproof and as JSON Schemas."""

import json


def uuid(random):
    text = f"{random.getrandbits(128):032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


# A parameter that is required has the member `required: True`, as in plans of Trackproof. A nested object has a list.
EVENTS = {
    "movie_opened": {
        "movie_id": {"type": "integer", "minimum": 1, "required": True},
        "slug": {"type": "string", "pattern": "^[0-9]+-[a-z0-9-]+$", "maxLength": 40, "required": True},
        "source": {"type": "string", "enum": ["search", "home", "list", "share"], "required": True},
        "position": {"type": "integer", "minimum": 0, "maximum": 500},
        "list.name": {"type": "string", "minLength": 1, "maxLength": 30},
        "is_premium": {"type": "boolean", "required": True},
    },
    "purchase_done": {
        "order_id": {"type": "string", "format": "uuid", "required": True},
        "price": {"type": "number", "minimum": 0, "maximum": 1000, "required": True},
        "currency": {"type": "string", "enum": ["EUR", "USD", "GBP"], "required": True},
        "method": {"type": "string", "enum": ["card", "apple_pay", "invoice"], "required": True},
        "coupon": {"type": "string", "pattern": "^[A-Z]{4}[0-9]{2}$"},
        "items": {
            "type": "array", "minItems": 1, "required": True,
            "items": {
                "type": "object", "required": ["sku", "quantity"],
                "properties": {
                    "sku": {"type": "string", "pattern": "^[A-Z]-[0-9]{4}$"},
                    "quantity": {"type": "integer", "minimum": 1},
                },
            },
        },
        "shipping_day": {"type": "string", "format": "date"},
        'said "yes"': {"type": "boolean"},
    },
    "search_done": {
        "query": {"type": "string", "minLength": 1, "maxLength": 80, "required": True},
        "result_count": {"type": "integer", "minimum": 0, "required": True},
        "duration": {"type": "number", "minimum": 0, "maximum": 60},
        "filters": {
            "type": "object",
            "properties": {
                "genre": {"type": "string", "enum": ["drama", "comedy", "crime"]},
                "year": {"type": "integer", "minimum": 1900, "maximum": 2100},
            },
        },
        "язык": {"type": "string", "enum": ["ru", "en", "de"], "required": True},
    },
    "player_stopped": {
        "movie_id": {"type": "integer", "minimum": 1, "required": True},
        "seconds": {"type": "number", "minimum": 0, "required": True},
        "reason": {"type": "string", "enum": ["end", "pause", "error"], "required": True},
        "screen": {
            "type": "object", "required": ["width", "height"],
            "properties": {"width": {"type": "integer", "minimum": 1}, "height": {"type": "integer", "minimum": 1}},
        },
        "quality": {"type": "string", "pattern": "^(480|720|1080|2160)p$"},
    },
    "account_changed": {
        "session": {"type": "string", "format": "uuid", "required": True},
        "since": {"type": "string", "format": "date", "required": True},
        "fields": {"type": "array", "minItems": 1, "items": {"type": "string", "enum": ["name", "mail", "photo"]}},
    },
}


def more_events(count):
    """Returns events of eight parameters, which no record has."""
    parameters = {
        "id": {"type": "integer", "minimum": 1, "required": True},
        "slug": {"type": "string", "pattern": "^[a-z-]+$", "maxLength": 64, "required": True},
        "price": {"type": "number", "minimum": 0, "maximum": 500},
        "currency": {"type": "string", "enum": ["EUR", "USD"]},
        "day": {"type": "string", "format": "date"},
        "order": {"type": "string", "format": "uuid"},
        "is_new": {"type": "boolean", "required": True},
        "tags": {"type": "array", "items": {"type": "string", "minLength": 1}},
    }
    return {f"other_event_{number}": parameters for number in range(count)}


def yaml(events):
    """Returns a plan as YAML. Each parameter is a line of JSON, which YAML contains."""
    lines = ["plan: 1", "events:"]
    for event, parameters in events.items():
        lines += [f"  {event}:", "    parameters:"]
        for name, schema in parameters.items():
            lines.append(f"      {json.dumps(name, ensure_ascii=False)}: {json.dumps(schema)}")
    return "\n".join(lines) + "\n"


def schemas():
    """Returns the JSON Schema of each event's parameters. Objects may have only the properties of the plan."""
    return {
        event: {
            "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "additionalProperties": False,
            "required": [name for name, schema in parameters.items() if schema.get("required") is True],
            "properties": {name: closed(schema) for name, schema in parameters.items()},
        }
        for event, parameters in EVENTS.items()
    }


def closed(schema):
    schema = {name: value for name, value in schema.items() if value is not True}
    if "properties" in schema:
        schema["properties"] = {name: closed(value) for name, value in schema["properties"].items()}
        schema["additionalProperties"] = False
    if "items" in schema:
        schema["items"] = closed(schema["items"])
    return schema
