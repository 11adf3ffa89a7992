import Trackproof
import TrackproofPlans
import TrackproofText

/// A schema of the old plan and the schema of the new plan to compare it with, by their numbers in ``SchemaGraph``.
struct SchemaPair: Hashable {
    let old: Int
    let new: Int
}

/// What is different between the two schemas of a pair, independent of the events that use them.
struct SchemaDifference {
    /// A changed rule of the schemas.
    struct Rule {
        let subject: PlanChange.Subject
        let direction: PlanChange.Direction
        /// The path of the value, as the end of the path of the schemas, such as `.sku`.
        var path = ""
        /// The condition under which the rule applies, such as `"method" is "card"`, or `nil` if it always applies.
        var condition: String?
        var old: String?
        var new: String?
        var places: (old: PlanPlace?, new: PlanPlace?)
        var effect = Effect.none
        /// Pairs of schemas whose effect is also an effect of this change.
        var pairs: [SchemaPair] = []
        /// The verdict for generated code, if it does not follow from the direction.
        var code: PlanChange.Verdict?
        /// Whether the change only allows numbers with fractions where integers were allowed.
        var isInteger = false
    }

    /// The schemas of a value inside the value.
    struct Inner {
        let pair: SchemaPair
        var path = ""
        var condition: String?
        /// The reason why changes of these schemas cannot affect released apps, or `nil` if they can affect them.
        var unaffected: String?
    }

    var rules: [Rule] = []
    var inner: [Inner] = []

    /// Adds a changed rule. ``Rule`` describes the parameters.
    mutating func add(
        _ subject: PlanChange.Subject, _ direction: PlanChange.Direction, path: String = "", condition: String? = nil,
        old: String? = nil, new: String? = nil, _ places: (old: PlanPlace?, new: PlanPlace?), effect: Effect = .none,
        pairs: [SchemaPair] = [], code: PlanChange.Verdict? = nil, isInteger: Bool = false
    ) {
        rules.append(
            Rule(
                subject: subject, direction: direction, path: path, condition: condition, old: old, new: new,
                places: places, effect: effect, pairs: pairs, code: code, isInteger: isInteger))
    }

    /// Adds the changes between two descriptions and between two lists of examples.
    ///
    /// - Parameter placesOfExamples: The places of the examples. `places` are the places of the descriptions.
    mutating func addNotes(
        _ old: (description: String?, examples: [CanonicalValue]),
        _ new: (description: String?, examples: [CanonicalValue]), _ places: (old: PlanPlace?, new: PlanPlace?),
        _ placesOfExamples: (old: PlanPlace?, new: PlanPlace?)
    ) {
        if !old.description.isExactly(new.description) {
            add(
                .description, .documentation, old: old.description?.quotedForDisplay,
                new: new.description?.quotedForDisplay, places)
        }
        if old.examples != new.examples {
            add(
                .examples, .documentation, old: old.examples.count.counted("example"),
                new: new.examples.count.counted("example"), placesOfExamples)
        }
    }

    /// Adds the changes between the names in generated Swift.
    mutating func addSwiftNames(
        _ old: [SwiftNames.Subject: String], _ new: [SwiftNames.Subject: String],
        _ places: (old: PlanPlace?, new: PlanPlace?)
    ) {
        for subject in Set(old.keys).union(new.keys).sorted(by: { $0.words.precedesExactly($1.words) }) {
            let (before, after) = (old[subject], new[subject])
            if before.isExactly(after) { continue }
            func words(_ name: String?) -> String {
                (name ?? "the name in the plan") + (subject.words.isEmpty ? "" : " for " + subject.words)
            }
            add(.swiftName, .renamed, old: words(before), new: words(after), places)
        }
    }

    /// Adds the changes between two lists of exempt findings and lint rules.
    mutating func addExemptions(
        _ old: Set<String>, _ new: Set<String>, _ places: (old: PlanPlace?, new: PlanPlace?), path: String = ""
    ) {
        for id in old.subtracting(new).sorted() {
            let effect = FindingID(rawValue: id).map { Effect.finding($0) } ?? .none
            add(.exemption, .removed, path: path, old: id, places, effect: effect)
        }
        for id in new.subtracting(old).sorted() { add(.exemption, .added, path: path, new: id, places) }
    }
}

extension String {
    /// The name of a member, as the end of a path.
    var memberPath: String { "." + escapedInPath }
}
