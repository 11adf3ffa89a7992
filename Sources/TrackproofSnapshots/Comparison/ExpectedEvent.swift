package import Trackproof

/// An event that is expected in code, with the rules for the values that vary.
package struct ExpectedEvent {
    /// The expected values. If a rule checks a value, the expected value is only displayed, not compared.
    package let event: Event
    /// The rule, or `nil` if all values are plain.
    package let rule: ValueRule?
    /// The signature of the rule. Equal rules have the same signature, and different rules have different signatures.
    ///
    /// If there is no rule, the signature is empty, or `any:` if ``init(anyWith:_:_:rule:_:)`` created the expectation.
    package let ruleSignature: String
    /// The expectation on one line, as messages show it.
    package let text: String
    private let fingerprinter: Fingerprinter

    package init(_ event: Event, rule: ValueRule?, ruleSignature: String, text: String) {
        self.event = event
        self.rule = rule
        self.ruleSignature = ruleSignature
        self.text = text
        fingerprinter = Fingerprinter(types: .exact, refusesEncodingErrors: true)
    }

    /// Creates an expectation of any event with this kind and name and these parameters.
    ///
    /// The event may be about any user. The event also matches if the app failed to encode a part of it.
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
    /// Returns whether an event is as expected.
    ///
    /// An event with an encoding error is never as expected, even if no parameters are expected, because it has lost
    /// parameters. Only an expectation created by ``init(anyWith:_:_:rule:_:)`` accepts such an event.
    package func matches(_ event: Event) -> Bool {
        isSameName(event) && fingerprint == fingerprint(of: event)
    }

    /// Returns whether an event has the expected kind and name.
    ///
    /// An identity event without a name has the name of its kind.
    package func isSameName(_ event: Event) -> Bool {
        event.kind == self.event.kind && event.displayName.isExactly(self.event.displayName)
    }

    /// Whether judging an event may take long, because the rule runs a test's own code or a pattern.
    package var mayBeSlow: Bool { rule?.mayBeSlow ?? false }

    /// Returns the parameters in which an event is not as expected, whatever its name.
    ///
    /// If the user of an identity event is compared, the user counts as a parameter.
    package func differences(from event: Event) -> [ParameterDifference] {
        ParameterComparer(fingerprinter: fingerprinter).differences(
            expected: self.event, actual: event, rule: rule)
    }

    /// Returns the distance between an event's parameters and the expected parameters.
    ///
    /// A parameter adds 1 if only its type differs, and 2 for every other difference.
    package func distance(from event: Event) -> Int {
        EventLeaves(self.event, rule, fingerprinter, isExpected: true).compare(
            EventLeaves(event, rule, fingerprinter, isExpected: false)
        ).cost
    }

    /// The fingerprint of this expected event.
    ///
    /// An actual event that is as expected has the same fingerprint under the same rules.
    package var fingerprint: Fingerprint {
        fingerprinter.fingerprint(of: event, rule: rule, isExpected: true)
    }

    /// Returns the fingerprint of an actual event under the rules of this expected event.
    package func fingerprint(of event: Event) -> Fingerprint {
        fingerprinter.fingerprint(of: event, rule: rule, isExpected: false)
    }
}

extension Comparison {
    /// Compares events with expectations that can each have their own rules.
    ///
    /// All expected events must be there in the expected order, and no other events.
    package init(of actual: [Event], with expected: [ExpectedEvent]) {
        // In most comparisons, all events are as expected. Such a comparison does not need lists.
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
