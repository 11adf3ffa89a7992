import Trackproof
import TrackproofPlatform

/// Sentences about the differences that the learned rules leave between runs.
struct Instability {
    private(set) var sentences: [String] = []

    /// The maximum number of sentences. A user would not read more sentences.
    private static let limit = 100

    private enum Finding: Hashable {
        case occurrence
        case order
        case user
        case presence(ValuePath)
        case length(ValuePath)
        case value(String, EventValue?, rule: EventValue?)

        /// The finding without the value that was found. Findings with the same key are described by only one sentence.
        var key: Finding {
            if case .value(let path, _, let rule) = self { .value(path, nil, rule: rule) } else { self }
        }
    }

    private let runs: [Recording]

    init(of runs: [Recording], settings: SnapshotSettings) {
        self.runs = runs
        guard let first = runs.first else { return }
        let snapshot = Snapshot(recorded: first, settings: settings)
        var known: [EventIdentity: Set<Finding>] = [:]
        var more = 0
        // The snapshot comes from the first run. But the first run is compared too, because its values can violate a
        // rule that existed before the runs.
        for run in runs {
            for difference in Comparison(of: run, with: snapshot).differences {
                for (event, finding) in Self.findings(of: difference) {
                    let identity = EventIdentity(event)
                    guard known[identity, default: []].insert(finding.key).inserted else { continue }
                    if sentences.count < Self.limit {
                        sentences.append("\(event.title): \(sentence(of: finding, identity))")
                    } else {
                        more += 1
                    }
                }
            }
        }
        if more > 0 { sentences.append("… and \(more) more") }
    }

    private static func findings(of difference: Difference) -> [(Event, Finding)] {
        guard let event = difference.expected ?? difference.actual else { return [] }
        switch difference.kind {
        case .missing, .unexpected, .duplicated: return [(event, .occurrence)]
        case .renamed: return [difference.expected, difference.actual].compactMap { $0 }.map { ($0, .occurrence) }
        case .moved: return [(event, .order)]
        case .changed: return difference.parameters.map { (event, finding(of: $0, in: difference)) }
        }
    }

    private static func finding(of parameter: ParameterDifference, in difference: Difference) -> Finding {
        let holder = parameter.change == .missing ? difference.expected : difference.actual
        switch parameter.change {
        case .missing, .unexpected:
            guard let path = holder.flatMap({ ValuePath(parameter.path, in: $0) }) else { break }
            if case .element? = path.steps.last { return .length(path.parent.ofAnyElement) }
            return .presence(path.ofAnyElement)
        case .user: return .user
        case .value, .type, .passedType: break
        }
        if parameter.isVolatile { return .value(parameter.path, parameter.actual, rule: parameter.expected) }
        return .value(parameter.path, parameter.expected == .null ? .null : parameter.actual, rule: nil)
    }

    // MARK: In words

    private func sentence(of finding: Finding, _ identity: EventIdentity) -> String {
        switch finding {
        case .occurrence: return occurrence(of: identity)
        case .order: return "the position of the event varies"
        case .user: return "the user of the event varies"
        case .presence(let path): return presence(of: path, identity)
        case .length(let path):
            var counts: [Int] = []
            forEach(identity) { event in
                path.forEachValue(in: event) { if case .array(let values) = $1 { counts.append(values.count) } }
            }
            return "\(path.text.safeForDisplay) has \(Self.range(counts)) elements"
        case .value(let path, let value, let rule):
            let path = path.safeForDisplay
            guard case .string(let shape)? = rule else {
                return "\(path) \(value == .null ? "is null in some runs" : "varies")"
            }
            let found = value.map(\.description) ?? "nothing"
            return "\(path) does not always match its rule \(shape.safeForDisplay): found "
                + found.cut(to: 80)
        }
    }

    private func occurrence(of identity: EventIdentity) -> String {
        let counts = runs.map { run in run.events.count { EventIdentity($0.event) == identity } }
        if counts.allSatisfy({ $0 <= 1 }) { return "tracked in \(counts.count { $0 == 1 }) of \(runs.count) runs" }
        return "tracked \(Self.range(counts)) times a run"
    }

    private func presence(of path: ValuePath, _ identity: EventIdentity) -> String {
        var (present, possible, events) = (0, 0, 0)
        forEach(identity) { event in
            events += 1
            path.parent.forEachValue(in: event) { if case .object = $1 { possible += 1 } }
            path.forEachValue(in: event) { _, _ in present += 1 }
        }
        let isInArray = path.steps.contains(.anyElement)
        let noun = isInArray ? "elements" : events == runs.count ? "runs" : "events"
        return "\(path.text.safeForDisplay) is present in \(present) of \(possible) \(noun)"
    }

    private func forEach(_ identity: EventIdentity, _ body: (Event) -> Void) {
        for run in runs {
            for recorded in run.events where EventIdentity(recorded.event) == identity { body(recorded.event) }
        }
    }

    private static func range(_ counts: [Int]) -> String {
        let (least, greatest) = (counts.min() ?? 0, counts.max() ?? 0)
        return least == greatest ? "\(least)" : "\(least) to \(greatest)"
    }
}

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
