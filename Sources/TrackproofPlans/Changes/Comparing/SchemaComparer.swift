internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A place in both plans, and how the plans judge values there.
struct ComparisonPlace {
    var event: String
    var old: Strictness
    var new: Strictness
    var path = ""
    /// The condition of the variant that the value belongs to.
    var condition: String?
    /// Why the change cannot affect released apps, or `nil` if the change can affect them.
    var unaffected: String?

    /// Returns the place of a member.
    func member(_ name: String) -> ComparisonPlace {
        let escaped = name.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
        return adding(path.isEmpty ? escaped : "." + escaped)
    }

    /// Returns the place of an inner value, whose path ends with `text`.
    func adding(_ text: String) -> ComparisonPlace {
        var place = self
        place.path += text
        return place
    }
}

/// A comparison of schemas that collects changes.
///
/// A change has a failure if there can be an event that fits the old plan but not the new plan. The comparison is
/// cautious: if it cannot exclude such an event, the change has a failure.
struct SchemaComparer {
    /// The maximum number of steps: one for each pair of schemas, each member and each value, and five for each change.
    static let stepLimit = 3_000_000
    /// The maximum depth at which schemas are compared.
    private static let depthLimit = 200

    private struct Pair: Hashable {
        let old: Int
        let new: Int
    }

    let table: SpaceTable
    let classes: SpaceClasses
    /// Whether both plans report findings of parameters as errors everywhere.
    let isTrusting: Bool
    private(set) var changes: [PlanChange] = []
    /// Whether the comparison only looks for a failure of released apps, and adds no changes.
    private(set) var isProbing = false
    private var failure: Failure?
    private let stepLimit: Int
    private var steps = 0
    /// The pairs of schemas whose comparison is in progress.
    ///
    /// The comparison skips these pairs. So it ends even if a type contains itself.
    private var open: Set<Pair> = []

    init(_ table: SpaceTable, isTrusting: Bool, stepLimit: Int) {
        self.stepLimit = stepLimit
        self.table = table
        self.isTrusting = isTrusting
        classes = SpaceClasses(table)
    }

    /// Adds `count` to the number of steps, and returns whether this number is within the limit.
    mutating func charge(_ count: Int) -> Bool {
        steps += count
        return steps <= stepLimit
    }

    /// Compares two schemas.
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

    /// Returns the failure of a value that fits only the old schema, or `nil` if all such values fit the new schema.
    mutating func failure(_ old: Int, _ new: Int, _ place: ComparisonPlace) -> Failure? {
        probe(place) { $0.compare(old, new, $1) }
    }

    /// Runs a comparison without adding changes, and returns the first failure that breaks released apps.
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

    /// Adds a change.
    ///
    /// - Parameters:
    ///   - places: The places in both plans.
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

    /// Updates the verdict for released apps in each change from an index on.
    mutating func updateReleasedApps(from index: Int, _ update: (PlanChange.Verdict) -> PlanChange.Verdict) {
        for index in changes.indices[index...] {
            changes[index].releasedApps = update(changes[index].releasedApps)
        }
    }
}

/// Two schemas that are compared.
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

    /// The number of steps for the comparison: one, and one more for each member and each listed value.
    var size: Int {
        1 + oldSpace.values.count + newSpace.values.count + oldSpace.objects.members.count
            + newSpace.objects.members.count
    }

    /// Returns, for each plan, the place of the first rule with one of the keywords.
    func places(_ keywords: SchemaKeyword...) -> (old: PlanPlace?, new: PlanPlace?) {
        (oldNode.place(of: keywords), newNode.place(of: keywords))
    }
}

extension ComparisonPlace {
    /// Returns the place with the exemptions of two schemas added.
    func inside(_ schemas: SchemaPair) -> ComparisonPlace {
        var place = self
        place.old.exempt = old.exempt.union(schemas.oldNode.exemptions)
        place.new.exempt = new.exempt.union(schemas.newNode.exemptions)
        return place
    }
}
