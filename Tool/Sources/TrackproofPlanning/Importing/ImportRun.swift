import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// What the parts of an importer or an exporter share while they convert one plan: the losses and the counts.
///
/// The type is a class, because all parts of a conversion add to it.
class ConversionRun {
    private(set) var losses: [ImportLoss] = []
    /// The number of parameters and properties that the converted plan has.
    private var parameterCount = 0
    private var eventCount = 0
    /// The number of events that the files do not contain, although they say that the plan has them.
    private var absentCount = 0

    /// Adds a loss.
    ///
    /// - Parameters:
    ///   - kind: The kind of the lost part. Losses of the same kind are counted together.
    ///   - found: The lost part itself.
    ///   - first: The place of the first of two parts, if the lost part is the second.
    ///   - isWhole: Whether the converted plan lacks the complete event or parameter.
    func lose(
        _ kind: String, _ found: String = "", at place: PlanPlace, _ path: ImportPath,
        _ outcome: ImportLoss.Outcome = .leftOut, _ weight: ImportLoss.Weight = .rule, isWhole: Bool = false,
        first: PlanPlace? = nil
    ) {
        losses.append(
            ImportLoss(
                place: place, first: first, event: path.event, parameter: path.parameter, kind: kind,
                found: found.cut(to: 300), outcome: outcome, weight: weight, isWhole: isWhole))
    }

    func countParameter() { parameterCount += 1 }

    func countEvent() { eventCount += 1 }

    func countAbsentEvents(_ count: Int) { absentCount += count }

    var report: ImportReport {
        let rules = losses.filter { $0.weight == .rule && !$0.isWhole }
        let whole = losses.filter(\.isWhole)
        var events = ImportCounts()
        events.missing = whole.count { $0.parameter == nil } + absentCount
        events.partial = min(
            Set((rules + whole.filter { $0.parameter != nil }).compactMap(\.event)).count, eventCount)
        events.complete = eventCount - events.partial
        var parameters = ImportCounts()
        parameters.missing = whole.count { $0.parameter != nil }
        let partial = Set(
            rules.compactMap { loss in loss.parameter.map { ImportPath(event: loss.event).property($0) } })
        parameters.partial = min(partial.count, parameterCount)
        parameters.complete = parameterCount - parameters.partial
        return ImportReport(losses: losses, events: events, parameters: parameters)
    }
}

/// What the parts of an importer share: also the named types.
final class ImportRun: ConversionRun {
    /// The maximum number of schemas that an import converts. References can make a small file describe more.
    private static let schemaLimit = 300_000
    /// The maximum length of a name as YAML writes it, in characters.
    private static let nameLimit = 1_000

    private var schemaCount = 0
    var types = ImportedTypes()

    /// Counts a schema.
    ///
    /// - Throws: ``PlanErrors`` if the import has too many schemas.
    func countSchema(at place: PlanPlace) throws(PlanErrors) {
        schemaCount += 1
        if schemaCount > Self.schemaLimit {
            throw PlanErrors([
                PlanError(
                    at: place, "the references describe more than \(Self.schemaLimit) schemas; import fewer events")
            ])
        }
    }

    /// Returns whether a file of a plan can have a member with this name.
    static func canWrite(name: String) -> Bool {
        !name.isEmpty && YAMLText.quoted(name).unicodeScalars.count <= nameLimit
    }
}

/// The members of an object in the imported plan. No two of them have the same name.
struct ImportedMembers {
    private(set) var items: [FormattedItem] = []
    private var places: [String: PlanPlace] = [:]

    var isEmpty: Bool { items.isEmpty }

    /// Returns whether the object can have a further member with this name. Adds a loss if it cannot.
    ///
    /// Names that are canonically equivalent count as the same name, because the YAML parser rejects such names.
    ///
    /// - Parameters:
    ///   - what: The noun for the member in the loss, such as `event`.
    ///   - path: The path of the member.
    mutating func accepts(_ what: String, _ name: String, at place: PlanPlace, _ path: ImportPath, _ run: ImportRun)
        -> Bool
    {
        guard ImportRun.canWrite(name: name) else {
            let kind = name.isEmpty ? "\(what) without a name" : "name of \(what) that is too long"
            run.lose(kind, name, at: place, path, isWhole: true)
            return false
        }
        if let first = places[name] {
            run.lose("\(what) with a name that is given twice", at: place, path, isWhole: true, first: first)
            return false
        }
        places[name] = place
        return true
    }

    mutating func append(_ item: FormattedItem) { items.append(item) }
}
