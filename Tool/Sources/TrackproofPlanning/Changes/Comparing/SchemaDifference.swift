import Trackproof
import TrackproofPlans
import TrackproofPlatform

/// The places of a rule in both plans.
typealias Places = (old: PlanPlace?, new: PlanPlace?)

/// The schemas that a value must all fit in the old plan, and in the new plan, by their numbers in ``SchemaGraph``.
struct SchemaPair: Hashable {
    let old: [Int]
    let new: [Int]
}

/// What is different between the schemas of a pair, independent of the events that use them.
struct SchemaDifference {
    /// A changed rule of the schemas.
    struct Rule {
        /// The change, without the event. Its path begins at the schemas, such as `.sku`. The verdict for released apps
        /// follows from the effect.
        let change: PlanChange
        let effect: Effect
        /// Pairs of schemas. If all these pairs allow the same values, the rule has not changed. Empty if it has.
        let unlessEqual: [SchemaPair]
    }

    /// The schemas of a value inside the value.
    struct Inner: Hashable {
        let pair: SchemaPair
        var path = ""
        var condition: String?
        /// The reason why changes of these schemas cannot affect released apps, or `nil` if they can affect them.
        var unaffected: String?
    }

    private(set) var rules: [Rule] = []
    var inner: [Inner] = []
    /// What is different between descriptions and other members that are not rules.
    private(set) var notes: [Rule] = []

    /// Adds a changed rule. ``Rule`` and ``PlanChange`` describe the parameters.
    ///
    /// - Parameters:
    ///   - code: The verdict for generated code, if it does not follow from the direction.
    ///   - isInteger: Whether the change only allows numbers with fractions where integers were allowed.
    mutating func add(
        _ subject: PlanChange.Subject, _ direction: PlanChange.Direction, path: String = "", condition: String? = nil,
        old: String? = nil, new: String? = nil, _ places: Places, effect: Effect = .none,
        unlessEqual: [SchemaPair] = [], code: PlanChange.Verdict? = nil, isInteger: Bool = false, isNote: Bool = false
    ) {
        let change = PlanChange(
            subject: subject, direction: direction, event: "", path: path, condition: condition, old: old, new: new,
            oldPlace: places.old, newPlace: places.new, releasedApps: .ok(""),
            readers: .forReaders(subject, direction, isInteger: isInteger),
            generatedCode: code ?? .forGeneratedCode(subject, direction))
        let rule = Rule(change: change, effect: effect, unlessEqual: unlessEqual)
        if isNote { notes.append(rule) } else { rules.append(rule) }
    }

    /// Adds a change of rules that the comparison cannot decide.
    mutating func addNotCompared(_ places: Places, unlessEqual: [SchemaPair] = []) {
        add(.conditions, .notCompared, places, effect: .undecided, unlessEqual: unlessEqual)
    }

    /// Adds a change if two texts differ.
    mutating func compare(
        _ subject: PlanChange.Subject, _ direction: PlanChange.Direction, path: String = "", _ old: String?,
        _ new: String?, _ places: Places, effect: Effect = .none
    ) {
        if old.isExactly(new) { return }
        add(subject, direction, path: path, old: old, new: new, places, effect: effect, isNote: true)
    }

    /// Adds the changes between the notes of two values or two events.
    ///
    /// - Parameter places: The places of the values or events.
    mutating func compare(_ old: SchemaNotes, _ new: SchemaNotes, _ places: Places) {
        func place(_ own: KeyPath<SchemaNotes, PlanPlace?>) -> Places {
            (old[keyPath: own] ?? places.old, new[keyPath: own] ?? places.new)
        }
        if !old.description.isExactly(new.description) {
            add(
                .description, .documentation, old: old.description?.quotedForDisplay,
                new: new.description?.quotedForDisplay, places, isNote: true)
        }
        if old.examples != new.examples {
            add(
                .examples, .documentation, old: old.examples.count.counted("example"),
                new: new.examples.count.counted("example"), place(\.placeOfExamples), isNote: true)
        }
        if old.defaultValue != new.defaultValue {
            add(.default, .changed, old: old.defaultValue?.words, new: new.defaultValue?.words, places, isNote: true)
        }
        if old.isDeprecated != new.isDeprecated {
            add(.deprecation, new.isDeprecated ? .added : .removed, places, isNote: true)
        }
        for subject in Set(old.swift.keys).union(new.swift.keys) {
            let words = subject.words.isEmpty ? "" : " for " + subject.words
            compare(
                .swiftName, .renamed, (old.swift[subject] ?? "the name in the plan") + words,
                (new.swift[subject] ?? "the name in the plan") + words, place(\.placeOfSwift))
        }
        for id in old.exemptions.symmetricDifference(new.exemptions) {
            let (isNew, finding) = (new.exemptions.contains(id), FindingID(rawValue: id))
            add(
                .exemption, isNew ? .added : .removed, path: new.path, old: isNew ? nil : id, new: isNew ? id : nil,
                place(\.placeOfExemptions), effect: isNew ? .none : finding.map { Effect.finding($0) } ?? .none)
        }
    }

