import Trackproof
import TrackproofText

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
