import Trackproof
import TrackproofPlans
import TrackproofText

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
        let subject: PlanChange.Subject
        let direction: PlanChange.Direction
        /// The path of the value, as the end of the path of the schemas, such as `.sku`.
        let path: String
        /// The condition under which the rule applies, such as `"method" is "card"`, or `nil` if it always applies.
        let condition: String?
        let old: String?
        let new: String?
        let places: Places
        let effect: Effect
        /// Pairs of schemas whose effect is also an effect of this change.
        let pairs: [SchemaPair]
        /// Pairs of schemas. If all these pairs allow the same values, the rule has not changed. Empty if it has.
        let unlessEqual: [SchemaPair]
        /// The verdict for generated code, if it does not follow from the direction.
        let code: PlanChange.Verdict?
        /// Whether the change only allows numbers with fractions where integers were allowed.
        let isInteger: Bool
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

    /// Adds a changed rule. ``Rule`` describes the parameters.
    mutating func add(
        _ subject: PlanChange.Subject, _ direction: PlanChange.Direction, path: String = "", condition: String? = nil,
        old: String? = nil, new: String? = nil, _ places: Places, effect: Effect = .none, pairs: [SchemaPair] = [],
        unlessEqual: [SchemaPair] = [], code: PlanChange.Verdict? = nil, isInteger: Bool = false, isNote: Bool = false
    ) {
        let rule = Rule(
            subject: subject, direction: direction, path: path, condition: condition, old: old, new: new,
            places: places, effect: effect, pairs: pairs, unlessEqual: unlessEqual, code: code, isInteger: isInteger)
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
