import Trackproof
import TrackproofMutation
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// The smallest changes of a snapshot and of a plan that would notice the mistakes that they let through.
struct RecordingHints {
    private let seen: SeenEvents
    /// The events that fit the plan.
    private let right: SeenEvents
    /// The events without the values that the plan hides.
    private let shown: SeenEvents?
    private var defence: SnapshotDefence?
    private let plan: LoadedPlan?
    /// Whether the snapshot lets more than three mistakes in the order through. One rule for all of them is then shorter.
    private let hasManySwaps: Bool

    /// - Parameters:
    ///   - events: The events of the recording.
    ///   - seen: The same events.
    ///   - right: The events that fit the plan.
    ///   - defence: The snapshot, or `nil` if only the plan was asked.
    ///   - plan: The plan, or `nil` if only the snapshot was asked.
    ///   - survivors: The mistakes that the snapshot and the plan let through.
    init(
        of events: some Sequence<Event>, seen: SeenEvents, right: [Event], defence: SnapshotDefence?,
        plan: LoadedPlan?, survivors: [Mutant]
    ) {
        (self.seen, self.defence, self.plan) = (seen, defence, plan)
        self.right = SeenEvents(right)
        shown = plan.map { plan in SeenEvents(events.lazy.map { plan.checker.redacted($0) }) }
        hasManySwaps = survivors.count { $0.mistake == .swapped } > 3
    }

    /// Returns what would notice a mistake; `nil` if no change is evident.
    mutating func hint(for mutant: Mutant) -> String? {
        let event = Event(mutant.name, kind: mutant.kind)
        let hints = [
            seen.group(of: event).flatMap { snapshotHint(mutant, $0) },
            right.group(of: event).flatMap { planHint(mutant, $0) },
        ].compactMap { $0 }
        return hints.isEmpty ? nil : hints.joined(separator: "; ")
    }

    // MARK: The snapshot

    private mutating func snapshotHint(_ mutant: Mutant, _ group: SeenEvents.Group) -> String? {
        guard defence != nil else { return nil }
        let ignored = mutant.mistake == .followed ? mutant.other ?? group.first : group.first
        if let pattern = defence?.ignoringPattern(of: ignored) {
            return "the snapshot ignores `\(pattern)`: remove it from `ignore`"
        }
        if mutant.mistake == .swapped, let other = mutant.other {
            let names = [group.first, other].map {
                EventValue.string(plan?.checker.shownName(of: $0) ?? $0.displayName).description
            }
            let rule =
                hasManySwaps
                ? "\"order\": \"strict\", or groups of names in \"ordered\""
                : "\"ordered\": [[\(names.joined(separator: ", "))]]"
            return "the order does not count: \(rule)"
        }
        let path = mutant.mistake == .userLost || mutant.mistake == .otherUser ? "user" : mutant.path
        guard let rule = defence?.rule(at: path, of: group.first) else { return "the snapshot does not compare it" }
        let values = path == "user" ? group.users : group.values[rule.path]
        let isPersonal = isPersonal(rule.path, in: group)
        let mistaken = mutant.changed(group.first).flatMap { SeenEvents([$0]).groups.first }
        let wrong = path == "user" ? mistaken?.users : mistaken?.values[rule.path]
        let proposal = Self.proposal(insteadOf: rule.shape, for: values, wrong?.distinct ?? [], isPersonal: isPersonal)
        return "rule `\(rule.shape.text)`: \(proposal)"
    }

