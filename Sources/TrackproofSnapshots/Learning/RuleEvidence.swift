import Trackproof
import TrackproofText

/// The values from which a rule was learned, run by run, so that the user sees what the rule would accept.
///
/// A rule can hide a mistake: an app that keeps its state from run to run tracks `is_first_launch: true` in the first run
/// only, and a rule for `bool` then accepts both values for ever.
struct RuleEvidence {
    private let rule: SnapshotSettings.Volatile
    /// The values of each run, in the order of the events.
    private let runs: [[EventValue]]

    /// The maximum number of different values that a rule can accept as a list, in words.
    private static let fewValues = 3
    /// The maximum number of values that the text shows of a run, and of runs that it shows.
    private static let limit = (values: 3, runs: 10)

    /// - Parameter runs: The events of each run, by their names.
    init(of rule: SnapshotSettings.Volatile, in runs: [[ExactText: [RecordedEvent]]]) {
        self.rule = rule
        let (pattern, path) = (NamePattern(rule.event), ParameterPath(parsing: rule.path).components)
        self.runs = runs.map { run in
            run.filter { pattern.matches($0.key.text) }.sorted { $0.key < $1.key }.flatMap(\.value)
                .flatMap { EventValue.object($0.event.comparedParameters).values(at: path[...]) }
        }
    }

    /// The rule and what it accepts, the values of each run, and a warning if the values depend on the position of the run.
    var lines: [String] {
        [rule.description + acceptance, "    " + valuesOfRuns] + (warning.map { ["    " + $0] } ?? [])
    }

    private var distinct: [EventValue] {
        var seen: Set<EventValue> = []
        return runs.joined().filter { seen.insert($0).inserted }
    }

    /// What the rule accepts, if these are only a few values.
    private var acceptance: String {
        if rule.shape == .bool { return "; this accepts both true and false" }
        let values = distinct
        guard values.count > 1, values.count <= Self.fewValues, values.count < runs.joined().count else { return "" }
        let shown = values.map { $0.description.cut(to: 40) }
        if shown.count == 2 { return "; this accepts both \(shown[0]) and \(shown[1])" }
        return "; this accepts each of " + shown.joined(separator: ", ")
    }

    /// The values of each run, such as `run 1: true; runs 2 to 5: false`.
    private var valuesOfRuns: String {
        var groups: [(runs: ClosedRange<Int>, values: [EventValue])] = []
        for (index, values) in runs.enumerated() {
            if let last = groups.last, last.values == values {
                groups[groups.count - 1].runs = last.runs.lowerBound...index + 1
            } else {
                groups.append((index + 1...index + 1, values))
            }
        }
        let texts = groups.prefix(Self.limit.runs).map { runs, values in
            let shown = values.map { $0.description.cut(to: 40) }
            let text = shown.isEmpty ? "nothing" : shown.listed(upTo: Self.limit.values)
            return runs.count == 1
                ? "run \(runs.lowerBound): \(text)" : "runs \(runs.lowerBound) to \(runs.upperBound): \(text)"
        }
        return texts.joined(separator: "; ") + (groups.count > Self.limit.runs ? "; …" : "")
    }

    /// A warning if the values show that something is kept from run to run, otherwise `nil`.
    private var warning: String? {
        guard runs.count > 2, let first = runs.first else { return nil }
        let cause = "does the app keep its state from run to run? Then erase it before each run instead of this rule"
        if runs.dropFirst(2).allSatisfy({ $0 == runs[1] }), first != runs[1] {
            return "only the first run differs: \(cause)"
        }
        let steps = zip(runs, runs.dropFirst()).map { before, after in
            zip(before, after).allSatisfy { before, after in
                if case (.integer(let one), .integer(let next)) = (before, after) { next &- one == 1 } else { false }
            } && before.count == after.count && !before.isEmpty
        }
        return steps.allSatisfy(\.self) ? "the value grows by 1 with each run: \(cause)" : nil
    }
}

extension EventValue {
    /// Returns the values to which the path of a rule leads.
    fileprivate func values(at path: ArraySlice<String>) -> [EventValue] {
        guard let first = path.first else { return [self] }
        switch self {
        case .object(let members): return members[first].map { $0.values(at: path.dropFirst()) } ?? []
        case .array(let values):
            let indices = first == "*" ? values.indices : Int(first).map { $0..<max($0, $0 &+ 1) } ?? 0..<0
            return values[indices.clamped(to: values.indices)].flatMap { $0.values(at: path.dropFirst()) }
        default: return []
        }
    }
}
