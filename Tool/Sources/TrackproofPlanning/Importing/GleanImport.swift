import TrackproofPlans

/// An importer of the metrics of Mozilla's Glean. A plan has only the metrics that are events.
struct GleanImport: PlanImporter {
    private let run: ImportRun
    private var plan = ImportedPlan()

    init(_ run: ImportRun) { self.run = run }

    mutating func plan(_ files: ImportFiles) throws -> ImportedPlan {
        // Glean rejects an extra key that the metric does not declare.
        plan.isClosed = true
        var hasMetrics = false
        try files.forEach([".yaml", ".yml"], run) { file in
            let bytes = try PlanFile.bytes(path: file.path)
            let node = try ImportFiles.yaml(bytes, file, run)
            // A folder can also contain the files of pings and tags.
            guard node["$schema"]?.string?.contains("/glean/metrics/") == true else {
                return run.note("file that does not have the schema of metrics", file.name, at: node.place)
            }
            hasMetrics = true
            try run.comments.add(bytes, file: file.path)
            for category in node.members { try add(category) }
        }
        if !hasMetrics { throw files.error("expected a file of metrics, whose $schema contains \"/glean/metrics/\"") }
        return plan
    }

    private mutating func add(_ category: PlanMember) throws(PlanErrors) {
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
            guard plan.events.accepts("event", name, at: metric.place, path, run) else { continue }
            plan.add(name, try event(metric.value, path), at: metric.place, run)
            // A comment before the category belongs to its first event.
            if isFirst { run.comments.move(from: category.place, to: metric.place) }
            isFirst = false
        }
    }

    private mutating func event(_ node: PlanNode, _ path: ConversionPath) throws(PlanErrors) -> [PlanMember] {
        var items: [PlanMember] = []
        var others: [PlanMember] = []
        for member in node.members where !member.isBlank {
            switch member.name {
            case "type", "extra_keys": break
            case "description" where member.value.string == nil:
                run.lose("member \(member.name) that is not a text", member, path)
            case "description": items.append(member.withoutLastBreaks)
            case "notification_emails":
                items += plan.owner(member.value.elements.compactMap(\.string), haveAddresses: true, at: member.place)
            case "expires": items += expires(member, path)
            case "disabled" where member.value.isTrueForGlean:
                run.lose("disabled event", at: member.place, path, .changed(to: "a deprecated event"))
                items.append(PlanMember("deprecated", .bool(true), at: member.place))
            default: others += run.keep(member, "member \(member.name) of an event", path)
            }
        }
        let flags = items.indices.filter { items[$0].name == "deprecated" }
        if flags.count > 1 { items.remove(at: flags[1]) }
        let schema = Self.schema(ofKeys: node["extra_keys"] ?? PlanNode(.object([]), at: node.place))
        let converter = SchemaConverter(run, SchemaDocument(schema, name: path.event ?? ""))
        return items + others + (try EventSchema(schema, path, converter).members(isClosedByDefault: true))
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

    /// Returns the JSON Schema of the extra keys of an event.
    private static func schema(ofKeys node: PlanNode) -> PlanNode {
        var object = ImportedObject(place: node.place)
        for key in node.members {
            let type = key.value["type"]?.string ?? "string"
            var members = [PlanMember("type", .string(type == "quantity" ? "integer" : type), at: key.place)]
            for member in key.value.members where member.name != "type" {
                members.append(member.name == "description" ? member.withoutLastBreaks : member)
            }
            object.add(key.name, PlanNode(.object(members), at: key.value.place), isRequired: false, at: key.place)
        }
        object.members.append(PlanMember("additionalProperties", .bool(false), at: node.place))
        return object.node
    }
}

extension PlanNode {
    /// Whether the value is true in YAML 1.1, which Glean reads.
    fileprivate var isTrueForGlean: Bool {
        bool == true || string.map { ["yes", "on"].contains($0.lowercased()) } == true
    }
}

extension PlanMember {
    /// The member with the text of a block in YAML without the line breaks at its end.
    fileprivate var withoutLastBreaks: PlanMember {
        guard var text = value.string else { return self }
        while text.last == "\n" { text.removeLast() }
        return PlanMember(name, .string(text), at: place)
    }
}
