-- Judges the events of the plan in plan.yaml, and counts the findings, in the SQL of DuckDB.
-- The variable `files` has the paths of the files. The result has the columns of truth.json.

-- A rule is NULL if the value follows it. Otherwise, it is a line with the path and the id of each finding.
CREATE MACRO no_value(path, is_required) AS CASE WHEN is_required THEN path || E'\tmissing' END;
CREATE MACRO other_type(path, value) AS
    path || CASE json_type(value) WHEN 'NULL' THEN E'\tnull' ELSE E'\twrong-type' END;
CREATE MACRO plain(value) AS value->>'$';

CREATE MACRO integer_rule(path, value, is_required := false, least := -1e300, most := 1e300) AS CASE
    WHEN value IS NULL THEN no_value(path, is_required)
    WHEN json_type(value) IN ('BIGINT', 'UBIGINT')
        THEN CASE WHEN value::DOUBLE NOT BETWEEN least AND most THEN path || E'\trange' END
    WHEN json_type(value) <> 'DOUBLE' THEN other_type(path, value)
    WHEN value::DOUBLE <> trunc(value::DOUBLE) THEN path || E'\twrong-type'
    ELSE concat_ws(
        E'\n', path || E'\tinteger-as-float',
        CASE WHEN value::DOUBLE NOT BETWEEN least AND most THEN path || E'\trange' END)
END;
CREATE MACRO number_rule(path, value, is_required := false, least := -1e300, most := 1e300) AS CASE
    WHEN value IS NULL THEN no_value(path, is_required)
    WHEN json_type(value) NOT IN ('BIGINT', 'UBIGINT', 'DOUBLE') THEN other_type(path, value)
    WHEN value::DOUBLE NOT BETWEEN least AND most THEN path || E'\trange'
END;
CREATE MACRO boolean_rule(path, value, is_required := false) AS CASE
    WHEN value IS NULL THEN no_value(path, is_required)
    WHEN json_type(value) <> 'BOOLEAN' THEN other_type(path, value)
END;
CREATE MACRO enum_rule(path, value, choices, is_required := false) AS CASE
    WHEN value IS NULL THEN no_value(path, is_required)
    WHEN json_type(value) <> 'VARCHAR' THEN other_type(path, value)
    WHEN plain(value) NOT IN choices THEN path || E'\tnot-in-enum'
END;
CREATE MACRO text_rule(path, value, is_required := false, least := 0, most := 1000000, pattern := '') AS CASE
    WHEN value IS NULL THEN no_value(path, is_required)
    WHEN json_type(value) <> 'VARCHAR' THEN other_type(path, value)
    WHEN length(plain(value)) BETWEEN least AND most AND regexp_matches(plain(value), pattern) THEN NULL
    ELSE concat_ws(
        E'\n', CASE WHEN length(plain(value)) NOT BETWEEN least AND most THEN path || E'\tlength' END,
        CASE WHEN NOT regexp_matches(plain(value), pattern) THEN path || E'\tpattern' END)
END;
CREATE MACRO uuid_rule(path, value, is_required := false) AS CASE
    WHEN value IS NULL THEN no_value(path, is_required)
    WHEN json_type(value) <> 'VARCHAR' THEN other_type(path, value)
    WHEN NOT regexp_matches(
        plain(value), '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$')
        THEN path || E'\tformat'
END;
CREATE MACRO date_rule(path, value, is_required := false) AS CASE
    WHEN value IS NULL THEN no_value(path, is_required)
    WHEN json_type(value) <> 'VARCHAR' THEN other_type(path, value)
    WHEN NOT regexp_matches(plain(value), '^[0-9]{4}-[0-9]{2}-[0-9]{2}$') OR TRY_CAST(plain(value) AS DATE) IS NULL
        THEN path || E'\tformat'
END;
CREATE MACRO names_rule(prefix, names, planned) AS CASE WHEN NOT list_has_all(planned, names) THEN array_to_string(
    list_transform(list_filter(names, lambda name: name NOT IN planned),
        lambda name: prefix || replace(name, '.', '\.') || E'\tunplanned-parameter'), E'\n')
END;

-- Lists and objects.
CREATE MACRO screen_rule(value) AS CASE
    WHEN value IS NULL THEN NULL
    WHEN json_type(value) <> 'OBJECT' THEN other_type('screen', value)
    ELSE concat_ws(
        E'\n', integer_rule('screen.width', json_extract(value, '/width'), is_required := true, least := 1),
        integer_rule('screen.height', json_extract(value, '/height'), is_required := true, least := 1),
        names_rule('screen.', json_keys(value), ['width', 'height']))
END;
CREATE MACRO filters_rule(value) AS CASE
    WHEN value IS NULL THEN NULL
    WHEN json_type(value) <> 'OBJECT' THEN other_type('filters', value)
    ELSE concat_ws(
        E'\n', enum_rule('filters.genre', json_extract(value, '/genre'), ['drama', 'comedy', 'crime']),
        integer_rule('filters.year', json_extract(value, '/year'), least := 1900, most := 2100),
        names_rule('filters.', json_keys(value), ['genre', 'year']))
END;
CREATE MACRO item_rule(value) AS CASE
    WHEN json_type(value) <> 'OBJECT' THEN other_type('items[]', value)
    ELSE concat_ws(
        E'\n',
        text_rule('items[].sku', json_extract(value, '/sku'), is_required := true, pattern := '^[A-Z]-[0-9]{4}$'),
        integer_rule('items[].quantity', json_extract(value, '/quantity'), is_required := true, least := 1),
        names_rule('items[].', json_keys(value), ['sku', 'quantity']))
