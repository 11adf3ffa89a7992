import Trackproof
import TrackproofPlans
import TrackproofSnapshots

/// The event and path that the comparison compares, and the severities of findings that each plan reports there.
struct ComparisonPlace {
    var event: String
    var old: Strictness
    var new: Strictness
    var path = ""
    /// The condition of the variant that the value belongs to, or `nil` if it does not belong to a variant.
    var condition: String?
    /// The reason why changes here cannot affect released apps, or `nil` if they can affect them.
    var unaffected: String?

    /// Returns the place of a member of the value at this place.
    func member(_ name: String) -> ComparisonPlace {
        adding((path.isEmpty ? "" : ".") + name.escapedInPath)
    }

    /// Returns the place with `text` added to the end of its path.
    func adding(_ text: String) -> ComparisonPlace {
        var place = self
        place.path += text
        return place
    }
}

/// A comparison of schemas that collects changes.
///
/// A change has a failure if an event can fit the old plan but not the new plan. If the comparison cannot exclude such
/// an event, the change has a failure too.
struct SchemaComparer {
    /// The maximum number of steps: one for each pair of schemas, each member and each value, and five for each change.
    static let stepLimit = 3_000_000
    /// The maximum depth of nested schemas. The comparison reports deeper schemas as `uncompared`.
    private static let depthLimit = 200

    private struct Pair: Hashable {
        let old: Int
        let new: Int
    }

    let table: SpaceTable
    let classes: SpaceClasses
    /// The value of `TrackingPlan.isTrusting` for both plans: whether each finding of a parameter is an error.
    let isTrusting: Bool
    private(set) var changes: [PlanChange] = []
    /// Whether the comparison only looks for a failure, and adds no changes. See `probe`.
    private(set) var isProbing = false
    private var failure: Failure?
    private let stepLimit: Int
    private var steps = 0
    /// The pairs of schemas whose comparison has begun but not ended.
    ///
    /// The comparison skips these pairs. Without this, the comparison of a type that contains itself would never end.
    private var open: Set<Pair> = []

    init(_ table: SpaceTable, isTrusting: Bool, stepLimit: Int) {
        self.stepLimit = stepLimit
        self.table = table
        self.isTrusting = isTrusting
        classes = SpaceClasses(table)
    }

    /// Adds `count` to the number of steps, and returns whether the sum is within `stepLimit`.
    mutating func charge(_ count: Int) -> Bool {
        steps += count
        return steps <= stepLimit
    }

    /// Compares two schemas, by their indices in ``SpaceTable``.
    mutating func compare(_ old: Int, _ new: Int, _ place: ComparisonPlace) {
        if isProbing ? classes.values[old] == classes.values[new] : classes.all[old] == classes.all[new] { return }
        if isProbing, failure != nil { return }
        let schemas = SchemaPair(old: old, new: new, table)
        guard charge(schemas.size), open.count <= Self.depthLimit else {
            addUncompared(place, (schemas.oldNode.place, schemas.newNode.place))
            return
        }
        compareNotes(schemas, place)
        compareExemptions(schemas, place)
        let pair = Pair(old: schemas.oldNode.space, new: schemas.newNode.space)
        guard open.insert(pair).inserted else { return }
        defer { open.remove(pair) }
        compareValues(schemas, place.inside(schemas))
    }

    /// Returns why a value that fits `old` can fail to fit `new`, or `nil` if all such values fit.
    mutating func failure(_ old: Int, _ new: Int, _ place: ComparisonPlace) -> Failure? {
        probe(place) { $0.compare(old, new, $1) }
    }

    /// Runs `compare` without adding changes, and returns the first failure that breaks released apps, or `nil`.
    mutating func probe(
        _ place: ComparisonPlace, _ compare: (inout SchemaComparer, ComparisonPlace) -> Void
    ) -> Failure? {
        let (wasProbing, known) = (isProbing, failure)
        (isProbing, failure) = (true, nil)
        var place = place
        place.unaffected = nil
        compare(&self, place)
        let found = failure
        (isProbing, failure) = (wasProbing, known)
        return found
    }

    // MARK: Adding changes

    /// Adds a change. While `isProbing` is true, only keeps the first failure that breaks released apps.
    ///
    /// - Parameters:
    ///   - places: The places of the changed rule in the files of both plans.
    ///   - failure: Why an event of a released app can fail to fit the new plan, or `nil` if all such events fit.
    ///   - readers: The verdict for readers, or `nil` for the usual verdict on this kind of change.
    ///   - code: The verdict for generated code, or `nil` for the usual verdict on this kind of change.
    mutating func add(
        _ kind: PlanChange.Kind, _ place: ComparisonPlace, old: String? = nil, new: String? = nil,
        _ places: (old: PlanPlace?, new: PlanPlace?) = (nil, nil),
        failure: Failure? = nil, readers: PlanChange.Verdict? = nil, code: PlanChange.Verdict? = nil
    ) {
        if isProbing {
            if self.failure == nil, place.unaffected == nil, failure?.level(place.new) == .breaks {
                self.failure = failure
            }
            return
        }
        steps += 5
        changes.append(
            PlanChange(
                kind: kind, event: place.event, path: place.path, condition: place.condition, old: old, new: new,
                oldPlace: places.old, newPlace: places.new, releasedApps: Failure.verdict(failure, place),
                readers: readers ?? kind.verdictForReaders, generatedCode: code ?? kind.verdictForGeneratedCode))
    }

    mutating func addUncompared(_ place: ComparisonPlace, _ places: (old: PlanPlace?, new: PlanPlace?)) {
        add(.uncompared, place, places, failure: .unknown("The schemas are too complex to be compared."))
    }

    /// Replaces the verdict for released apps in each change from `index` to the last change.
    mutating func updateReleasedApps(from index: Int, _ update: (PlanChange.Verdict) -> PlanChange.Verdict) {
        for index in changes.indices[index...] {
            changes[index].releasedApps = update(changes[index].releasedApps)
        }
    }
}

/// A schema of the old plan, and the schema of the new plan to compare it with.
struct SchemaPair {
    let old: Int
    let new: Int
    let oldNode: SpaceNode
    let newNode: SpaceNode
    let oldSpace: ValueSpace
    let newSpace: ValueSpace

    init(old: Int, new: Int, _ table: SpaceTable) {
        self.old = old
        self.new = new
        (oldNode, newNode) = (table.nodes[old], table.nodes[new])
        (oldSpace, newSpace) = (table.space(of: old), table.space(of: new))
    }

    /// The number of steps that the comparison costs: one, and one for each member, listed value, part and combination.
    var size: Int { 1 + Self.size(oldSpace) + Self.size(newSpace) }

    private static func size(_ space: ValueSpace) -> Int {
        space.values.count + space.objects.members.count + space.parts.count + space.combinations.count
    }

    /// Returns, for each plan, the place of the first rule whose keyword is in `keywords`, or the schema's place.
    func places(_ keywords: SchemaKeyword...) -> (old: PlanPlace?, new: PlanPlace?) {
        (oldNode.place(of: keywords), newNode.place(of: keywords))
    }
}

extension ComparisonPlace {
    /// Returns the place with the exemptions of the two schemas added to the exemptions of the plans.
    func inside(_ schemas: SchemaPair) -> ComparisonPlace {
        var place = self
        place.old.exempt = old.exempt.union(schemas.oldNode.exemptions)
        place.new.exempt = new.exempt.union(schemas.newNode.exemptions)
        return place
    }
}
