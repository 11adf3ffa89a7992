internal import Trackproof

/// The rules of a comparison's events, if the rules do not depend on the events' names alone.
struct OwnRules {
    var ofExpected: [ValueRule?] = []
    /// The expected events' own rules.
    ///
    /// Events with equivalent rules share one rule in ``ofExpected``, but their own rules may have different words in
    /// messages.
    var inWords: [ValueRule?] = []
    /// For each actual event, the rule of the first expected event of its kind and name.
    var ofActual: [ValueRule?] = []
    /// The text of each expected event in messages.
    var texts: [String] = []
}

/// The two sides of a comparison whose expected events have rules of their own.
///
/// Two expectations of one name may have different rules, so an actual event has a fingerprint for each set of rules of
/// its name. Expectations with equal rules share a set. A name whose expectations have only plain values has one set.
struct ExpectationLists {
    private(set) var expected = EventList()
    private(set) var actual = EventList()
    private(set) var rules = OwnRules()

    /// The kind and name that events must share to match.
    private struct Identity: Hashable {
        let kind: EventKind
        let name: ExactText

        init(_ event: Event) { (kind, name) = (event.kind, ExactText(event.displayName)) }
    }

    private struct RuleSets {
        var numbers: [ExactText: Int] = [:]
        var rules: [ValueRule?] = []

        /// Returns the number of the set to which an expectation belongs, and adds the set if it is new.
        mutating func number(of event: ExpectedEvent) -> Int {
            let known = numbers[ExactText(event.ruleSignature)]
            if let known { return known }
            numbers[ExactText(event.ruleSignature)] = rules.count
            rules.append(event.rule)
            return rules.count - 1
        }
    }

    init(_ expectedEvents: [ExpectedEvent], _ actualEvents: [Event], _ fingerprinter: Fingerprinter) {
        var sets: [Identity: RuleSets] = [:]
        for (index, expected) in expectedEvents.enumerated() {
            let number = sets[Identity(expected.event), default: RuleSets()].number(of: expected)
            let fingerprint = fingerprinter.fingerprint(of: expected.event, rule: expected.rule, isExpected: true)
            self.expected.fingerprints.append(fingerprinter.tagged(fingerprint, ruleSet: number))
            self.expected.positions.append(Int32(index))
            // This is the rule of the set, so that equal rules are the same object.
            rules.ofExpected.append(sets[Identity(expected.event)]?.rules[number])
            rules.inWords.append(expected.rule)
            rules.texts.append(expected.text)
        }
        expected.total = Int32(expectedEvents.count)
        for (index, event) in actualEvents.enumerated() {
            let ownRules = sets[Identity(event)]?.rules ?? [nil]
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
