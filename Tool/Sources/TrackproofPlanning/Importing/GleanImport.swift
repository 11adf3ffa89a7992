import TrackproofPlans

/// An importer of the metrics of Mozilla's Glean. A plan has only the metrics that are events.
final class GleanImport {
    private let run: ImportRun
    private let comments = SourceComments()
    private var plan = ImportedPlan()

    init(_ run: ImportRun) { self.run = run }

    /// Imports a file of metrics, or the files of metrics in a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is not YAML, or if no file has metrics; ``FileAccessError`` if a file cannot be
    ///   read.
    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        // Glean rejects an extra key that the metric does not declare.
        plan.isClosed = true
        var hasMetrics = false
        try files.forEach([".yaml", ".yml"], run) { file in
            let bytes = try PlanFile.bytes(path: file.path)
            let node = try ImportFiles.yaml(bytes, file, run)
            // A folder can also contain the files of pings and tags.
            guard node["$schema"]?.string?.contains("/glean/metrics/") == true else {
                return run.lose(
                    "file that does not have the schema of metrics", file.name, at: node.place, ConversionPath(),
                    .leftOut,
                    .information)
            }
            hasMetrics = true
            try comments.add(bytes, file: file.path)
            for category in node.members { add(category) }
        }
        if !hasMetrics { throw files.error("expected a file of metrics, whose $schema contains \"/glean/metrics/\"") }
        comments.reportRest(run)
        return plan
    }

    private func add(_ category: PlanMember) {
        if category.name == "$schema" { return }
        guard !category.name.hasPrefix("$"), category.name != "no_lint" else {
            return run.lose(
                "member \(category.name) of a file", category.value.summary, at: category.place, ConversionPath(),
                .leftOut,
                .information)
        }
        guard category.value.isObject else {
            return run.lose(
                "category that is not an object", category.name, at: category.place,
                ConversionPath(event: category.name),
                isWhole: true)
        }
        var places = [category.place]
        for metric in category.value.members {
            let name = category.name + "." + metric.name
            let path = ConversionPath(event: name)
            let type = metric.value["type"]?.string ?? ""
            guard type == "event" else {
                run.lose("metric of the type \(type)", name, at: metric.place, path, isWhole: true)
                continue
            }
            guard plan.events.accepts("event", name, at: metric.place, path, run) else { continue }
            let item = event(name, metric.value, path)
            // A comment before the category belongs to its first event.
            for place in places + [metric.place] { comments.attach(to: item, at: place) }
            places = []
            plan.events.append(item)
            run.countEvent()
        }
    }

    private func event(_ name: String, _ node: PlanNode, _ path: ConversionPath) -> FormattedItem {
        var items: [FormattedItem] = []
        var others: [FormattedItem] = []
        var parameters = ImportedMembers()
        for member in node.members where !member.isBlank {
            switch member.name {
            case "type": break
            case "description":
                guard let text = member.value.string else { return lostEvent(name, member, path) }
                items.append(FormattedItem("description", .prose(text.withoutLastBreaks)))
            case "notification_emails": if let owner = owner(member) { items.append(owner) }
            case "expires": items += expires(member, path)
            case "disabled" where member.value.isTrueForGlean:
                run.lose("disabled event", "", at: member.place, path, .changed(to: "a deprecated event"))
                items.append(FormattedItem("deprecated", .word("true")))
            case "extra_keys": parameters = extraKeys(member.value, path)
            default:
                guard member.value.isWritable, ImportRun.canWrite(name: "x-" + member.name) else {
                    run.lose("member \(member.name) of an event", "", at: member.place, path, .leftOut, .information)
                    continue
                }
                others.append(FormattedItem("x-" + member.name, FormattedValue(data: member.value)))
                run.lose(
                    "member \(member.name) of an event", member.value.summary, at: member.place, path,
                    .changed(to: "x-" + member.name), .information)
            }
        }
        items += others
        if !parameters.isEmpty { items.append(FormattedItem("parameters", .object(parameters.items))) }
        return FormattedItem(name, .object(items))
    }

    private func lostEvent(_ name: String, _ member: PlanMember, _ path: ConversionPath) -> FormattedItem {
        run.lose("member \(member.name) that is not a text", member.value.summary, at: member.place, path)
        return FormattedItem(name, .object([]))
    }

    /// Returns the owners of an event: the addresses that get notifications.
    private func owner(_ member: PlanMember) -> FormattedItem? {
        let addresses = member.value.elements.compactMap(\.string).filter(ImportRun.canWrite(name:))
        for address in addresses { plan.addOwner(address, addresses: [address]) }
        return plan.owner(addresses)
    }

    private func expires(_ member: PlanMember, _ path: ConversionPath) -> [FormattedItem] {
        switch member.value.content {
        case .string("never"): return []
        case .string("expired"):
            run.lose("expired event", "", at: member.place, path, .changed(to: "a deprecated event"), .information)
            return [FormattedItem("deprecated", .word("true"))]
        case .string(let date) where TextFormat.date.fits(date): return [FormattedItem("expires", .text(date))]
        case .number(let number) where AppVersion(number.text) != nil:
            let version = FormattedItem(TrackingPlan.allPlatforms, .text(number.text))
            return [FormattedItem("expires", .object([version], inBraces: true))]
        default:
            run.lose(
                "end of an event that is not a date", member.value.summary, at: member.place, path,
                .changed(to: "x-expires"))
            return [FormattedItem("x-expires", FormattedValue(data: member.value))]
        }
    }

    private func extraKeys(_ node: PlanNode, _ path: ConversionPath) -> ImportedMembers {
        var parameters = ImportedMembers()
        for key in node.members {
            let inner = path.property(key.name)
            guard parameters.accepts("parameter", key.name, at: key.place, inner, run) else { continue }
            var schema = ConvertedSchema()
            let type = key.value["type"]?.string ?? "string"
            switch type {
            case "string", "boolean": schema.add("type", .text(type))
            case "quantity": schema.add("type", .text("integer"))
            default: run.lose("unknown type", type, at: key.place, inner)
            }
            for member in key.value.members where member.name != "type" && !member.isBlank {
                if member.name == "description", let text = member.value.string {
                    schema.add("description", .prose(text.withoutLastBreaks))
                } else {
                    run.lose(
                        "member \(member.name) of an extra key", member.value.summary, at: member.place, inner,
                        .leftOut,
                        .information)
                }
            }
            let item = FormattedItem(key.name, schema.value)
            comments.attach(to: item, at: key.place)
            parameters.append(item)
            run.countParameter()
        }
        return parameters
    }
}

extension PlanNode {
    /// Whether the value is true in YAML 1.1, which Glean reads.
    fileprivate var isTrueForGlean: Bool {
        bool == true || string.map { ["yes", "on"].contains($0.lowercased()) } == true
    }
}

extension String {
    /// The text of a block in YAML without the line breaks at its end, and on one line if its lines are only wrapped.
    fileprivate var withoutLastBreaks: String {
        var text = self
        while text.last == "\n" { text.removeLast() }
        return text
    }
}
