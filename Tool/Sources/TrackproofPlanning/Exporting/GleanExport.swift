import Trackproof
import TrackproofPlans

/// An exporter of the events of a plan as metrics of Mozilla's Glean.
struct GleanExport {
    private let source: ExportedPlan

    init(_ source: ExportedPlan) { self.source = source }

    /// The members that Glean requires of each event, and that a plan has only under names that begin with `x-`.
    private static let required = ["bugs", "data_reviews"]

    /// Returns the file.
    func file() -> PlanExport.File {
        source.loseRest(except: ["owners"], isAlwaysClosed: true)
        if let user = source.plan.user { source.loseEvent(user, "traits of users") }
        var categories: [(name: String, events: [FormattedItem])] = []
        for event in source.plan.events {
            let parts = event.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count > 1, parts.allSatisfy(\.isGleanName), let own = parts.last else {
                source.loseEvent(event, "name that is not of the form category.name", event.name)
                continue
            }
            let category = parts.dropLast().joined(separator: ".")
            let item = FormattedItem(own, .object(members(event)))
            if let index = categories.firstIndex(where: { $0.name == category }) {
                categories[index].events.append(item)
            } else {
                categories.append((category, [item]))
            }
        }
        let root = FormattedItem()
        root.value = .object(
            [FormattedItem("$schema", .text("moz://mozilla.org/schemas/glean/metrics/2-0-0"))]
                + categories.map { FormattedItem($0.name, .object($0.events)) })
        return PlanExport.File(path: "metrics.yaml", text: FormattedFileWriter.text(FormattedFile(root: root)))
    }

    private func members(_ event: PlannedEvent) -> [FormattedItem] {
        let others = source.others(of: event)
        var written = Set(["description", "owner", "expires"]).union(others.map(\.name))
        if event.expires == nil, event.ends.isEmpty { written.insert("deprecated") }
        source.loseRest(of: event, except: written)
        source.count(event)
        let path = ConversionPath(event: event.name)
        var items = [FormattedItem("type", .text("event"))]
        if let text = event.description { items.append(FormattedItem("description", .prose(text))) }
        if !event.owners.isEmpty {
            // The owners of an imported plan are addresses.
            let addresses = event.owners.flatMap { owner in
                let members = source.plan.owners.first { $0.name == owner.name }?.members ?? []
                return members.isEmpty ? [owner.name] : members
            }
            items.append(FormattedItem("notification_emails", .list(addresses.map(FormattedValue.text))))
        }
        items.append(FormattedItem("expires", end(event, path)))
        for member in others {
            items.append(FormattedItem(String(member.name.dropFirst(2)), FormattedValue(data: member.value)))
        }
        let missing =
            Self.required.filter { name in !others.contains { $0.name == "x-" + name } }
            + (event.description == nil ? ["description"] : []) + (event.owners.isEmpty ? ["notification_emails"] : [])
        // The empty members show people what to add.
        items += missing.map { FormattedItem($0, $0 == "description" ? .text("") : .list([])) }
        if !missing.isEmpty {
            let names = missing.joined(separator: ", ")
            source.run.lose(
                "missing members that Glean requires", names, at: event.place, path, .leftOut, .information)
        }
        let keys = source.parameters(of: event).compactMap { key($0, path.property($0.name)) }
        if !keys.isEmpty { items.append(FormattedItem("extra_keys", .object(keys))) }
        return items
    }

    private func end(_ event: PlannedEvent, _ path: ConversionPath) -> FormattedValue {
        if let date = event.expires { return .text(date.name) }
        guard let end = event.ends.first else { return .text(event.isDeprecated ? "expired" : "never") }
        // An app of Glean has one version for all platforms, and Glean compares only its first number.
        let number = String(end.version.description.prefix { $0 != "." })
        let isExact = end.platform.name == TrackingPlan.allPlatforms && AppVersion(number) == end.version
        if event.ends.count > 1 || !isExact {
            source.run.lose(
                "end by platform or by a smaller version", end.version.description, at: end.platform.place, path,
                .changed(to: "version \(number)"))
        }
        return .word(number)
    }

    private func key(_ parameter: PlanProperty, _ path: ConversionPath) -> FormattedItem? {
        var schema = FlatSchema(parameter, source)
        guard !schema.isNever, !parameter.name.isEmpty else {
            source.loseParameter(parameter, path)
            return nil
        }
        var items: [FormattedItem] = []
        let types = schema.takeTypes()
        switch types {
        case ["string"], ["boolean"]: items.append(FormattedItem("type", .text(types[0])))
        case ["integer"]: items.append(FormattedItem("type", .text("quantity")))
        default:
            let found = types.isEmpty ? "any" : types.joined(separator: ", ")
            source.run.lose("type that Glean does not have", found, at: parameter.place, path, isWhole: true)
            return nil
        }
        if let text = schema.description { items.append(FormattedItem("description", .prose(text))) }
        if schema.isRequired { source.run.lose("required parameter", at: parameter.place, path) }
        schema.loseRest(path)
        return FormattedItem(parameter.name, .object(items))
    }
}

extension String {
    /// Whether a part of the name of a metric can have this form.
    fileprivate var isGleanName: Bool {
        guard let first = utf8.first, first == 0x5F || (0x61...0x7A).contains(first) else { return false }
        return utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
}