    /// Returns a narrower shape that fits all values that were seen.
    ///
    /// - Parameter wrong: Values after the mistake, which the shape must not fit.
    private static func proposal(
        insteadOf shape: VolatileShape, for values: SeenEvents.Values?, _ wrong: [EventValue], isPersonal: Bool
    ) -> String {
        guard let values, values.count > 0 else { return "name a narrower shape" }
        let count = words(values)
        let narrowest = VolatileShape.narrowest(of: values.distinct)
        switch narrowest {
        case .uuid, .timestamp, .url: break
        default:
            if values.distinct.count > 1 { break }
            let verb = values.count == 1 ? "is" : "are"
            let value = isPersonal ? (values.count == 1 ? "not shown" : "equal") : values.distinct[0].description
            return "\(count) seen \(verb) \(value); without the rule, another value differs"
        }
        if isPersonal, case .pattern? = narrowest { return "a narrower pattern fits \(count) seen (not shown)" }
        guard let narrowest, narrowest.text != shape.text else { return "no narrower shape fits \(count) seen" }
        if !wrong.isEmpty, wrong.allSatisfy(narrowest.fits) {
            return "no shape that fits \(count) seen notices this"
        }
        return "`\(narrowest.text)` fits \(count) seen"
    }

    private static func words(_ values: SeenEvents.Values) -> String {
        values.count == 1 ? "the only value" : "all \(values.count) values"
    }

    // MARK: The plan

    private func planHint(_ mutant: Mutant, _ group: SeenEvents.Group) -> String? {
        guard plan != nil, mutant.mistake.changesContent else { return nil }
        let values = group.values[mutant.path]
        switch mutant.mistake {
        case .parameterLost:
            let all = group.count == 1 ? "the only event has" : "all \(group.count) events have"
            return values?.eventCount == group.count ? "plan: \(all) it, so `required: true`" : nil
        case .parameterAdded: return "plan: `closed: true`"
        case .empty, .otherValue:
            guard let values else { return nil }
            let isPersonal = isPersonal(mutant.path, in: group)
            if let keyword = keyword(for: values, named: mutant.path, isPersonal: isPersonal) {
                return "plan: `\(keyword)` fits \(Self.words(values)) seen"
            }
            return mutant.mistake == .empty ? Self.keywordAgainstEmpty(values.distinct).map { "plan: `\($0)`" } : nil
        // In a plan, 3.0 is a valid integer, with a finding of the severity `info`.
        case .integerAsNumber: return "plan: `type: integer`, and `check: {integer-as-float: error}`"
        case .null, .numberAsText, .textAsNumber, .boolAsText, .boolAsInteger:
            guard let type = values?.distinct.first?.typeName,
                values?.distinct.allSatisfy({ $0.typeName == type }) == true
            else { return nil }
            return "plan: `type: \(type)`"
        default: return nil
        }
    }

    /// Returns a keyword that allows all values that were seen, but no empty value; `nil` if there is no such keyword.
    private static func keywordAgainstEmpty(_ values: [EventValue]) -> String? {
        if values.allSatisfy({ $0.string?.isEmpty == false }) { return "minLength: 1" }
        if values.allSatisfy({ $0.array?.isEmpty == false }) { return "minItems: 1" }
        return values.allSatisfy { $0.object?.isEmpty == false } ? "minProperties: 1" : nil
    }

    /// Returns a keyword with its value that allows all values that were seen, but not every text.
    private func keyword(for values: SeenEvents.Values, named name: String, isPersonal: Bool) -> String? {
        if values.areCases, !isPersonal, !PersonalNames.suggestUserData(name) {
            return "enum: \(EventValue.array(values.distinct))"
        }
        return switch VolatileShape.narrowest(of: values.distinct) {
        case .uuid: "format: uuid"
        case .timestamp where values.distinct[0].string != nil: "format: date-time"
        case .url: "format: uri"
        case .pattern(let pattern) where !isPersonal: "pattern: \(pattern.source)"
        default: nil
        }
    }

    /// Returns whether the plan hides values at a path or inside of them, so that the report must not show them.
    private func isPersonal(_ path: String, in group: SeenEvents.Group) -> Bool {
        guard let shown else { return false }
        let values = { (events: SeenEvents) in
            let group = events.group(of: group.first)
            return (path == "user" ? group?.users : group?.values[path])?.distinct
        }
        return values(shown) != values(seen)
    }
}
