import Trackproof
import TrackproofPlatform

extension Comparison {
    /// Returns the comparison for a person to read: a headline, and then the differences in the order of the snapshot.
    ///
    /// For events that match, the text only says how many there are. If the snapshot's file has the member `common`, the
    /// text says once what differs in the same way in every event, such as a new parameter that the app adds to all
    /// events.
    ///
    /// - Parameter limit: The largest number of differences to show.
    public func text(limit: Int = 200) -> String {
        if isEmpty { return headline + "\n" }
        var lines = [headline, ""]
        func unchanged(_ count: Int) {
            if count > 0 { lines.append("  … \(count.counted("event")) unchanged") }
        }
        let shared = changesOfEveryEvent
        if !shared.isEmpty {
            lines.append("~ \(Difference.Kind.changed.rawValue.padding(to: 11))every event")
            lines += Difference.lines(of: shared)
        }
        var shown: [Difference] = []
        var unchangedCount = 0
        for var difference in differences {
            difference.unchangedBefore += unchangedCount
            unchangedCount = 0
            if !shared.isEmpty, difference.isCovered(by: shared) {
                unchangedCount = difference.unchangedBefore
            } else {
                shown.append(difference)
            }
        }
        for difference in shown.prefix(limit) {
            unchanged(difference.unchangedBefore)
            lines += difference.lines(except: shared)
        }
        if shown.count > limit {
            lines.append("  … \((shown.count - limit).counted("more difference"))")
        } else {
            unchanged(unchangedCount + unchangedAfter)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The parameters that differ in the same way in every event, except in identity events.
    private var changesOfEveryEvent: [ParameterDifference] {
        guard changesEveryEvent else { return [] }
        let changed = differences.filter {
            ($0.kind == .changed || $0.kind == .renamed) && $0.expected?.kind.isIdentity == false
        }
        guard let first = changed.first, changed.count > 1 else { return [] }
        return first.parameters.filter { parameter in
            changed.allSatisfy { $0.parameters.contains(parameter) }
        }
    }

    /// The first difference in a few words, such as `missing track tap {id: 1}, and 2 more differences`.
    package var firstDifference: String {
        guard let first = differences.first else { return headline }
        let others = differences.count - 1
        let event =
            switch first.kind {
            case .missing: first.expectedText
            case .changed, .renamed: first.title
            case .unexpected, .duplicated, .moved: first.actualText
            }
        return "\(first.kind.rawValue) \(event)" + (others > 0 ? ", and \(others.counted("more difference"))" : "")
    }

    /// The number of differences, their kinds, and the number of events that match.
    public var headline: String {
        if isEmpty { return "\(matched.counted("event")) as expected" }
        let counts = Dictionary(grouping: differences, by: \.kind).mapValues(\.count)
        var parts = Difference.Kind.allCases.compactMap { kind in counts[kind].map { "\($0) \(kind.rawValue)" } }
        let unexaminedCount = unexamined.expected + unexamined.actual
        if unexaminedCount > 0 { parts.append("\(unexaminedCount.counted("unmatched event")) not examined") }
        let verb = matched == 1 ? "matches" : "match"
        return "\(differences.count.counted("difference")) (\(parts.joined(separator: ", "))), "
            + "\(matched.counted("event")) \(verb)"
    }
}

extension Difference {
    /// The event's kind and name, or both names if the event was renamed.
    public var title: String {
        switch (kind, expected, actual) {
        case (.renamed, let expected?, let actual?) where expected.title.looksLike(actual.title):
            "\(expected.spelledOutTitle) → \(actual.spelledOutTitle)  (differ only in \(expected.title.form(of: actual.title)))"
        case (.renamed, let expected?, let actual?): expected.title + " → " + actual.title
        case (_, let expected?, _): expected.title
        case (_, _, let actual?): actual.title
        default: ""
        }
    }

    /// A phrase that describes the difference, for a report that has one line for each difference.
    public var summary: String {
        switch kind {
        case .missing: "expected but not tracked: \(expectedText)"
        case .unexpected: "tracked but not expected: \(actualText)"
        case .duplicated: "tracked more often than expected: \(actualText)"
        case .moved: "tracked out of order: \(actualText)" + (parameters.isEmpty ? "" : "; ") + details
        case .renamed: "tracked under another name" + (parameters.isEmpty ? "" : "; ") + details
        case .changed: details
        }
    }

    private var details: String {
        let more = parameters.count > Self.parametersShown ? "; …" : ""
        return parameters.prefix(Self.parametersShown).map(\.summary).joined(separator: "; ") + more
    }

    /// Returns whether only these parameters differ.
    fileprivate func isCovered(by shared: [ParameterDifference]) -> Bool {
        kind == .changed && parameters.allSatisfy(shared.contains)
    }

    /// Returns the difference as lines of a report.
    ///
    /// - Parameter shared: The parameters that the report shows once for all events.
    fileprivate func lines(except shared: [ParameterDifference]) -> [String] {
        let label = kind.rawValue.padding(to: 11)
        switch kind {
        case .missing: return ["- \(label)\(expectedText)"]
        case .unexpected: return ["+ \(label)\(actualText)"]
        case .duplicated: return ["+ \(label)\(actualText)"]
        case .moved: return ["↕ \(label)\(actualText)" + place] + Self.lines(of: parameters)
        case .changed, .renamed:
            let own = shared.isEmpty ? parameters : parameters.filter { !shared.contains($0) }
            return ["~ \(label)\(title)"] + Self.lines(of: own)
        }
    }

    fileprivate static func lines(of parameters: [ParameterDifference]) -> [String] {
        let more = parameters.count - parametersShown
        return parameters.prefix(parametersShown).flatMap { $0.lines() }
            + (more > 0 ? ["      … \(more.counted("more parameter"))"] : [])
    }

    /// The maximum number of parameters to show for one event.
    ///
    /// Without this limit, the text could become very long: an array that lost its first element can differ in all
    /// elements.
    private static let parametersShown = 20

    /// The expected and the actual position of a moved event.
    private var place: String {
        guard let expectedPosition, let actualPosition else { return "" }
        return "  (expected at position \(expectedPosition + 1), tracked at position \(actualPosition + 1))"
    }
}

extension ParameterDifference {
    /// A phrase that describes the difference.
    public var summary: String {
        let path = shownPath
        return switch change {
        case .passedType: "\(path) was passed as \(name(actual)) instead of \(name(expected))"
        case .user: "tracked for \(user(actual)) instead of \(user(expected))"
        case .missing: "\(path) is missing, expected \(text(expected))"
        case .unexpected: "\(path) is not expected, found \(text(actual))\(formNote)"
        case .value: "\(path): expected \(text(expected)), found \(text(actual))\(formNote)"
        case .type:
            "\(path): expected \(text(expected)), found \(text(actual))" + (isVolatile ? "" : " (\(types))")
        }
    }

    /// The expected and the actual type, such as `number became string`.
    private var types: String { "\(expected?.typeName ?? "nothing") became \(actual?.typeName ?? "nothing")" }

    /// The path. If a second path looks the same, the path is spelled out, so that a reader can distinguish them.
    private var shownPath: String { hasLookalike ? path.spelledOut : path.safeForDisplay }

    /// The expected and the actual string if they look the same, otherwise `nil`.
    private var lookalikes: (String, String)? {
        guard !isVolatile, case .string(let expected)? = expected, case .string(let actual)? = actual,
            expected.looksLike(actual)
        else { return nil }
        return (expected, actual)
    }

    /// A note if two values or two names look the same but differ, otherwise an empty string.
    private var formNote: String {
        if let (expected, actual) = lookalikes { return "  (differ only in \(expected.form(of: actual)))" }
        return hasLookalike ? "  (another name looks the same)" : ""
    }

    /// The label of a user, in words.
    private func user(_ label: EventValue?) -> String {
        label == nil ? "no user" : "user \(name(label))"
    }

    private func name(_ value: EventValue?) -> String { value?.plainText.safeForDisplay.cut ?? "nothing" }

    private func text(_ value: EventValue?) -> String {
        if lookalikes != nil, case .string(let text)? = value { return "\"\(text.spelledOut)\"".cut }
        // A shape has no quotes, because with quotes it would look like a value.
        if isVolatile, case .string(let shape)? = value, value == expected || shape.isPlaceholder {
            return shape.safeForDisplay
        }
        return (value?.description ?? "nothing").cut
    }

    /// Returns the difference as indented lines of a report.
    package func lines() -> [String] {
        let name = shownPath
        switch change {
        case .user, .passedType: return ["    ~ \(summary)"]
        case .missing: return ["    - \(name): \(text(expected))"]
        case .unexpected: return ["    + \(name): \(text(actual))" + formNote]
        case .value, .type:
            // If a rule applies to the value, `expected` is the text of this rule. So the type of `expected` means
            // nothing.
            let suffix = change == .type && !isVolatile ? "  (\(types))" : formNote
            return [
                "    - \(name): \(text(expected))",
                "    + \(name): \(text(actual))" + suffix,
            ]
        }
    }
}

extension Event {
    fileprivate var spelledOutTitle: String { "\(kind.rawValue) \(name.spelledOut)" }
}

extension String {
    /// Whether the text is the placeholder of a shape, such as `<uuid>`.
    fileprivate var isPlaceholder: Bool {
        guard hasPrefix("<"), hasSuffix(">") else { return false }
        do { return try VolatileShape(String(dropFirst().dropLast())) != nil } catch { return false }
    }

    /// The text, cut to a length that a person would read.
    fileprivate var cut: String { cut(to: 2_000) }
}
