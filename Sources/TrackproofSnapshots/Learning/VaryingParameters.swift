import Trackproof
import TrackproofJSON
import TrackproofPlatform

/// The parameters whose values differ between runs, by the names of their events.
struct VaryingParameters {
    private var paths: [ExactText: Set<ValuePath>] = [:]

    /// Finds the parameters by comparing the first run with each other run.
    init(in runs: [Recording], settings: SnapshotSettings) {
        guard let first = runs.first else { return }
        let snapshot = Snapshot(recorded: first, settings: settings)
        for run in runs.dropFirst() {
            for difference in Comparison(of: run, with: snapshot).differences where difference.kind == .changed {
                guard let event = difference.expected else { continue }
                for parameter in difference.parameters
                where !parameter.isVolatile && (parameter.change == .value || parameter.change == .type) {
                    guard let path = ValuePath(parameter.path, in: event), path.steps.count <= JSONLimits.depth
                    else { continue }
                    paths[ExactText(event.displayName), default: []].insert(path)
                }
            }
        }
    }

    /// Returns a rule for each parameter. For elements of an array that vary alike, returns one rule for all elements.
    ///
    /// A rule applies to all events with the same name. So its shape must fit the values of all these events, including
    /// the values that do not vary between runs.
    func rules(in runs: [Recording]) -> [SnapshotSettings.Volatile] {
        var samples = paths.mapValues { paths in
            Dictionary(paths.map { ($0.ofAnyElement, ElementSamples()) }, uniquingKeysWith: { first, _ in first })
        }
        let wanted = samples.mapValues { Array($0.keys) }
        for (index, run) in runs.enumerated() {
            for recorded in run.events {
                let name = ExactText(recorded.event.displayName)
                for path in wanted[name] ?? [] {
                    path.forEachValue(in: recorded.event) { place, value in
                        samples[name]?[path]?.add(value, at: place, isFirstRun: index == 0)
                    }
                }
            }
        }
        var rules: [SnapshotSettings.Volatile] = []
        for (name, byPath) in samples {
            let varying = paths[name] ?? []
            for (path, samples) in byPath {
                for (place, shape) in samples.shapes(at: path, varying: varying) {
                    rules.append(.init(event: NamePattern.exactly(name.text), path: place.text, shape: shape))
                }
            }
        }
        return rules.sorted { (ExactText($0.event), ExactText($0.path)) < (ExactText($1.event), ExactText($1.path)) }
    }
}

/// The values of all runs at one path. The path may lead to all elements of an array.
private struct ElementSamples {
    private struct Samples {
        var values: Set<EventValue> = []
        /// Whether the first run has a value at the path. The values of the other runs are compared with that value.
        var isInFirstRun = false
    }

    private var byPlace: [ValuePath: Samples] = [:]

    mutating func add(_ value: EventValue, at place: ValuePath, isFirstRun: Bool) {
        if isFirstRun { byPlace[place, default: Samples()].isInFirstRun = true }
        byPlace[place, default: Samples()].values.insert(value)
    }

    /// Returns a path and a shape for each element that varies, or one path and one shape for all elements.
    ///
    /// The result is one shape for all elements if each element of the first run varies, and all of them have similar
    /// shapes.
    func shapes(at path: ValuePath, varying: Set<ValuePath>) -> [(ValuePath, VolatileShape)] {
        let own = byPlace.filter { varying.contains($0.key) }.mapValues { NarrowestShape(of: Array($0.values)) }
        if own.count == 1, let only = own.first, byPlace.count == 1, only.key == path {
            return only.value.shape.map { [(path, $0)] } ?? []
        }
        let all = NarrowestShape(of: byPlace.values.flatMap(\.values))
        let isUniform = byPlace.allSatisfy { place, samples in
            own[place].map(all.isLike) ?? !samples.isInFirstRun
        }
        let shapes = isUniform ? [(path, all.shape)] : own.map { ($0.key, $0.value.shape) }
        return shapes.compactMap { path, shape in shape.map { (path, $0) } }
    }
}

extension NamePattern {
    /// Returns the text of a pattern that only `name` fits, with a backslash before each wildcard in `name`.
    static func exactly(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { result, scalar in
            if #"\*?"#.unicodeScalars.contains(scalar) { result.append("\\") }
            result.unicodeScalars.append(scalar)
        }
    }
}

/// The path to a value inside an event.
///
/// Unlike the text of a path, a `ValuePath` distinguishes the member `0` of an object from the first element of an
/// array.
struct ValuePath: Hashable {
    enum Step: Hashable {
        case member(ExactText)
        case element(Int)
        case anyElement
    }

    var steps: [Step] = []

    /// Creates a path from its text, or returns `nil` if `event` has no value at this path.
    init?(_ text: String, in event: Event) {
        var place = EventValue.object(event.comparedParameters)
        for component in ParameterPath(parsing: text).components {
            switch place {
            case .object(let members):
                guard let value = members[component] else { return nil }
                steps.append(.member(ExactText(component)))
                place = value
            case .array(let values):
                guard let index = Int(component), values.indices.contains(index) else { return nil }
                steps.append(.element(index))
                place = values[index]
            default: return nil
            }
        }
    }

    init(_ steps: [Step]) { self.steps = steps }

    /// The path with ``Step/anyElement`` in place of each array index.
    var ofAnyElement: ValuePath {
        ValuePath(steps.map { if case .element = $0 { .anyElement } else { $0 } })
    }

    /// The path to the object or array that contains the value.
    var parent: ValuePath { ValuePath(steps.dropLast()) }

    /// The text of the path in rules, such as `items.*.price`.
    var text: String {
        ParameterPath(
            steps.map { step in
                switch step {
                case .member(let name): name.text
                case .element(let index): String(index)
                case .anyElement: "*"
                }
            }
        ).description
    }

    /// The maximum number of elements that are examined in an array. A rule for all elements is learned from these
    /// elements.
    static let elementLimit = 1_000

    /// Calls `body` for each value of `event` to which this path leads.
    ///
    /// A path with ``Step/anyElement`` can lead to many values. `body` gets the path of each value, with indices
    /// instead of ``Step/anyElement``, and the value.
    func forEachValue(in event: Event, _ body: (ValuePath, EventValue) -> Void) {
        func walk(_ value: EventValue, _ depth: Int, _ taken: [Step]) {
            guard depth < steps.count else { return body(ValuePath(taken), value) }
            switch (steps[depth], value) {
            case (.member(let name), .object(let members)):
                if let member = members[name.text] { walk(member, depth + 1, taken + [.member(name)]) }
            case (.element(let index), .array(let values)) where values.indices.contains(index):
                walk(values[index], depth + 1, taken + [.element(index)])
            case (.anyElement, .array(let values)):
                for (index, element) in values.prefix(Self.elementLimit).enumerated() {
                    walk(element, depth + 1, taken + [.element(index)])
                }
            default: break
            }
        }
        walk(.object(event.comparedParameters), 0, [])
    }
}

extension Event {
    /// The parameters of the event and, for an identity event, the user as a parameter with the name `user`.
    ///
    /// In a snapshot's rules, the path `user` means this parameter.
    var comparedParameters: EventParameters {
        guard let user = comparedUser(), parameters["user"] == nil else { return parameters }
        return EventParameters([EventParameter("user", user)]).merging(parameters)
    }
}
