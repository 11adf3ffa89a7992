import Testing

/// Tests of changes to an event's parameters, with the verdicts for released apps, readers and generated code.
struct ParameterChangeTests {
    static let parameters: [ChangeCase] = [
        .event(#"{}"#, #"{"parameters": {"v": "string"}}"#, "e: v: parameter added: ok ok ok", ["{}"]),
        .event(
            #"{}"#, #"{"parameters": {"v": {"type": "string", "required": true}}}"#,
            "e: v: parameter added: breaks ok breaks", ["{}"]),
        .event(
            #"{"parameters": {"v": "string"}}"#, #"{}"#, "e: v: parameter removed: breaks breaks breaks",
            [#"{"v": "a"}"#]),
        // The old event was open, so released apps can send any value in a parameter that the old event does not
        // declare.
        .event(
            #"{"closed": false}"#, #"{"closed": false, "parameters": {"v": "integer"}}"#,
            "e: v: parameter added: warns ok ok", [#"{"v": "a"}"#]),
        .event(
            #"{"closed": false, "parameters": {"v": "integer"}}"#, #"{"closed": false}"#,
            "e: v: parameter removed: ok breaks breaks", [#"{"v": 1}"#]),
        .event(
            #"{"closed": false, "parameters": {"v": {"type": "string", "pii": "contact"}}}"#, #"{"closed": false}"#,
            "e: v: parameter removed: breaks breaks breaks", [#"{"v": "jane@example.com"}"#]),
        .event(
            #"{"parameters": {"movie_id": "integer"}}"#, #"{"parameters": {"movieId": "integer"}}"#,
            "e: movieId: parameter renamed: breaks breaks breaks", [#"{"movie_id": 1}"#]),
        .event(
            #"{"closed": false, "parameters": {"movie_id": "integer"}}"#,
            #"{"closed": false, "parameters": {"movieId": "integer"}}"#,
            "e: movieId: parameter renamed: warns breaks breaks", [#"{"movieId": "a"}"#]),
        .event(
            #"{"parameters": {"movie_id": {"type": "integer", "minimum": 1}}}"#,
            #"{"parameters": {"movieId": {"type": "integer", "minimum": 2}}}"#,
            "e: movieId: parameter renamed: breaks breaks breaks\ne: movieId: range narrowed: ok ok ok",
            [#"{"movie_id": 1}"#]),
        .event(
            #"{"parameters": {"v": "string"}}"#, #"{"parameters": {"v": {"type": "string", "required": true}}}"#,
            "e: v: presence narrowed: breaks ok breaks", ["{}"]),
        .event(
            #"{"parameters": {"v": {"type": "string", "required": true}}}"#, #"{"parameters": {"v": "string"}}"#,
            "e: v: presence widened: ok warns ok", [#"{"v": "a"}"#]),
        .event(#"{"closed": false}"#, #"{}"#, "e: other parameters narrowed: breaks ok ok", [#"{"z": 1}"#]),
        .event(#"{}"#, #"{"closed": false}"#, "e: other parameters widened: ok warns ok", ["{}"]),
        .event(
            #"{}"#, #"{"parameters": {"pin": {"never": true}}}"#, "e: pin: prohibition added: ok ok ok", ["{}"]),
        .event(
            #"{"closed": false}"#, #"{"closed": false, "parameters": {"pin": {"never": true}}}"#,
            "e: pin: prohibition added: warns ok ok", [#"{"pin": 1}"#]),
        .event(
            #"{"parameters": {"pin": {"never": true}}}"#, #"{}"#, "e: pin: prohibition removed: ok ok ok", ["{}"]),
        .plan(
            #""closed": false, "events": {"e": {}, "f": {"closed": true}}"#,
            #""events": {"e": {}, "f": {"closed": true}}"#,
            "e: other parameters narrowed: breaks ok ok", [#"{"name": "e", "parameters": {"z": 1}}"#]),
        .plan(
            #""shared": {"s": {"id": "string"}}, "defaults": ["s"], "events": {"e": {}, "f": {}}"#,
            #""shared": {"s": {"id": "integer"}}, "defaults": ["s"], "events": {"e": {}, "f": {}}"#,
            "e: id: type changed: breaks breaks breaks\nf: id: type changed: breaks breaks breaks",
            [#"{"name": "e", "parameters": {"id": "a"}}"#]),
        .plan(
            #""shared": {"s": {"id": "string"}}, "defaults": ["s"], "events": {"e": {}, "f": {}}"#,
            #""shared": {"s": {"id": "string"}}, "events": {"e": {"include": ["s"]}, "f": {}}"#,
            "f: id: parameter removed: breaks breaks breaks", [#"{"name": "f", "parameters": {"id": "a"}}"#]),
        .plan(
            #""types": {"tree": {"properties": {"id": "integer", "children": {"items": "tree"}}}}, "events": {"e": {"parameters": {"root": "tree"}}}"#,
            #""types": {"tree": {"properties": {"id": "string", "children": {"items": "tree"}}}}, "events": {"e": {"parameters": {"root": "tree"}}}"#,
            "e: root.id: type changed: breaks breaks breaks",
            [#"{"name": "e", "parameters": {"root": {"children": [{"id": 1}]}}}"#]),
    ]

    static let variants: [ChangeCase] = [
        variants(
            "[]", variant("card", #"{"network": "string"}"#), "variant added: ok ok warns", [#"{"method": "card"}"#]),
        variants(
            "[]", variant("card", #"{"network": {"type": "string", "required": true}}"#),
            "variant added: breaks ok warns", [#"{"method": "card"}"#]),
        variants(
            variant("card", #"{"network": "string"}"#), "[]", "variant removed: breaks breaks breaks",
            [#"{"method": "card", "network": "visa"}"#]),
        variants(
            variant("card", #"{"network": "string"}"#), variant("cash", #"{"network": "string"}"#),
            "variant changed: breaks warns warns", [#"{"method": "card", "network": "visa"}"#], new: "cash"),
        variants(
            variant("card", #"{"network": "string"}"#), variant("card", #"{"network": "integer"}"#),
            "network: type changed: breaks breaks breaks", [#"{"method": "card", "network": "visa"}"#], "network"),
        variants(
            variant("card", #"{"network": "string"}"#),
            variant("card", #"{"network": {"type": "string", "required": true}}"#),
            "network: presence narrowed: breaks ok breaks", [#"{"method": "card"}"#], "network"),
        variants(
            variant("card", #"{"network": "string"}"#), variant("card", #"{"network": "string", "bank": "string"}"#),
            "bank: parameter added: ok ok ok", [#"{"method": "card", "network": "visa"}"#], "bank"),
        variants(
            variant("card", #"{"network": "string", "bank": "string"}"#), variant("card", #"{"network": "string"}"#),
            "bank: parameter removed: breaks breaks breaks", [#"{"method": "card", "bank": "x"}"#], "bank"),
    ]

    /// Changes of variants that apply to no event of the old plan.
    static let newVariants: [ChangeCase] = [
        .event(
            #"{"parameters": {"method": {"enum": ["card", "cash"]}}, "variants": \#(variant("card", network))}"#,
            #"{"parameters": {"method": {"enum": ["card", "cash", "debit"]}}, "variants": [{"when": {"method": ["card", "debit"]}, "parameters": \#(network)}]}"#,
            #"e: if "method" is "card" or "debit": variant changed: ok warns warns\#ne: method: values widened: ok warns warns"#,
            [#"{"method": "card", "network": "visa"}"#, #"{"method": "cash"}"#]),
        .event(
            "{}", #"{"parameters": {"method": "string"}, "variants": \#(variant("card", network))}"#,
            #"e: if "method" is "card": variant added: ok ok warns\#ne: method: parameter added: ok ok ok"#, ["{}"]),
    ]

    private static let network = #"{"network": {"type": "string", "required": true}}"#

    /// Changes of variants of open events, which may have parameters that the plan does not declare.
    static let openVariants: [ChangeCase] = [
        .event(
            #"{"closed": false, "parameters": {"method": "string"}}"#,
            #"{"closed": false, "parameters": {"method": "string"}, "variants": \#(variant("card", #"{"network": {"pii": "free_text"}}"#))}"#,
            #"e: if "method" is "card": variant added: warns ok warns"#, [#"{"method": "cash", "network": "visa"}"#]),
        .event(
            #"{"closed": false, "parameters": {"method": "string"}, "variants": \#(variant("card", "{}"))}"#,
            #"{"closed": false, "parameters": {"method": "string"}, "variants": \#(variant("card", #"{"bank": "integer"}"#))}"#,
            #"e: bank: if "method" is "card": parameter added: warns ok ok"#, [#"{"method": "card", "bank": "x"}"#]),
    ]

    private static func variant(_ method: String, _ parameters: String) -> String {
        #"[{"when": {"method": "\#(method)"}, "parameters": \#(parameters)}]"#
    }

    /// Returns a case in which the variants of the event `e` change. This function adds the event and condition to
    /// `change`.
    private static func variants(
        _ old: String, _ new: String, _ change: String, _ parameters: [String], _ path: String? = nil,
        new method: String = "card"
    ) -> ChangeCase {
        let rest = path.map { String(change.dropFirst($0.count + 2)) } ?? change
        return .event(
            #"{"parameters": {"method": "string"}, "variants": \#(old)}"#,
            #"{"parameters": {"method": "string"}, "variants": \#(new)}"#,
            #"e: \#(path.map { $0 + ": " } ?? "")if "method" is "\#(method)": \#(rest)"#, parameters)
    }

    @Test(arguments: parameters + variants + newVariants + openVariants)
    func aChangeOfAParameter(_ example: ChangeCase) throws { try example.check() }
}
