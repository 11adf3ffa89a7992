package import Trackproof
import TrackproofText

/// An event that a test's code expects, with the rules for values that may vary.
package struct ExpectedEvent {
    /// The expected values. If a rule checks a value, the expected value is only displayed, not compared.
    package let event: Event
    /// The rule for the event's values, or `nil` if each value must equal the expected value.
    package let rule: ValueRule?
    /// A text that identifies the rule. Equal rules have the same signature, and different rules have different
    /// signatures.
    ///
    /// The signature is empty if there is no rule.
    package let ruleSignature: String
    /// The expected event on one line, as messages show it.
    package let text: String
    private let fingerprinter: Fingerprinter
    private let fingerprint: Fingerprint

    package init(_ event: Event, rule: ValueRule?, ruleSignature: String, text: String) {
        self.event = event
        self.rule = rule
        self.ruleSignature = ruleSignature
        self.text = text
        fingerprinter = Fingerprinter(types: .exact, refusesEncodingErrors: true)
        fingerprint = fingerprinter.fingerprint(of: event, rule: rule, isExpected: true)
    }
}

extension ExpectedEvent {
    /// Returns whether `event` is as expected.
    ///
    /// An event with an encoding error is never as expected, because parameters of it are missing.
    package func matches(_ event: Event) -> Bool {
        event.isNamed(like: self.event)
            && fingerprint == fingerprinter.fingerprint(of: event, rule: rule, isExpected: false)
    }

    /// Returns whether the parameters of `event` are as expected. Its kind, name, user and encoding error do not count.
    package func matchesParameters(of event: Event) -> Bool {
        fingerprinter.fingerprint(of: event.parameters, rule: rule, isExpected: false)
            == fingerprinter.fingerprint(of: self.event.parameters, rule: rule, isExpected: true)
    }

    /// Returns the parameters in which `event` is not as expected. The names of the events are not compared.
    ///
    /// If the user of an identity event differs, the result contains it as a parameter.
    package func differences(from event: Event) -> [ParameterDifference] {
        ParameterComparer(fingerprinter: fingerprinter).differences(
            expected: self.event, actual: event, rule: rule)
    }
}

extension Comparison {
    /// Compares events with expected events that can each have their own rule.
    ///
    /// The actual events must be exactly the expected events, in the expected order.
    package init(of actual: [Event], with expected: [ExpectedEvent]) {
        // In most comparisons, all events are as expected. In that case, the lists of events and fingerprints are not
        // needed.
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
