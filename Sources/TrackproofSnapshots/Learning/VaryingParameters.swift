import Trackproof
import TrackproofJSON
import TrackproofText

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
