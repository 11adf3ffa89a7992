import TrackproofPlans

/// An exporter of one JSON Schema for each event.
struct SchemaFilesExport {
    private let source: ExportedPlan
    private var names: Set<String> = []

    init(_ source: ExportedPlan) { self.source = source }

    /// Returns the files, each with the schema of one event in draft 2020-12.
    ///
    /// The name of a file is the name of the event. If the event has versions, or if its name is a path, the name of the
    /// event is that of a folder, and the names of the files are the versions.
    func files() -> [PlanExport.File] {
        var copy = self
        source.loseRest()
        if let user = source.plan.user { source.loseEvent(user, "traits of users") }
        return source.plan.events.flatMap { copy.files($0) }
    }

    private mutating func files(_ event: PlannedEvent) -> [PlanExport.File] {
        let parts = event.name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy(\.isFileName) else {
            source.loseEvent(event, "name of an event that a file cannot have", event.name)
            return []
        }
        // Many file systems do not distinguish the case of letters.
        guard names.insert(event.name.lowercased()).inserted else {
            source.loseEvent(event, "name of an event that differs from another name only by case", event.name)
            return []
        }
        source.count(event)
        if parts.count == 1, event.versions.isEmpty {
            // `NAME.schema.json` is a usual name for a schema, so an importer takes `.schema` away.
            let ending = event.name.hasSuffix(".schema") ? ".schema.json" : ".json"
            return [file(event, event.name + ending)]
        }
        return source.versions(of: event).map { older, version in
            file(older, event.name + "/\(version.text).json", id: "/\(event.name)/\(version.text)")
        }
    }

    private func file(_ event: PlannedEvent, _ path: String, id: String? = nil) -> PlanExport.File {
        let export = SchemaExport(source, .draft2020)
        source.loseRest(of: event, except: export.members(of: event).union(["versions"]))
        var file = PlanNode(["$schema": .string(JSONSchemaDraft.draft2020.uri), "$id": .text(id)], at: event.place)
        var schema = export.schema(of: event)
        if id != nil { schema["x-version"] = nil }
        file.append(schema.members)
        return PlanExport.File(path: path, text: file.json)
    }
}

extension String {
    /// Whether a file can have this name on all usual file systems.
    fileprivate var isFileName: Bool {
        !isEmpty && utf8.count <= 200 && !hasPrefix(".") && last != " "
            && unicodeScalars.allSatisfy { $0.value >= 0x20 && !"/\\:*?\"<>|\u{7F}".unicodeScalars.contains($0) }
    }
}
