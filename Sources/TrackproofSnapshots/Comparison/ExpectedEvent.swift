package import Trackproof
import TrackproofPlatform

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
            self.init(
                matched: actual.count, differences: [], unchangedAfter: actual.count, unexamined: (0, 0))
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

/// The rules of a comparison in which each expected event has its own rule, as in a test's code.
struct OwnRules {
    var ofExpected: [ValueRule?] = []
    /// For each expected event, the rule that messages use.
    ///
    /// Events with equivalent rules share one rule in ``ofExpected``, but messages may describe each of these rules
    /// differently.
    var inWords: [ValueRule?] = []
    /// For each actual event, the rule of the first expected event with the same kind and name.
    var ofActual: [ValueRule?] = []
    /// For each expected event, the text that messages show.
    var texts: [String] = []
}

/// The actual events and the expected events of a comparison in which each expected event has its own rule.
///
/// Expected events with the same kind and name can have different rules. So an actual event has one fingerprint for
/// each different rule of the expected events with its kind and name.
struct ExpectationLists {
    private(set) var expected = EventList()
    private(set) var actual = EventList()
    private(set) var rules = OwnRules()

    private struct RuleSets {
        var numbers: [ExactText: Int] = [:]
        var rules: [ValueRule?] = []

        /// Returns the index of the event's rule in ``rules``. Appends the rule if no equal rule is there yet.
        mutating func number(of event: ExpectedEvent) -> Int {
            let known = numbers[ExactText(event.ruleSignature)]
            if let known { return known }
            numbers[ExactText(event.ruleSignature)] = rules.count
            rules.append(event.rule)
            return rules.count - 1
        }
    }

    init(_ expectedEvents: [ExpectedEvent], _ actualEvents: [Event], _ fingerprinter: Fingerprinter) {
        var sets: [EventIdentity: RuleSets] = [:]
        for (index, expected) in expectedEvents.enumerated() {
            let number = sets[EventIdentity(expected.event), default: RuleSets()].number(of: expected)
            let fingerprint = fingerprinter.fingerprint(of: expected.event, rule: expected.rule, isExpected: true)
            self.expected.fingerprints.append(fingerprinter.tagged(fingerprint, ruleSet: number))
            self.expected.positions.append(Int32(index))
            // Uses the rule in `sets` and not `expected.rule`, so that equal rules are the same object.
            rules.ofExpected.append(sets[EventIdentity(expected.event)]?.rules[number])
            rules.inWords.append(expected.rule)
            rules.texts.append(expected.text)
        }
        expected.total = Int32(expectedEvents.count)
        for (index, event) in actualEvents.enumerated() {
            let ownRules = sets[EventIdentity(event)]?.rules ?? [nil]
            let fingerprints = ownRules.enumerated().map { number, rule in
                fingerprinter.tagged(
                    fingerprinter.fingerprint(of: event, rule: rule, isExpected: false), ruleSet: number)
            }
            actual.fingerprints.append(fingerprints[0])
            if fingerprints.count > 1 { actual.otherFingerprints[index] = Array(fingerprints.dropFirst()) }
            actual.positions.append(Int32(index))
            rules.ofActual.append(ownRules[0])
        }
        actual.total = Int32(actualEvents.count)
    }
}
