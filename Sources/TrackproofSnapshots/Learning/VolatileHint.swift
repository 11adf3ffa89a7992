public import Trackproof
import TrackproofText

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
