import Testing
import TrackproofPlans

/// Tests of changes to events, severities and older versions in a plan, with the verdicts for each `Audience`.
struct EventChangeTests {
    static let events: [ChangeCase] = [
        .plan(
            #""events": {"a": {}}"#, #""events": {"a": {}, "zebra": {}}"#, "zebra: event added: ok ok ok",
            [#"{"name": "a"}"#]),
        .plan(
            #""events": {"a": {}, "zebra": {}}"#, #""events": {"a": {}}"#, "zebra: event removed: breaks breaks breaks",
            [#"{"name": "a"}"#, #"{"name": "zebra"}"#]),
        .plan(
            #""events": {"movie_taped": {"parameters": {"id": "integer"}}}"#,
            #""events": {"movie_tapped": {"parameters": {"id": "integer"}}}"#,
            "movie_tapped: event renamed: breaks breaks breaks", [#"{"name": "movie_taped"}"#]),
        .plan(
            #""events": {"old_tap": {"replaced_by": "movie_opened"}}"#, #""events": {"movie_opened": {}}"#,
            "movie_opened: event renamed: breaks breaks breaks", [#"{"name": "old_tap"}"#]),
        .plan(
            #""events": {"old_tap": {}}"#,
            #""events": {"old_tap": {"replaced_by": "movie_opened"}, "movie_opened": {}}"#,
            "movie_opened: event renamed: warns breaks warns\nold_tap: replacement added: warns warns warns",
            [#"{"name": "old_tap"}"#]),
        .event(#"{}"#, #"{"kind": "screen"}"#, "e: kind changed: breaks breaks ok", ["{}"]),
        .event(
            #"{"kind": "track", "platforms": ["ios", "android"]}"#,
            #"{"kind": "track", "platforms": ["ios", "android", "web"]}"#,
            "e: platforms widened: ok ok ok", ["{}"]),
        ChangeCase(
            old: #"{"plan": 1, "events": {"e": {}}}"#, new: #"{"plan": 1, "events": {"e": {"platforms": ["ios"]}}}"#,
            changes: "e: platforms narrowed: breaks warns ok", events: [#"{"name": "e"}"#],
            context: CheckContext(platform: "android", today: "2026-11-23")),
        ChangeCase(
            old: #"{"plan": 1, "events": {"e": {}}}"#, new: #"{"plan": 1, "events": {"e": {"since": {"ios": "5.2"}}}}"#,
            changes: "e: since.ios: since narrowed: warns warns ok", events: [#"{"name": "e"}"#],
            context: CheckContext(platform: "ios", appVersion: AppVersion("5.1"), today: "2026-11-23")),
        .event(
            #"{"since": {"ios": "5.2"}}"#, #"{"since": {"ios": "5.1"}}"#, "e: since.ios: since widened: ok ok ok",
            ["{}"]),
        .event(#"{}"#, #"{"expires": "2026-01-01"}"#, "e: expiry narrowed: warns warns ok", ["{}"]),
        .event(
            #"{"expires": "2026-01-01"}"#, #"{"expires": "2027-01-01"}"#, "e: expiry widened: ok ok ok", ["{}"]),
        ChangeCase(
            old: #"{"plan": 1, "events": {"e": {}}}"#, new: #"{"plan": 1, "events": {"e": {"expires": {"*": 5}}}}"#,
            changes: "e: expires.*: expiry narrowed: warns warns ok", events: [#"{"name": "e"}"#],
            context: CheckContext(platform: "ios", appVersion: AppVersion("5.1"), today: "2026-11-23")),
        .event(
            #"{"expires": {"ios": "5.2"}}"#, #"{"expires": {"ios": "6"}}"#,
            "e: expires.ios: expiry widened: ok ok ok", ["{}"]),
        .event(#"{}"#, #"{"swift": "done"}"#, "e: swift name renamed: ok ok breaks", ["{}"]),
        .event(
            #"{"parameters": {"a": {"enum": ["x", "y"], "swift": {"name": "b", "values": {"x": "one"}}}}}"#,
            #"{"parameters": {"a": {"enum": ["x", "y"], "swift": {"name": "c", "values": {"x": "two"}}}}}"#,
            "e: a: swift name renamed: ok ok breaks\ne: a: swift name renamed: ok ok breaks",
            [#"{"a": "x"}"#]),
        .plan(
            #""types": {"t": {"type": "string", "swift": "A"}}, "events": {"e": {"parameters": {"a": {"type": "t"}}}}"#,
            #""types": {"t": {"type": "string", "swift": "B"}}, "events": {"e": {"parameters": {"a": {"type": "t"}}}}"#,
            "e: a: swift name renamed: ok ok breaks", [#"{"name": "e", "parameters": {"a": "x"}}"#]),
        .event(
            #"{"parameters": {"a": {"type": "string"}}}"#,
            #"{"parameters": {"a": {"type": "string"}}, "rules": {"required": ["a"]}}"#,
            "e: a: presence narrowed: breaks ok ok", ["{}"]),
        .plan(
            #""events": {"e": {"suffixes": {"a": ["_x", "_y"]}}}"#, #""events": {"e": {"suffixes": {"a": ["_x"]}}}"#,
            "e: suffixes: suffixes changed: breaks warns breaks", [#"{"name": "e_y"}"#]),
        .plan(
            #""events": {"e": {"suffixes": {"a": ["_x"]}}}"#,
            #""events": {"e": {"suffixes": {"b": ["_z"], "a": ["_y", "_x"]}}}"#,
            "e: suffixes: suffixes widened: ok warns warns", [#"{"name": "e_x"}"#]),
        .plan(
            #""events": {"e": {"suffixes": {"a": {"texts": ["_x"], "required": true}}}}"#,
            #""events": {"e": {"suffixes": {"a": ["_x"]}}}"#,
            "e: suffixes: suffixes widened: ok warns warns", [#"{"name": "e_x"}"#]),
        .plan(
            #""events": {"e": {"suffixes": {"a": ["_x"]}}}"#,
            #""events": {"e": {"suffixes": {"a": {"texts": ["_x"], "required": true}}}}"#,
            "e: suffixes: suffixes changed: breaks warns breaks", [#"{"name": "e"}"#]),
        .plan(
            #""events": {"e": {"suffixes": {"a": ["_x"]}}}"#,
            #""events": {"e": {"suffixes": {"a": ["_x"], "b": {"texts": ["_y"], "required": true}}}}"#,
            "e: suffixes: suffixes changed: breaks warns breaks", [#"{"name": "e_x"}"#]),
        .event(
            #"{"rules": {"minProperties": 1}, "parameters": {"a": "string", "b": "string"}}"#,
            #"{"rules": {"minProperties": 1, "required": ["a"]}, "parameters": {"a": "string", "b": "string"}}"#,
            "e: a: presence narrowed: breaks ok ok", [#"{"b": "x"}"#]),
        ChangeCase(
            old: #"{"plan": 1, "events": {"e": {"parameters": {"a": "string"}}}}"#,
            new:
                #"{"plan": 1, "events": {"e": {"parameters": {"a": {"type": "string", "presence": {"ios": "always"}}}}}}"#,
            changes: "e: a: if the platform is ios: presence narrowed: breaks ok breaks", events: [#"{"name": "e"}"#],
            context: CheckContext(platform: "ios", today: "2026-11-23")),
        .event(
            #"{"parameters": {"a": {"type": "string", "required": true}}}"#,
            #"{"parameters": {"a": {"type": "string", "required": true, "presence": {"iOS": "sometimes"}}}}"#,
            "e: a: if the platform is iOS or unknown: presence widened: ok warns ok", [#"{"a": "x"}"#]),
        ChangeCase(
            old:
                #"{"plan": 1, "events": {"e": {"parameters": {"a": {"type": "string", "presence": {"ios": "sometimes"}}}}}}"#,
            new:
                #"{"plan": 1, "events": {"e": {"parameters": {"a": {"type": "string", "presence": {"ios": "never"}}}}}}"#,
            changes: "e: a: if the platform is ios: parameter removed: breaks breaks breaks",
            events: [#"{"name": "e", "parameters": {"a": "x"}}"#],
            context: CheckContext(platform: "ios", today: "2026-11-23")),
        .event(
            #"{"parameters": {"a": {"type": "string", "presence": {"ios": "always"}}}}"#,
            #"{"parameters": {"a": {"type": "integer", "presence": {"ios": "always"}}}}"#,
            "e: a: type changed: breaks breaks breaks", [#"{"a": "x"}"#]),
        .plan(
            #""platforms": ["ios", "web"], "events": {"e": {"parameters": {"a": {"presence": {"ios": "always", "web": "always"}}}}}"#,
            #""platforms": ["ios", "web"], "events": {"e": {"parameters": {"a": {"required": true, "presence": {"web": "always"}}}}}"#,
            "e: a: if the platform is another: presence narrowed: breaks ok breaks",
            [#"{"name": "e"}"#], CheckContext(platform: "tv", today: "2026-11-23")),
        .plan(
            #""events": {"e": {"parameters": {"k": {"enum": [1, 2], "required": true}}, "variants": [{"when": {"k": 1}, "parameters": {"a": "string"}}]}}"#,
            #""events": {"e": {"parameters": {"k": {"enum": [1, 2], "required": true}}, "variants": [{"when": {"k": 1}, "parameters": {"a": {"type": "string", "presence": {"ios": "always"}}}}]}}"#,
            #"e: a: if "k" is 1 and the platform is ios: presence narrowed: breaks ok breaks"#,
            [#"{"name": "e", "parameters": {"k": 1}}"#], CheckContext(platform: "ios", today: "2026-11-23")),
        ChangeCase(
            old:
                #"{"plan": 1, "events": {"e": {"parameters": {"a": "integer"}, "versions": {"1": {"parameters": {"a": "string"}}}}}}"#,
            new:
                #"{"plan": 1, "events": {"e": {"parameters": {"a": "integer"}, "versions": {"1": {"parameters": {"a": {"type": "string", "presence": {"ios": "never"}}}}}}}}"#,
            changes: "e: versions.1: if the platform is ios: version changed: breaks ok ok",
            events: [#"{"name": "e", "parameters": {"a": "x"}}"#],
            context: CheckContext(platform: "ios", today: "2026-11-23")),
        .event(#"{}"#, #"{"deprecated": true}"#, "e: deprecation added: warns warns warns", ["{}"]),
        .event(#"{"deprecated": true}"#, #"{}"#, "e: deprecation removed: ok ok ok", ["{}"]),
        .event(#"{}"#, #"{"replaced_by": "f"}"#, "e: replacement added: warns warns warns", ["{}"]),
        .event(#"{"replaced_by": "f"}"#, #"{}"#, "e: replacement removed: ok ok ok", ["{}"]),
        .plan(
            #""events": {"e": {"names": {"ga4": "one"}}}"#, #""events": {"e": {"names": {"ga4": "two"}}}"#,
            "e: names.ga4: destination name renamed: breaks breaks ok", [#"{"name": "one", "source": "wire:ga4"}"#]),
        .event(#"{"description": "One."}"#, #"{}"#, "e: description changed: ok ok ok", ["{}"]),
        .event(
            #"{"owner": "a"}"#, #"{"owner": "b"}"#, "e: owner changed: ok ok ok", ["{}"],
            more: #", "owners": {"a": [], "b": []}"#),
        .event(#"{}"#, #"{"examples": [{}]}"#, "e: examples changed: ok ok ok", ["{}"]),
        .plan(
            #""user": {"parameters": {"plan": "string"}}"#, #""user": {"parameters": {"plan": "integer"}}"#,
            "identify: plan: type changed: breaks breaks breaks",
            [#"{"kind": "identify", "user": "u", "parameters": {"plan": "free"}}"#]),
        .plan(
            #""user": {"parameters": {"plan": "string"}}"#, #""events": {}"#,
            "identify: event removed: breaks breaks breaks",
            [#"{"kind": "identify", "user": "u", "parameters": {"plan": "free"}}"#]),
        .plan(
            #""events": {"e": {"parameters": {"v": "string"}}}"#,
            #""destinations": {"ga4": {}, "mine": {}}, "events": {"e": {"parameters": {"v": "string"}}}"#,
            "destinations: destination added: breaks ok ok\ndestinations: destination added: ok ok ok",
            [#"{"name": "e", "parameters": {"v": "\#(String(repeating: "a", count: 101))"}}"#]),
        .plan(
            #""destinations": {"ga4": {}}, "events": {"e": {}}"#, #""events": {"e": {}}"#,
            "destinations: destination removed: ok ok ok", [#"{"name": "e"}"#]),
        .plan(
            #""name": "One", "naming": {"events": "snake_case"}, "events": {"e": {}}"#,
            #""name": "Two", "naming": {"events": "camelCase"}, "events": {"e": {}}, "lint": {"type-missing": "error"}, "platforms": ["ios"]"#,
            "lint: setting changed: ok ok ok\nname: setting changed: ok ok ok\nnaming.events: setting changed: ok ok ok\nplatforms: setting changed: ok ok ok",
            [#"{"name": "e"}"#]),
    ]

    static let severities: [ChangeCase] = [
        .plan(
            #""events": {"e": {"parameters": {"v": "integer"}}}, "check": {"wrong-type": "warning"}"#,
            #""events": {"e": {"parameters": {"v": "integer"}}}"#,
            "check.wrong-type: severity narrowed: breaks ok ok", [#"{"name": "e", "parameters": {"v": "a"}}"#]),
        .plan(
            #""events": {"e": {"parameters": {"v": "integer"}}}"#,
            #""events": {"e": {"parameters": {"v": "integer"}}}, "check": {"wrong-type": "ignore"}"#,
            "check.wrong-type: severity widened: ok ok ok", [#"{"name": "e", "parameters": {"v": 1}}"#]),
        .plan(
            #""events": {"e": {"parameters": {"v": "integer"}}, "f": {}}, "check": {"e.wrong-type": "warning"}"#,
            #""events": {"e": {"parameters": {"v": "integer"}}, "f": {}}"#,
            "e: check.wrong-type: severity narrowed: breaks ok ok", [#"{"name": "e", "parameters": {"v": "a"}}"#]),
        // In both plans, a value outside the enum causes only a warning.
        .plan(
            #""events": {"e": {"parameters": {"v": {"enum": ["a", "b"]}}}}, "check": {"not-in-enum": "warning"}"#,
            #""events": {"e": {"parameters": {"v": {"enum": ["a"]}}}}, "check": {"not-in-enum": "warning"}"#,
            "e: v: values narrowed: warns ok breaks", [#"{"name": "e", "parameters": {"v": "b"}}"#]),
        .plan(
            #""events": {"e": {"parameters": {"v": {"enum": ["a", "b"]}}}}, "check": {"not-in-enum": "ignore"}"#,
            #""events": {"e": {"parameters": {"v": {"enum": ["a"]}}}}, "check": {"not-in-enum": "ignore"}"#,
            "e: v: values narrowed: ok ok breaks", [#"{"name": "e", "parameters": {"v": "b"}}"#]),
        // A missing parameter causes only a warning. An added optional parameter is never missing.
        .plan(
            #""events": {"e": {}}, "check": {"missing": "warning"}"#,
            #""events": {"e": {"parameters": {"v": "string"}}}, "check": {"missing": "warning"}"#,
            "e: v: parameter added: ok ok ok", [#"{"name": "e"}"#]),
        // In the old plan, a value outside the enum caused only a warning, so released apps can send a text of any
        // length.
        .plan(
            #""events": {"e": {"parameters": {"v": {"enum": ["a"]}}}}, "check": {"not-in-enum": "warning"}"#,
            #""events": {"e": {"parameters": {"v": {"enum": ["a"], "maxLength": 1}}}}, "check": {"not-in-enum": "warning"}"#,
            "e: v: length narrowed: breaks ok ok", [#"{"name": "e", "parameters": {"v": "bb"}}"#]),
        // In the old plan, a text caused only a warning about its type, and the checker did not check its length.
        .plan(
            #""events": {"e": {"parameters": {"v": "integer"}}}, "check": {"wrong-type": "warning"}"#,
            #""events": {"e": {"parameters": {"v": {"type": ["integer", "string"], "minLength": 5}}}}, "check": {"wrong-type": "warning"}"#,
            "e: v: length narrowed: breaks ok ok\ne: v: type widened: warns breaks breaks",
            [#"{"name": "e", "parameters": {"v": "abc"}}"#]),
        .plan(
            #""events": {"e": {}, "zebra": {}}, "check": {"unplanned-event": "warning"}"#,
            #""events": {"e": {}}, "check": {"unplanned-event": "warning"}"#,
            "zebra: event removed: warns breaks breaks", [#"{"name": "zebra"}"#]),
        .plan(
            #""events": {"e": {}}, "check": {"unplanned-event": "warning"}"#,
            #""events": {"e": {}, "zebra": {"parameters": {"v": {"required": true}}}}, "check": {"unplanned-event": "warning"}"#,
            "zebra: event added: warns ok ok", [#"{"name": "zebra"}"#]),
        .event(
            #"{"allow": ["wrong-type"], "parameters": {"v": "integer"}}"#, #"{"parameters": {"v": "integer"}}"#,
            "e: allow: exemption removed: breaks ok ok", [#"{"v": "a"}"#]),
        .event(
            #"{"parameters": {"v": "integer"}}"#, #"{"allow": ["wrong-type"], "parameters": {"v": "integer"}}"#,
            "e: allow: exemption added: ok ok ok", [#"{"v": 1}"#]),
        // The exemption hides findings, but the text still fits only one schema of `oneOf`.
        .event(
            #"{"parameters": {"v": {"oneOf": [{"maxLength": 3}, {"type": "integer"}]}}}"#,
            #"{"allow": ["wrong-type"], "parameters": {"v": {"oneOf": [{"maxLength": 3}, {"type": "integer"}]}}}"#,
            "e: allow: exemption added: ok ok ok", [#"{"v": "a"}"#]),
    ]

    static let versions: [ChangeCase] = [
        // The new plan accepts the events of released apps as events of version 1.
        .event(
            #"{"parameters": {"price": "string"}}"#,
            #"{"parameters": {"price": "number"}, "versions": {"1": {"parameters": {"price": "string"}}}}"#,
            "e: price: type changed: warns breaks breaks\ne: versions.1: version added: ok ok ok", [#"{"price": "1"}"#]),
        .event(
            #"{"parameters": {"price": "string"}}"#,
            #"{"parameters": {"price": "number"}, "versions": {"1": {"parameters": {"price": {"type": "string", "maxLength": 1}}}}}"#,
            "e: price: type changed: breaks breaks breaks\ne: versions.1: version added: ok ok ok",
            [#"{"price": "12"}"#]),
        // The old plan ignores a price below 5. Version 1 of the new plan accepts only prices of at least 5.
        .event(
            #"{"parameters": {"price": {"type": "integer", "minimum": 5}}}"#,
            #"{"parameters": {"price": "string"}, "versions": {"1": {"parameters": {"price": {"type": "integer", "minimum": 5}}}}}"#,
            "e: price: type changed: breaks breaks breaks\ne: price: range widened: ok warns ok\ne: versions.1: version added: ok ok ok",
            [#"{"price": 1}"#], more: #", "check": {"range": "ignore"}"#),
        .event(
            #"{"parameters": {"price": "number"}, "versions": {"1": {"parameters": {"price": "string"}}}}"#,
            #"{"parameters": {"price": "number"}}"#, "e: versions.1: version removed: breaks ok ok",
            [#"{"price": "1"}"#]),
        .event(
            #"{"parameters": {"price": "number"}, "versions": {"1": {"parameters": {"price": "integer"}}}}"#,
            #"{"parameters": {"price": "number"}}"#, "e: versions.1: version removed: ok ok ok", [#"{"price": 1}"#]),
        .event(
            #"{"parameters": {"price": "number"}, "versions": {"1": {"parameters": {"price": "string"}}}}"#,
            #"{"parameters": {"price": "number"}, "versions": {"1": {"parameters": {"price": {"type": "string", "minLength": 2}}}}}"#,
            "e: versions.1: version changed: breaks ok ok", [#"{"price": "1"}"#]),
        .event(
            #"{"parameters": {"price": "string"}}"#,
            #"{"parameters": {"price": "number"}, "versions": {"1": {"parameters": {"price": "string"}}}}"#,
            "e: price: type changed: breaks breaks breaks\ne: versions.1: version added: ok ok ok",
            [#"{"price": "1"}"#],
            more: #", "check": {"outdated": "error"}"#),
    ]

    @Test(arguments: events)
    func aChangeOfAnEvent(_ example: ChangeCase) throws { try example.check() }

    @Test(arguments: severities + versions)
    func aChangeOfASeverityOrAVersion(_ example: ChangeCase) throws { try example.check() }
}
