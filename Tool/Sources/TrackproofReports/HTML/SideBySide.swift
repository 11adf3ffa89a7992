import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The rows of a table that shows the expected and the actual event of a difference side by side.
struct SideBySide {
    private(set) var rows: HTML = ""
    /// The number of rows that are left out because of the limits in `HTMLLimits`.
    private(set) var leftOut = 0
    private var count = 0

    init(_ difference: Difference) {
        let (expected, actual) = (difference.expected, difference.actual)
        switch difference.kind {
        case .moved:
            add(
                "position", difference.expectedPosition.map(Self.place), difference.actualPosition.map(Self.place),
                .differs("moved"))
            add(actual?.parameters ?? [:], .same)
        case .missing:
            add("event", expected.map(Self.title), nil, .differs("not tracked"))
            addUser(expected?.user, nil)
            for parameter in expected?.parameters ?? [:] { add(parameter.name, parameter.value, nil, .none) }
        case .unexpected, .duplicated:
            let words: HTML = difference.kind == .duplicated ? "once too often" : "not expected"
            add("event", nil, actual.map(Self.title), .differs(words))
            addUser(nil, actual?.user)
            for parameter in actual?.parameters ?? [:] { add(parameter.name, nil, parameter.value, .none) }
        case .changed, .renamed:
            let result: Result = difference.kind == .renamed ? .differs("renamed") : .same
            add("event", expected.map(Self.title), actual.map(Self.title), result)
            addParameters(difference, expected?.parameters ?? [:], actual?.parameters ?? [:])
        }
    }

    /// The result of comparing the expected value and the actual value of a row.
    private enum Result {
        case same
        /// The values differ, but a rule of the snapshot accepts the actual value.
        case accepted
        case differs(HTML)
        /// The row shows no result, because the whole event is missing or unexpected, and not only this value.
        case none
    }

    // MARK: Changed events

    /// Adds the parameters of both events in the order of the expected event.
    private mutating func addParameters(
        _ difference: Difference, _ expected: EventParameters, _ actual: EventParameters
    ) {
        var changes: [ExactText: [ParameterDifference]] = [:]
        for change in difference.parameters { changes[change.firstName, default: []].append(change) }
        let names = Set(expected.map { ExactText($0.name) })
        let found = Dictionary(actual.map { (ExactText($0.name), $0.value) }) { _, last in last }
        let added = actual.filter { !names.contains(ExactText($0.name)) }
        let all = names.union(found.keys)
        for change in difference.parameters where !all.contains(change.firstName) { add(change) }
        var rows: [(name: String, expected: EventValue?, actual: EventValue?)] = expected.map {
            ($0.name, $0.value, found[ExactText($0.name)])
        }
        rows += added.map { ($0.name, nil, $0.value) }
        for row in rows {
            if let changes = changes[ExactText(row.name)] {
                for change in changes { add(change) }
            } else {
                add(row.name, row.expected, row.actual, row.expected == row.actual ? .same : .accepted)
            }
        }
    }

    private mutating func add(_ change: ParameterDifference) {
        let result: HTML =
            switch change.change {
            case .missing: "missing"
            case .unexpected: "not expected"
            case .user: "other user"
            case .passedType: "other type"
            case .type where change.isVolatile: "other type"
            case .type: "\(change.expected?.typeName ?? "") became \(change.actual?.typeName ?? "")"
            case .value where change.looksSame: "other characters"
            case .value: "other value"
            }
        let spells = change.looksSame
        add(
            Self.row(
                change.hasLookalike ? change.path.spelledOut : change.path,
                change.expected.map { change.isVolatile ? Self.rule($0) : Self.text($0, spells) },
                change.actual.map { Self.text($0, spells) }, .differs(result)))
    }

    // MARK: Rows

    private mutating func addUser(_ expected: String?, _ actual: String?) {
        if expected == nil, actual == nil { return }
        add("user", expected.map { .string($0) }, actual.map { .string($0) }, .none)
    }

    private mutating func add(_ parameters: EventParameters, _ result: Result) {
        for parameter in parameters { add(parameter.name, parameter.value, parameter.value, result) }
    }

    private mutating func add(_ name: String, _ expected: EventValue?, _ actual: EventValue?, _ result: Result) {
        add(Self.row(name, expected.map { Self.text($0, false) }, actual.map { Self.text($0, false) }, result))
    }

    private mutating func add(_ name: StaticString, _ expected: HTML?, _ actual: HTML?, _ result: Result) {
        add(Self.row("\(name)", expected, actual, result))
    }

    private mutating func add(_ row: @autoclosure () -> HTML) {
        if leftOut == 0, count < HTMLLimits.parameters, rows.size < HTMLLimits.parameterBytes {
            rows += row()
            count += 1
        } else {
            leftOut += 1
        }
    }

    private static func row(_ name: String, _ expected: HTML?, _ actual: HTML?, _ result: Result) -> HTML {
        let (style, words): (HTML, HTML) =
            switch result {
            case .same: (" class=\"same\"", "same")
            case .accepted: (" class=\"same\"", "accepted")
            case .differs(let words): (" class=\"differs\"", "<span class=\"mark\">\(words)</span>")
            case .none: ("", "")
            }
        let nothing: HTML = "<span class=\"dim\">nothing</span>"
        return """
            <tr\(style)><th scope="row">\(name: name)</th><td>\(expected ?? nothing)</td>\
            <td>\(actual ?? nothing)</td><td>\(words)</td></tr>

            """
    }

    private static func place(_ position: Int) -> HTML { "\(position &+ 1)" }

    private static func title(_ event: Event) -> HTML { "\(event.kind.rawValue) <strong>\(event.shownName)</strong>" }

    private static func text(_ value: EventValue, _ spells: Bool) -> HTML {
        if spells, case .string(let text) = value { return "<code>&quot;\(text.spelledOut)&quot;</code>" }
        return "<code>\(value.description)</code>"
    }

    /// Returns a volatile rule as text, without quotes, so that the rule does not look like a value.
    private static func rule(_ value: EventValue) -> HTML {
        guard case .string(let words) = value else { return text(value, false) }
        return "<em>\(words)</em>"
    }
}

extension ParameterDifference {
    /// The name at the start of the path. In a path such as `movie.id`, a backslash escapes a dot or a backslash.
    ///
    /// Names with different Unicode scalars are not equal, even if they look the same.
    fileprivate var firstName: ExactText {
        var name = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in path.unicodeScalars {
            if !isEscaped, scalar == "." { break }
            isEscaped = !isEscaped && scalar == "\\"
            if !isEscaped { name.append(scalar) }
        }
        return ExactText(String(name))
    }

    /// Whether both values are strings that differ but look the same.
    fileprivate var looksSame: Bool {
        guard case .string(let expected)? = expected, case .string(let actual)? = actual else { return false }
        return expected.looksLike(actual)
    }
}