    /// The pairs of schemas inside the values, and those that decide about rules.
    var parts: [SchemaPair] { inner.map(\.pair) + rules.flatMap(\.unlessEqual) }
}

extension String {
    /// The name of a member, as the end of a path.
    var memberPath: String { "." + escapedInPath }
}

/// What the events of released apps, which fit the old plan, can have in the new plan.
struct Effect: Equatable {
    /// The findings that the new plan can report.
    var findings = FindingIDs()
    /// The reason why the comparison cannot exclude further findings, or `nil` if it can.
    var doubt: String?
    /// Pairs of schemas. The effects of these pairs are part of this effect.
    var pairs: [SchemaPair] = []

    /// The effect if all events fit the new plan.
    static let none = Effect()

    /// An effect that the comparison cannot decide.
    static let undecided = doubt("The comparison cannot decide whether events that fit the old plan still fit.")

    static func finding(_ id: FindingID) -> Effect {
        var effect = Effect()
        effect.findings.insert(id)
        return effect
    }

    /// - Parameter reason: Why the comparison cannot decide the effect, as one sentence.
    static func doubt(_ reason: String) -> Effect { Effect(doubt: reason) }

    mutating func formUnion(_ other: Effect) {
        findings = findings.union(other.findings)
        doubt = doubt ?? other.doubt
        pairs += other.pairs
    }

    /// Returns the effect without the findings that the new plan does not report for a value.
    func exempt(_ ids: FindingIDs) -> Effect { Effect(findings: findings.subtracting(ids), doubt: doubt) }

    /// Returns the verdict for released apps.
    ///
    /// - Parameter strictness: The severities of the new plan.
    func verdict(_ strictness: Strictness) -> PlanChange.Verdict {
        let ids = FindingID.allCases.filter { findings.contains($0) }
        let severity = ids.compactMap { strictness.severity(of: $0) }.max()
        let worst = ids.first { strictness.severity(of: $0) == severity }
        if let worst, severity == .error { return .breaks("Released apps may send \(worst.reason).") }
        if let doubt { return .warns(doubt) }
        guard let worst else { return .ok("Events that fit the old plan still fit after this change.") }
        return severity == nil
            ? .ok("Released apps may send \(worst.reason), but the new plan does not report this finding.")
            : .warns("Released apps may send \(worst.reason), but this finding is not an error.")
    }
}

extension FindingID {
    /// The finding as the end of "Released apps may send …", such as "a value that is not listed (not-in-enum)".
    fileprivate var reason: String { "\(words) (\(rawValue))" }

    private var words: String {
        switch self {
        case .unplannedEvent: "an event that the new plan does not have"
        case .unreadable: "records that are not events"
        case .wrongKind: "the event with its old kind"
        case .wrongPlatform: "the event on a platform that the new plan does not name"
        case .outdated: "an older version of the event"
        case .deprecated: "the event although it is deprecated"
        case .expired: "the event after its last day"
        case .tooEarly: "the event from an app version that is too old now"
        case .missing: "the event without a value that the new plan requires"
        case .unplannedParameter: "a parameter that the new plan does not declare"
        case .forbidden: "a value that is forbidden now"
        case .wrongType: "a value of a type that is no longer allowed"
        case .null: "null, which is no longer allowed"
        case .notInEnum: "a value that is not listed"
        case .pattern: "a text that does not fit the pattern"
        case .format: "a text that does not have the format"
        case .range: "a number that is not allowed any longer"
        case .length: "a text whose length is not allowed any longer"
        case .items: "a list or an object that is not allowed any longer"
        case .variant: "a value that belongs to another variant now"
        case .limit: "a value beyond a limit of a destination"
        case .pii: "personal data that the new plan does not declare"
        case .integerAsFloat: "a whole number that is written with a decimal point, such as 1.0"
        case .nullText: "a word for an absent value, such as null"
        case .unchecked: "an event that is too complex to be checked"
        }
    }
}
