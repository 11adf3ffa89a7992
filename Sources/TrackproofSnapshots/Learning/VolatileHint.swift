public import Trackproof
import TrackproofJSON
import TrackproofPlatform

/// A hint about parameters that seem to have a different value in each run, such as UUIDs and timestamps.
public struct VolatileHint {
    private let names: [String]

    /// Creates a hint about the UUIDs in a first snapshot, and about the times at which their events were tracked.
    ///
    /// A time that is long ago is not the time of the event, so the test has probably set the clock.
    public init(_ events: [RecordedEvent]) {
        names = events.flatMap { recorded in
            recorded.event.parameters.filter { parameter in
                guard Self.looksVolatile(parameter.value) else { return false }
                if ShapeMatcher(.uuid).matches(parameter.value) { return true }
                return recorded.time.map { ClockParameters.isNear($0, parameter.value) } ?? true
            }
            .map { "\(recorded.event.displayName).\($0.name)" }
        }
    }

    /// Creates a hint about the parameters whose expected and actual values differ and are both UUIDs or timestamps.
    package init(_ comparison: Comparison) {
        names = comparison.differences.flatMap { difference in
            difference.parameters.compactMap { parameter in
                guard let expected = parameter.expected, let actual = parameter.actual, !parameter.isVolatile,
                    Self.looksVolatile(expected), Self.looksVolatile(actual)
                else { return nil }
                return "\(difference.expected?.displayName ?? "").\(parameter.path)"
            }
        }
    }

    private static func looksVolatile(_ value: EventValue) -> Bool {
        guard case .string = value else { return false }
        return [VolatileShape.uuid, .timestamp].contains { ShapeMatcher($0).matches(value) }
    }

    /// Returns the advice on what to do about the parameters; `nil` if no parameter seems to vary.
    ///
    /// - Parameter learning: How to find the parameters that differ between runs, such as a command; `nil` if it is not
    ///   possible.
    public func text(learning: String?) -> String? {
        if names.isEmpty { return nil }
        var shown: [String] = []
        for name in names where !shown.contains(name) { shown.append(name) }
        let list = shown.map(\.safeForDisplay).listed(upTo: 5)
        return """
            \(list) may have a different value in each run: \
            \(learning.map { "\($0) to learn what varies, or " } ?? "")list such parameters under "volatile" in the \
            snapshot
            """
    }
}

/// The parameters that contain the time at which their event was tracked.
///
/// A comparison of runs does not always find these parameters, because two runs may track an event in the same second.
package struct ClockParameters {
    /// A rule for each parameter that contains the time of its event and that has no rule yet.
    let rules: [SnapshotSettings.Volatile]

    private struct Place: Hashable {
        let event: ExactText
        let path: ValuePath
    }

    /// The largest allowed difference between a parameter's time and the event's own time, in milliseconds.
    private static let tolerance: Double = 10 * 60 * 1_000

    init(in runs: [Recording], settings: SnapshotSettings) {
        let plan = ComparisonPlan(settings, ComparisonOptions())
        // A rule applies to all events with the same name. So a parameter gets a rule only if it contains the time of
        // the event in all these events.
        var isClock: [Place: Bool] = [:]
        for run in runs {
            for recorded in run.events {
                Self.forEachValue(in: .object(recorded.event.parameters)) { path, value in
                    let place = Place(event: ExactText(recorded.event.displayName), path: path)
                    guard isClock[place] != false else { return }
                    isClock[place] = recorded.time.map { Self.isNear($0, value) } ?? false
                }
            }
        }
        let names = Set(isClock.filter(\.value).keys.map(\.event))
        let compared = names.filter { name in
            let events = runs.lazy.flatMap(\.events).first { ExactText($0.event.displayName) == name }
            return events.map { plan.comparesAny(of: [$0]) } ?? false
        }
        let known = settings.volatile.map { (NamePattern($0.event), ParameterPath(parsing: $0.path).components) }
        rules = isClock.filter { $0.value && compared.contains($0.key.event) }.keys.compactMap { place in
            let path = place.path.text
            let components = ParameterPath(parsing: path).components
            let hasRule = known.contains { pattern, rule in
                rule.count <= components.count && zip(rule, components).allSatisfy { $0.isExactly($1) || $0 == "*" }
                    && pattern.matches(place.event.text)
            }
            return hasRule
                ? nil : .init(event: NamePattern.exactly(place.event.text), path: path, shape: .timestamp)
        }
    }

    /// Calls `body` with every value that is not an object or array, and with its path.
    private static func forEachValue(
        in value: EventValue, at steps: [ValuePath.Step] = [], _ body: (ValuePath, EventValue) -> Void
    ) {
        guard steps.count < JSONLimits.depth else { return }
        switch value {
        case .object(let members):
            for member in members {
                forEachValue(in: member.value, at: steps + [.member(ExactText(member.name))], body)
            }
        case .array(let values):
            for value in values.prefix(ValuePath.elementLimit) {
                forEachValue(in: value, at: steps + [.anyElement], body)
            }
        default: body(ValuePath(steps), value)
        }
    }

    /// Returns whether a value is a time close to `time`.
    ///
    /// The value may be a number of seconds or milliseconds since 1970, or an RFC 3339 string.
    package static func isNear(_ time: EventTime, _ value: EventValue) -> Bool {
        guard ShapeMatcher(.timestamp).matches(value) else { return false }
        let now = Double(time.millisecondsSince1970)
        switch value {
        case .integer(let number): return isNear(now, number: Double(number))
        case .number(let number): return isNear(now, number: number)
        case .string(let text):
            return EventTime(text).map { abs(Double($0.millisecondsSince1970) - now) <= tolerance } ?? false
        default: return false
        }
    }

    private static func isNear(_ now: Double, number: Double) -> Bool {
        abs(number - now) <= tolerance || abs(number * 1_000 - now) <= tolerance
    }
}
