import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots

/// Tests of random events from wire formats that do not mark types, with random plans.
struct RandomUntypedWireTests {
    /// Tests that an event whose values became texts has the findings of the app's event, if the plan allows no text in
    /// place of its numbers and booleans.
    @Test(arguments: 0..<rounds(1, deep: 8))
    func textsHaveTheFindingsOfTheirValues(seed: Int) throws {
        // With rules for all parameters, a text can fit one of several rules that the number breaks.
        var random = RandomPlans(seed: seed, hasWholeRules: false)
        var (fit, misfit) = (0, 0)
        for _ in 0..<100 {
            // An exemption can hide that no type fits all rules.
            let json = random.plan().withoutExemptions
            guard let plan = validPlan(json) else { continue }
            let checker = PlanChecker(plan)
            for _ in 0..<40 {
                let event = random.event(of: json)
                let found = event.findings(checker)
                // If no type fits all rules, a text remains a text. Such an event has one of the last three findings.
                let skipped: Set<FindingID> = [.unchecked, .outdated, .notInEnum, .variant, .forbidden]
                if found.contains(where: { skipped.contains($0.id) }) { continue }
                let typed = event.leaves.filter(\.isTyped)
                if typed.isEmpty || !typed.allSatisfy({ event.refusesText(at: $0.path, checker, found) }) { continue }
                let sent = event.asTexts.from("wire:ga4")
                #expect(
                    sent.findings(checker).map(\.withoutQuotes) == found.map(\.withoutQuotes),
                    "\(json.json)\n\(event.event.parameters.json)")
                if found.isEmpty { fit += 1 } else { misfit += 1 }
            }
        }
        #expect(fit > 50 && misfit > 50, "\(fit) events fit, \(misfit) do not")
    }

    /// Tests that an event from such a wire format has no findings only if the app can have sent a valid event: one with
    /// the texts, or with the numbers and booleans that they spell.
    @Test(arguments: 0..<rounds(1, deep: 8))
    func anEventPassesOnlyIfTheAppCanHaveSentAValidEvent(seed: Int) throws {
        var random = RandomPlans(seed: seed)
        var count = 0
        for _ in 0..<100 {
            let json = random.plan()
            guard let plan = validPlan(json) else { continue }
            let checker = PlanChecker(plan)
            for _ in 0..<40 {
                let event = random.event(of: json).from("app").asTexts
                guard event.from("wire:ga4").findings(checker).isEmpty, event.readings.count <= 729 else { continue }
                let isPossible = event.readings.contains { $0.findings(checker).isEmpty }
                #expect(isPossible, "\(json.json)\n\(event.event.parameters.json)")
                count += 1
            }
        }
        #expect(count > 200, "\(count) events fit")
    }
}

/// A scalar in an event.
private struct Leaf {
    /// The path, as findings show it.
    let path: String
    let value: EventValue

    var isTyped: Bool {
        switch value {
        case .bool, .integer, .number: true
        default: false
        }
    }
}

extension PlanFinding {
    /// The finding as a text. Findings show the values in a list or an object as they were sent, so the text has no quotes.
    fileprivate var withoutQuotes: String { description.replacing("\"", with: "") }
}

extension RecordedEvent {
    fileprivate func findings(_ checker: PlanChecker) -> [PlanFinding] {
        checker.findings(for: self, CheckContext(today: "2026-01-01"))
    }

    fileprivate func from(_ source: String) -> RecordedEvent {
        var event = self
        event.source = EventSource(rawValue: source)
        return event
    }

    fileprivate var leaves: [Leaf] {
        var leaves: [Leaf] = []
        _ = mapped {
            leaves.append(Leaf(path: $0, value: $1))
            return $1
        }
        return leaves
    }

    fileprivate var asTexts: RecordedEvent { mapped { $1.asText } }

    /// The events that the app can have sent: each text as it is, or as the number or boolean that it spells.
    fileprivate var readings: [RecordedEvent] {
        var readings = [self]
        for leaf in leaves {
            readings = readings.flatMap { event in
                leaf.value.readings.map { reading in event.mapped { $0 == leaf.path ? reading : $1 } }
            }
            if readings.count > 729 { break }
        }
        return readings
    }

    /// Returns whether the plan refuses the text of a value only because it is a text.
    fileprivate func refusesText(at path: String, _ checker: PlanChecker, _ found: [PlanFinding]) -> Bool {
        func isRefused(_ findings: [PlanFinding], _ id: FindingID) -> Bool {
            findings.contains { $0.id == id && $0.path == path }
        }
        if isRefused(found, .wrongType) { return false }
        let text = mapped { $0 == path ? $1.asText : $1 }.findings(checker)
        return isRefused(text, .wrongType) || isRefused(text, .notInEnum) && !isRefused(found, .notInEnum)
    }

    private func mapped(_ body: (String, EventValue) -> EventValue) -> RecordedEvent {
        var event = self
        let parameters = event.event.parameters.map { EventParameter($0.name, $0.value.mapped($0.name, body)) }
        event.event.parameters = EventParameters(parameters)
        return event
    }
}

extension EventValue {
    fileprivate func mapped(_ path: String, _ body: (String, EventValue) -> EventValue) -> EventValue {
        switch self {
        case .array(let values): .array(values.enumerated().map { $1.mapped("\(path)[\($0)]", body) })
        case .object(let members):
            .object(
                EventParameters(members.map { EventParameter($0.name, $0.value.mapped("\(path).\($0.name)", body)) }))
        case .null, .bool, .integer, .number, .string: body(path, self)
        }
    }

    /// The text by which a wire format without types sends a number or a boolean.
    fileprivate var asText: EventValue {
        switch self {
        case .bool(let value): .string("\(value)")
        case .integer(let value): .string("\(value)")
        case .number(let value): .string("\(value)")
        default: self
        }
    }

    fileprivate var readings: [EventValue] {
        guard case .string(let text) = self else { return [self] }
        let integer = Int64(text).map { EventValue.integer($0) }
        let number = integer == nil ? Double(text).map { EventValue.number($0) } : nil
        let bool: EventValue? =
            switch text {
            case "true", "1": .bool(true)
            case "false", "0": .bool(false)
            default: nil
            }
        return [self] + [integer, number, bool].compactMap(\.self)
    }
}
