"""Writes random JSON Schemas, one a line, with random events and the verdicts of the package jsonschema.

Usage: random_schemas.py DRAFT SEED SCHEMAS EVENTS
Each line is an object: the text `schema`, and `events`, a list of pairs of an event's parameters and whether they are valid.
"""

import json
import random
import sys

import jsonschema
from jsonschema import validators

DRAFTS = {
    "4": jsonschema.Draft4Validator, "6": jsonschema.Draft6Validator, "7": jsonschema.Draft7Validator,
    "2019-09": jsonschema.Draft201909Validator, "2020-12": jsonschema.Draft202012Validator,
}
NAMES = ["a", "b", "c", "ab"]
SCALARS = [
    None, True, False, 0, 1, 2, -1, 1.0, 0.5, 2.5, 2**53 + 1, 2**63 - 1, -(2**63), 10**20, "", "a", "b", "ab", "1", "ä",
]


class Schemas:
    def __init__(self, draft, seed):
        self.order = list(DRAFTS).index(draft)
        self.random = random.Random(f"{draft}-{seed}")
        self.types_in_scope = []

    def chance(self, share):
        return self.random.random() < share

    def value(self, depth=2):
        kind = self.random.randrange(6 if depth else 4)
        if kind < 4:
            return self.random.choice(SCALARS)
        values = [self.value(depth - 1) for _ in range(self.random.randrange(4))]
        return values if kind == 4 else {self.random.choice(NAMES): value for value in values}

    def event(self, schema):
        return self.object(schema, 3)

    def object(self, schema, depth):
        properties = schema.get("properties", {})
        needed = schema.get("required", [])
        names = [name for name in NAMES if self.chance(0.9 if name in needed else 0.4)]
        return {name: self.fitting(properties.get(name), depth) for name in names}

    def fitting(self, schema, depth):
        """Returns a value that often fits a schema."""
        if not isinstance(schema, dict) or not schema or depth == 0 or self.chance(0.2):
            return self.value()
        values = schema.get("enum") or ([schema["const"]] if "const" in schema else [])
        parts = [part for name in ["allOf", "anyOf", "oneOf"] for part in schema.get(name, [])]
        parts += [schema[name] for name in ["not", "if", "then", "else"] if name in schema]
        if values and self.chance(0.7):
            return self.random.choice(values)
        if parts and self.chance(0.5):
            return self.fitting(self.random.choice(parts), depth - 1)
        if {"properties", "required", "additionalProperties", "dependencies"} & set(schema):
            return self.object(schema, depth - 1)
        items = schema.get("items", schema.get("prefixItems"))
        if items is not None:
            items = items if isinstance(items, list) else [items] * self.random.randrange(3)
            return [self.fitting(item, depth - 1) for item in items + [None] * self.random.randrange(2)]
        return self.value()

    def schema(self, depth, inner=True):
        """Returns the schema of a value. Only an inner schema can be a boolean or a reference."""
        if inner:
            if self.chance(0.08):
                return {}
            if self.order > 0 and self.chance(0.1):
                return self.chance(0.5)
            if self.types_in_scope and self.chance(0.1):
                return {"$ref": self.random.choice(self.types_in_scope)}
        schema = {}
        for _ in range(self.random.choice([1, 1, 2, 2, 3, 4])):
            self.random.choice(self.keywords(depth))(schema, depth - 1)
        return schema

    def schemas(self, depth, least=1):
        return [self.schema(depth) for _ in range(self.random.randint(least, 3))]

    def members(self, depth):
        return {name: self.schema(depth) for name in self.random.sample(NAMES, self.random.randint(0, 3))}

    def names(self, least):
        return self.random.sample(NAMES, self.random.randint(least, 2))

    def keywords(self, depth):
        simple = [self.types, self.types, self.values, self.bounds, self.counts, self.texts, self.required]
        if depth <= 0:
            return simple
        return simple + [
            self.properties, self.properties, self.properties, self.others, self.lists, self.combination, self.combination, self.negation,
            self.condition, self.dependencies, self.rest,
        ]

    def types(self, schema, depth):
        names = ["null", "boolean", "integer", "number", "string", "array", "object"]
        chosen = self.random.sample(names, self.random.choice([1, 1, 2, 3]))
        schema["type"] = chosen[0] if len(chosen) == 1 and self.chance(0.8) else chosen

    def values(self, schema, depth):
        if self.order > 0 and self.chance(0.4):
            schema["const"] = self.value()
            return
        values = []
        for _ in range(self.random.randint(1, 4)):
            value = self.value()
            # The values of an enum are unique, also if 1.0 and 1 count as equal.
            if not any(json.dumps(value) == json.dumps(other) or value == other for other in values):
                values.append(value)
        schema["enum"] = values

    def bounds(self, schema, depth):
        name = self.random.choice(["minimum", "maximum"])
        bound = self.random.choice([0, 1, 1.0, 0.5, 2, 2**53, 2**63 - 1])
        exclusive = "exclusive" + name.capitalize()
        if self.chance(0.3):
            schema["multipleOf"] = self.random.choice([1, 2, 0.5, 3])
        elif self.order > 0:
            schema[self.random.choice([name, exclusive])] = bound
        else:
            schema[name] = bound
            if self.chance(0.4):
                schema[exclusive] = self.chance(0.7)

    def counts(self, schema, depth):
        names = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]
        schema[self.random.choice(names)] = self.random.choice([0, 1, 2, 3] + ([2.0] if self.order > 0 else []))

    def texts(self, schema, depth):
        schema["pattern"] = self.random.choice(["a", "^a", "b$", "^$", "^[ab]+$", "."])

    def required(self, schema, depth):
        schema["required"] = self.names(1 if self.order == 0 else 0)

    def properties(self, schema, depth):
        schema["properties"] = self.members(depth)
        if self.chance(0.4):
            self.required(schema, depth)

    def others(self, schema, depth):
        kind = self.random.randrange(3 if self.order > 0 else 2)
        if kind == 0:
            schema["additionalProperties"] = self.random.choice([False, False, True, self.schema(depth)])
        elif kind == 1:
            schema["patternProperties"] = {self.random.choice(["^a", "b", "^c$"]): self.schema(depth)}
        else:
            schema["propertyNames"] = self.schema(depth)

    def lists(self, schema, depth):
        boolean = [self.chance(0.5)]
        kind = self.random.randrange(4)
        if kind == 0:
            schema["uniqueItems"] = self.chance(0.8)
        elif kind == 1:
            schema["items"] = self.schema(depth)
        elif self.order < 4:
            schema["items"] = self.schemas(depth)
            if kind == 2:
                schema["additionalItems"] = self.random.choice(boolean + [self.schema(depth)])
        else:
            schema["prefixItems"] = self.schemas(depth)
            if kind == 2:
                schema["items"] = self.random.choice(boolean + [self.schema(depth)])

    def combination(self, schema, depth):
        schema[self.random.choice(["allOf", "anyOf", "oneOf"])] = self.schemas(depth)

    def negation(self, schema, depth):
        schema["not"] = self.schema(depth)

    def condition(self, schema, depth):
        if self.order < 2:
            return self.negation(schema, depth)
        for name, share in [("if", 0.95), ("then", 0.8), ("else", 0.6)]:
            if self.chance(share):
                schema[name] = self.schema(depth)

    def dependencies(self, schema, depth):
        name = self.random.choice(NAMES)
        least = 1 if self.order == 0 else 0
        if self.order < 3:
            schema["dependencies"] = {name: self.schema(depth) if self.chance(0.15) else self.names(least)}
        elif self.chance(0.15):
            schema["dependentSchemas"] = {name: self.schema(depth)}
        else:
            schema["dependentRequired"] = {name: self.names(least)}

    def rest(self, schema, depth):
        """Adds a keyword that a plan does not have, in one of six cases, or a reference with other keywords."""
        if self.order > 2 and self.types_in_scope and self.chance(0.4):
            schema["$ref"] = self.random.choice(self.types_in_scope)
        if not self.chance(0.17):
            return
        if self.order > 0:
            schema["contains"] = self.schema(depth)
        if self.order > 2:
            schema[self.random.choice(["minContains", "maxContains"])] = 2
            schema[self.random.choice(["unevaluatedProperties", "unevaluatedItems"])] = self.schema(depth)

    def root(self):
        """Returns the schema of an event. Most have only keywords for objects, because a plan lacks others of an event."""
        self.types_in_scope = []
        types = {}
        for name in ["x", "y"]:
            types[name] = self.schema(2, inner=False)
            self.types_in_scope.append("#/definitions/" + name)
        schema = self.schema(3, inner=False) if self.chance(0.1) else {}
        if self.chance(0.8):
            self.properties(schema, 2)
        if self.chance(0.4):
            schema["type"] = "object"
        for _ in range(self.random.randrange(3)):
            kinds = [self.required, self.combination, self.negation, self.condition, self.dependencies, self.others]
            self.random.choice(kinds)(schema, 2)
        schema["definitions"] = types
        return schema


def main(draft, seed, schemas, events):
    # In all drafts, 1.0 is an integer here. By the words of draft 4 it is none, but not all languages tell 1.0 from 1.
    checker = jsonschema.Draft7Validator.TYPE_CHECKER
    validator = validators.extend(DRAFTS[draft], type_checker=checker)
    source = Schemas(draft, seed)
    for _ in range(int(schemas)):
        schema = source.root()
        DRAFTS[draft].check_schema(schema)
        judge = validator(schema)
        pairs = [(event, judge.is_valid(event)) for event in (source.event(schema) for _ in range(int(events)))]
        print(json.dumps({"schema": json.dumps(schema), "events": pairs}, ensure_ascii=False))


main(*sys.argv[1:])
