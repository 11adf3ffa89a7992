import Trackproof
import TrackproofPlans

/// An exporter of one JSON Schema for each event.
struct SchemaFilesExport {
    private let source: ExportedPlan
    private var names: Set<String> = []

    init(_ source: ExportedPlan) { self.source = source }

    /// Returns the files, each with the schema of one event in draft 2020-12.
    ///
    /// The name of a file is the name of the event.
    func files() -> [PlanExport.File] {
        var copy = self
        source.loseRest()
        if let user = source.plan.user { source.loseEvent(user, "traits of users") }
        return source.plan.events.compactMap { copy.file($0) }
    }

    private mutating func file(_ event: PlannedEvent) -> PlanExport.File? {
        // `NAME.schema.json` is a usual name for a schema, so an importer takes `.schema` away.
        let path = event.name + (event.name.hasSuffix(".schema") ? ".schema.json" : ".json")
        guard event.name.isFileName else {
            source.loseEvent(event, "name of an event that a file cannot have", event.name)
            return nil
        }
        // Many file systems do not distinguish the case of letters.
        guard names.insert(path.lowercased()).inserted else {
            source.loseEvent(event, "name of an event that differs from another name only by case", event.name)
            return nil
        }
        let export = SchemaExport(source, .draft2020)
        source.loseRest(of: event, except: export.members(of: event))
        source.count(event)
        let members = EventParameters([EventParameter("$schema", .string(JSONSchemaDraft.draft2020.uri))])
            .merging(export.schema(of: event))
        return PlanExport.File(path: path, text: members.pretty)
    }
}

extension String {
    /// Whether a file can have this name on all usual file systems.
    fileprivate var isFileName: Bool {
        !isEmpty && utf8.count <= 200 && !hasPrefix(".") && last != " "
            && unicodeScalars.allSatisfy { $0.value >= 0x20 && !"/\\:*?\"<>|\u{7F}".unicodeScalars.contains($0) }
    }
}
