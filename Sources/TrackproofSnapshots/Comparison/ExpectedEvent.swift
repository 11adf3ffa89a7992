package import Trackproof

/// An event that is expected in code, with the rules for what varies.
package struct ExpectedEvent {
    /// The expected values. What a rule decides about is there for display only.
    package let event: Event
    /// The rules; nil if all values are plain.
    package let rule: ValueRule?
    /// Equal rules have the same signature, and other rules another. Without a rule it is empty.
    package let ruleSignature: String
    /// The expectation on one line, as messages say it.
    package let text: String
    private let fingerprinter: Fingerprinter

    package init(_ event: Event, rule: ValueRule?, ruleSignature: String, text: String) {
        self.event = event
        self.rule = rule
        self.ruleSignature = ruleSignature
        self.text = text
        fingerprinter = Fingerprinter(types: .exact, refusesEncodingErrors: true)
    }

    /// Any event of a kind and a name with these parameters, whomever it is about, and whether or not the app could
    /// encode all of it.
    package init(
        anyWith parameters: EventParameters, _ name: String, _ kind: EventKind, rule: ValueRule?, _ signature: String
    ) {
        var event = Event(name, kind: kind)
        event.parameters = parameters
        self.event = event
        self.rule = rule
        ruleSignature = "any:" + signature
        text = event.description
        fingerprinter = Fingerprinter(types: .exact, users: .ofNone)
    }
}

extension ExpectedEvent {
    /// Whether an event is as expected. One whose parameters could not be encoded never is, not even if none are asked
    /// for: it has lost those that it had.
    package func matches(_ event: Event) -> Bool {
        isSameName(event) && fingerprint == fingerprint(of: event)
    }

    /// Whether an event has the expected kind and name. One without a name answers to its kind.
    package func isSameName(_ event: Event) -> Bool {
        event.kind == self.event.kind && event.displayName.isExactly(self.event.displayName)
    }

    /// Whether it takes a test's own code to judge an event.
    package var runsOwnCode: Bool { rule?.runsOwnCode ?? false }

    /// In which parameters an event is not as expected, whatever its name; the user of an identity event counts as one.
    package func differences(from event: Event) -> [ParameterDifference] {
        ParameterComparer(fingerprinter: fingerprinter).differences(
            expected: self.event, actual: event, rule: rule)
    }

    /// How far an event's parameters are off: 1 for each that only has another type, 2 for every other difference.
    package func distance(from event: Event) -> Int {
        EventLeaves(self.event, rule, fingerprinter, isExpected: true).compare(
            EventLeaves(event, rule, fingerprinter, isExpected: false)
        ).cost
    }

    /// The fingerprint of this expected event, which an actual event has under the same rules if it is as expected.
    package var fingerprint: Fingerprint {
        fingerprinter.fingerprint(of: event, rule: rule, isExpected: true)
    }

    /// The fingerprint of an actual event under the rules of this one.
    package func fingerprint(of event: Event) -> Fingerprint {
        fingerprinter.fingerprint(of: event, rule: rule, isExpected: false)
    }
}

extension Comparison {
    /// Compares events with expectations, each of which may have rules of its own. There must be neither less nor more,
    /// each in its place.
    package init(of actual: [Event], with expected: [ExpectedEvent]) {
        // Nearly always all is as expected, which needs no lists.
        if actual.count == expected.count, zip(expected, actual).allSatisfy({ $0.matches($1) }) {
            self.init(matched: actual.count)
            return
        }
        let fingerprinter = Fingerprinter(types: .exact, refusesEncodingErrors: true)
        let lists = ExpectationLists(expected, actual, fingerprinter)
        self.init(
            ComparisonPlan(SnapshotSettings(order: .strict), ComparisonOptions()), fingerprinter, lists.expected,
            lists.actual, ownRules: lists.rules, expectedEvents: { $0.map { RecordedEvent(expected[$0].event) } },
            actualEvents: { $0.map { RecordedEvent(actual[$0]) } })
    }
}
