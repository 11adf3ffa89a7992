import TrackproofPlans

/// An importer of the metrics of Mozilla's Glean. A plan has only the metrics that are events.
struct GleanImport: PlanImporter {
    let run: ImportRun

    func read(_ files: ImportFiles) throws {
        // Glean rejects an extra key that the metric does not declare.
        run.plan.isClosed = true
        var hasMetrics = false
        try files.forEach([".yaml", ".yml"], run) { file in
            let bytes = try PlanFile.bytes(path: file.path)
            let node = try ImportFiles.yaml(bytes, file, run)
            // A folder can also contain the files of pings and tags.
            guard node.hasGleanMetrics else {
                return run.note("file that does not have the schema of metrics", file.name, at: node.place)
            }
            hasMetrics = true
            try run.comments.add(bytes, file: file.path, run)
            for category in node.members { try add(category) }
        }
        if !hasMetrics { throw files.error("expected a file of metrics, whose $schema contains \"/glean/metrics/\"") }
    }

    private func add(_ category: PlanMember) throws(PlanErrors) {
        if category.name == "$schema" { return }
        guard !category.name.hasPrefix("$"), category.name != "no_lint" else {
            return run.lose("member \(category.name) of a file", category, ConversionPath(), .leftOut, .information)
        }
        guard category.value.isObject else {
            let path = ConversionPath(event: category.name)
            return run.lose("category that is not an object", category.name, at: category.place, path, isWhole: true)
        }
        var isFirst = true
        for metric in category.value.members {
            let name = category.name + "." + metric.name
            let path = ConversionPath(event: name)
            let type = metric.value["type"]?.string ?? ""
            guard type == "event" else {
                run.lose("metric of the type \(type)", name, at: metric.place, path, isWhole: true)
                continue
            }
            guard run.accepts(event: name, at: metric.place) else { continue }
            let own = run.members(
                of: metric.value, "an event", path, others: .kept(),
                [
                    "type": .known, "extra_keys": .known, "description": .text,
                    "expires": .own { expires($0, path) }, "disabled": .own { disabled($0, path) },
                    "notification_emails": .own { member in
                        let names = member.value.elements.compactMap(\.string)
                        return run.plan.owner(names, haveAddresses: true, at: member.place)
                    },
                ])
            let schema = Self.schema(ofKeys: metric.value["extra_keys"] ?? PlanNode(.null, at: metric.value.place))
            run.add(name, try run.members(of: path, own, schema), at: metric.place)
            // A comment before the category belongs to its first event.
            if isFirst { run.comments.move(from: category.place, to: metric.place) }
            isFirst = false
        }
    }

    private func expires(_ member: PlanMember, _ path: ConversionPath) -> [PlanMember] {
        switch member.value.content {
        case .string("never"): return []
        case .string("expired"):
            run.note("expired event", at: member.place, path, changedTo: "a deprecated event")
            return [PlanMember("deprecated", .bool(true), at: member.place)]
        case .string(let date) where TextFormat.date.fits(date): return [member]
        case .number(let number) where AppVersion(number.text) != nil:
            let version = PlanMember(TrackingPlan.allPlatforms, .string(number.text), at: member.place)
            return [PlanMember("expires", .object([version]), at: member.place)]
        default: return run.keep(member, "end of an event that is not a date", path, .rule)
        }
    }

    private func disabled(_ member: PlanMember, _ path: ConversionPath) -> [PlanMember] {
        // Glean reads YAML 1.1, in which these words are true.
        guard member.value.bool == true || ["yes", "on"].contains(member.value.string?.lowercased()) else {
            return run.keep(member, "member disabled of an event", path)
        }
        run.lose("disabled event", at: member.place, path, .changed(to: "a deprecated event"))
        return [PlanMember("deprecated", .bool(true), at: member.place)]
    }

    /// Returns the JSON Schema of the extra keys of an event.
    private static func schema(ofKeys node: PlanNode) -> PlanNode {
        var object = ImportedObject(at: node.place)
        for key in node.members {
            let members = key.value.members.map { $0.name == "description" ? $0.withoutLastBreaks : $0 }
            var schema = PlanNode(.object(members), at: key.value.place)
            let type = schema["type"]?.string ?? "string"
            schema.set("type", .string(type == "quantity" ? "integer" : type))
            object.add(key.name, schema, at: key.place)
        }
        object.set(isOpen: false)
        return object.node
    }
}

extension PlanNode {
    /// Whether the node is a file of metrics of Glean.
    var hasGleanMetrics: Bool { self["$schema"]?.string?.contains("/glean/metrics/") == true }
}