END;
CREATE MACRO items_rule(value) AS CASE
    WHEN value IS NULL THEN E'items\tmissing'
    WHEN json_type(value) <> 'ARRAY' THEN other_type('items', value)
    WHEN json_array_length(value) < 1 THEN E'items\titems'
    ELSE array_to_string(
        list_transform(json_extract(value, '$[*]'), lambda item: item_rule(item)), E'\n')
END;
CREATE MACRO fields_rule(value) AS CASE
    WHEN value IS NULL THEN NULL
    WHEN json_type(value) <> 'ARRAY' THEN other_type('fields', value)
    WHEN json_array_length(value) < 1 THEN E'fields\titems'
    ELSE array_to_string(list_transform(
        json_extract(value, '$[*]'), lambda field: enum_rule('fields[]', field, ['name', 'mail', 'photo'])), E'\n')
END;

WITH records AS (
    SELECT json, json->>'/event' AS event FROM read_ndjson_objects(getvariable('files'))
), parsed AS (
    -- All values of an event are extracted at once.
    SELECT json, event, json_keys(json, '/properties') AS names, CASE event
        WHEN 'movie_opened' THEN json_extract(json, [
            '/properties/movie_id', '/properties/slug', '/properties/source', '/properties/position',
            '/properties/list.name', '/properties/is_premium'])
        WHEN 'purchase_done' THEN json_extract(json, [
            '/properties/order_id', '/properties/price', '/properties/currency', '/properties/method',
            '/properties/coupon', '/properties/items', '/properties/shipping_day', '/properties/said "yes"'])
        WHEN 'search_done' THEN json_extract(json, [
            '/properties/query', '/properties/result_count', '/properties/duration', '/properties/filters',
            '/properties/язык'])
        WHEN 'player_stopped' THEN json_extract(json, [
            '/properties/movie_id', '/properties/seconds', '/properties/reason', '/properties/screen',
            '/properties/quality'])
        WHEN 'account_changed' THEN json_extract(json, [
            '/properties/session', '/properties/since', '/properties/fields'])
    END AS v FROM records
), judged AS (
    SELECT json, event, CASE event
        WHEN 'movie_opened' THEN concat_ws(
            E'\n', integer_rule('movie_id', v[1], is_required := true, least := 1),
            text_rule('slug', v[2], is_required := true, most := 40, pattern := '^[0-9]+-[a-z0-9-]+$'),
            enum_rule('source', v[3], ['search', 'home', 'list', 'share'], is_required := true),
            integer_rule('position', v[4], least := 0, most := 500),
            text_rule('list\.name', v[5], least := 1, most := 30),
            boolean_rule('is_premium', v[6], is_required := true),
            names_rule('', names, ['movie_id', 'slug', 'source', 'position', 'list.name', 'is_premium']))
        WHEN 'purchase_done' THEN concat_ws(
            E'\n', uuid_rule('order_id', v[1], is_required := true),
            number_rule('price', v[2], is_required := true, least := 0, most := 1000),
            enum_rule('currency', v[3], ['EUR', 'USD', 'GBP'], is_required := true),
            enum_rule('method', v[4], ['card', 'apple_pay', 'invoice'], is_required := true),
            text_rule('coupon', v[5], pattern := '^[A-Z]{4}[0-9]{2}$'), items_rule(v[6]),
            date_rule('shipping_day', v[7]), boolean_rule('said "yes"', v[8]),
            names_rule('', names, ['order_id', 'price', 'currency', 'method', 'coupon', 'items', 'shipping_day',
                'said "yes"']))
        WHEN 'search_done' THEN concat_ws(
            E'\n', text_rule('query', v[1], is_required := true, least := 1, most := 80),
            integer_rule('result_count', v[2], is_required := true, least := 0),
            number_rule('duration', v[3], least := 0, most := 60), filters_rule(v[4]),
            enum_rule('язык', v[5], ['ru', 'en', 'de'], is_required := true),
            names_rule('', names, ['query', 'result_count', 'duration', 'filters', 'язык']))
        WHEN 'player_stopped' THEN concat_ws(
            E'\n', integer_rule('movie_id', v[1], is_required := true, least := 1),
            number_rule('seconds', v[2], is_required := true, least := 0),
            enum_rule('reason', v[3], ['end', 'pause', 'error'], is_required := true), screen_rule(v[4]),
            text_rule('quality', v[5], pattern := '^(480|720|1080|2160)p$'),
            names_rule('', names, ['movie_id', 'seconds', 'reason', 'screen', 'quality']))
        WHEN 'account_changed' THEN concat_ws(
            E'\n', uuid_rule('session', v[1], is_required := true), date_rule('since', v[2], is_required := true),
            fields_rule(v[3]), names_rule('', names, ['session', 'since', 'fields']))
        ELSE E'\tunplanned-event'
    END AS lines FROM parsed
), findings AS (
    SELECT event, json->>'/context/app/version' AS version, json->>'/timestamp' AS moment,
        unnest(list_distinct(list_filter(string_split(lines, E'\n'), lambda line: line <> ''))) AS line
    FROM judged WHERE lines <> ''
)
SELECT event, split_part(line, E'\t', 1) AS path, split_part(line, E'\t', 2) AS id, count(*) AS count,
    arg_min(version, string_split(version, '.')::INTEGER[]) AS "leastVersion",
    arg_max(version, string_split(version, '.')::INTEGER[]) AS "greatestVersion",
    min(moment) AS "firstTime", max(moment) AS "lastTime"
FROM findings GROUP BY ALL ORDER BY ALL;
