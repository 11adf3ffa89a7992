internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON

/// The parameters whose values differ between runs, by the names of their events.
struct VaryingParameters {
    private var paths: [ExactText: Set<ValuePath>] = [:]

    /// Finds them by comparing the first run with each of the others.
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

    /// A rule for each, or one for all elements of an array where they all vary alike.
    ///
    /// A rule holds for every event of its name: its shape must fit the values of all of them, also of those that are
    /// the same in each run.
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

/// Values seen at one place, or at the same place in every element of an array.
private struct ElementSamples {
    private struct Samples {
        var values: Set<EventValue> = []
        /// Whether the first run has a value here, with which others were compared.
        var isInFirstRun = false
    }

    /// So many different values of a place are kept. What the others do to a shape, the last comparison tells.
    private static let valueLimit = 500

    private var byPlace: [ValuePath: Samples] = [:]

    mutating func add(_ value: EventValue, at place: ValuePath, isFirstRun: Bool) {
        if isFirstRun { byPlace[place, default: Samples()].isInFirstRun = true }
        guard byPlace[place]?.values.count ?? 0 < Self.valueLimit else { return }
        byPlace[place, default: Samples()].values.insert(value)
    }

    /// The shape of all elements where each that could be compared varies, and all in a like way; else the shapes of
    /// those that vary.
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
    /// The pattern that one name alone fits.
    static func exactly(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { result, scalar in
            if #"\*?"#.unicodeScalars.contains(scalar) { result.append("\\") }
            result.unicodeScalars.append(scalar)
        }
    }
}
