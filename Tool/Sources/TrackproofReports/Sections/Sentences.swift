import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

extension Difference {
    /// The difference in one sentence, such as "The event purchase was not tracked."
    var sentence: Sentence {
        switch kind {
        case .missing: "The \(expected?.named) was not tracked."
        case .unexpected: "The \(actual?.named) was tracked, but it is not expected."
        case .duplicated: "The \(actual?.named) was tracked more often than expected."
        case .moved: "The \(actual?.named) was tracked at another position than expected."
        case .renamed where expected?.kind == actual?.kind:
            "The \(expected?.named) was tracked as \(name: actual?.displayName ?? "")."
        case .renamed: "The \(expected?.named) was tracked as \(actual?.named)."
        case .changed where parameters.isEmpty: "The \(actual?.named) was tracked with other content than expected."
        case .changed:
            """
            The \(actual?.named) was tracked with \(words: parameters.count == 1 ? "another value" : "other values") than \
            expected: \(.list(parameters.map(\.path), upTo: 4)).
            """
        }
    }

}

extension FindingGroup {
    /// The findings in one sentence, such as "The event purchase lacks the parameter currency."
    var sentence: Sentence {
        let event: Sentence = "event \(name: key.event)"
        let path: Sentence = "\(code: key.path)"
        return switch key.id {
        case .unplannedEvent: "The \(event) is not in the plan.\(question)"
        case .unreadable where count == 1: "A record cannot be read: \(words: samples.first ?? sample.found)."
        case .unreadable: "\(count) records cannot be read. The first one: \(words: samples.first ?? sample.found)."
        case .missing where !key.path.isEmpty: "The \(event) lacks the parameter \(path)."
        case .unplannedParameter: "The \(event) has the parameter \(path), which is not in the plan.\(question)"
        case .pii: "The \(event) may contain personal data in \(path)."
        case _ where key.path.isEmpty: "The \(event) does not fit the plan: \(values)."
        default: "The \(event) has a value of \(path) that does not fit the plan: \(values)."
        }
    }

    /// The suggestion of the finding as a question, or `nil` if there is no suggestion.
    var suggestion: Sentence? {
        sample.nearest.map { "Did you mean \(code: $0)?\(words: sample.differenceFromNearest.map { " " + $0 } ?? "")" }
    }

    private var question: Sentence? { suggestion.map { " \($0)" } }

    private var values: Sentence {
        "expected \(words: sample.expected), found \(words: samples.first ?? sample.found)"
    }
}

extension Event {
    /// The kind and name, such as "event purchase" or "screen Home".
    var named: Sentence {
        let noun: Sentence =
            switch kind {
            case .track: "event"
            case .screen: "screen"
            case .page: "page"
            case .identify: "user"
            case .group: "group"
            case .alias: "alias"
            case .reset: "reset"
            }
        if name.isEmpty && kind.isIdentity { return "event \(name: kind.rawValue)" }
        return "\(noun) \(name: displayName)"
    }
}
