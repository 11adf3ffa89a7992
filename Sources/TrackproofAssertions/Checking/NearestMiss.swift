import Trackproof
import TrackproofSnapshots
import TrackproofText

/// The recorded event that is most similar to an expected event that was not tracked.
struct NearestMiss {
    let logged: LoggedEvent
    let differences: [ParameterDifference]
    private let expectation: EventExpectation

    /// Finds the most similar event, or returns `nil` if no event is similar.
    init?(_ expectation: EventExpectation, _ expected: ExpectedEvent, in log: [LoggedEvent]) {
        let ranked = log.compactMap { logged in Self.rank(logged, expectation, expected).map { (logged, $0) } }
        // Among equally similar events, prefers an event that no assertion has checked.
        guard let nearest = ranked.min(by: { ($0.1, $0.0.isChecked ? 1 : 0) < ($1.1, $1.0.isChecked ? 1 : 0) }) else {
            return nil
        }
        self.expectation = expectation
        logged = nearest.0
        differences = expected.differences(from: nearest.0.event)
    }

    /// Returns the rank of an event, at least 0. The event with the lowest rank is the most similar event.
    ///
    /// Returns `nil` if the event is not similar to the expected event.
    private static func rank(
        _ logged: LoggedEvent, _ expectation: EventExpectation, _ expected: ExpectedEvent
    ) -> Int? {
        let event = logged.event
        let cost = expected.distance(from: event)
        let isSameName = event.displayName.isExactly(expectation.displayName)
        if isSameName, event.kind == expectation.kind { return cost }
        // From here on, the name or the kind differs. An event with the expected parameters ranks before an event with
        // the expected name, and that event ranks before an event with a similar name.
        if cost == 0, !expectation.parameters.elements.isEmpty { return 1_000 }
        if isSameName { return 2_000 + cost }
        let similarity = NameSimilarity.of(event.displayName, expectation.displayName)
        guard similarity >= NameSimilarity.similar, event.kind == expectation.kind, !logged.isChecked else {
            return nil
        }
        return 3_000 + Int(1_000 * (1 - similarity)) + cost
    }

    var text: String {
        let isSameName = logged.event.displayName.isExactly(expectation.displayName)
        let same = logged.event.kind == expectation.kind && isSameName
        var lines = [
            "closest match is number \(logged.number): "
                + (same ? logged.event.title : logged.event.description.shortened)
        ]
        if same || (!differences.isEmpty && isSameName) {
            lines += differences.prefix(20).flatMap { $0.lines() }
            if differences.count > 20 { lines.append("    … \((differences.count - 20).counted("more parameter"))") }
        }
        if let error = logged.event.encodingError {
            lines.append("    the event is invalid: \(error.safeForDisplay.shortened)")
        }
        if !isSameName, let hint = logged.event.lookalikeHint(of: expectation.name) { lines.append("    " + hint) }
        if isSameName, logged.event.kind != expectation.kind {
            lines.append("    its kind differs; to expect this kind, pass `kind: .\(logged.event.kind.rawValue)`")
        }
        if same, expectation.parameters.requiresNoParameters, !logged.event.parameters.isEmpty {
            lines.append("    if the parameters do not matter, pass `including: [:]`")
        }
        return lines.joined(separator: "\n")
    }
}
