import Trackproof
import TrackproofHash
import TrackproofPlans

/// An exporter of data products of Snowplow, with the Iglu schemas of their events.
struct SnowplowExport {
    private let source: ExportedPlan
    private let iglu: IgluExport

    init(_ source: ExportedPlan, vendor: String?) {
        self.source = source
        iglu = IgluExport(source, vendor: vendor, others: ["owner", "x-specifications", "x-triggers", "x-entities"])
    }

    /// Returns the files: one data product for each owner, and one file for each version of each schema.
    ///
    /// - Throws: ``PlanErrors`` if an event has no vendor.
    func files() throws(PlanErrors) -> [PlanExport.File] {
        let schemas = try iglu.schemas(except: ["name", "description", "owners"])
        var products: [(owner: String?, specifications: [FormattedValue])] = []
        for (event, name) in schemas.events {
            for owner in event.owners.dropFirst() {
                source.run.lose(
                    "second owner", owner.name, at: owner.place, ConversionPath(event: event.name), .leftOut,
                    .information)
            }
            let owner = event.owners.first?.name
            if let index = products.firstIndex(where: { $0.owner == owner }) {
                products[index].specifications.append(specification(event, name))
            } else {
                products.append((owner, [specification(event, name)]))
            }
        }
        let files = products.enumerated().map { index, product in
            let number = products.count == 1 ? "" : "-\(index + 1)"
            return PlanExport.File(
                path: "data-products/data-product\(number).yaml", text: file(product.owner, product.specifications))
        }
        return files + schemas.files.map { PlanExport.File(path: "iglu/" + $0.path, text: $0.text) }
    }

    private func file(_ owner: String?, _ specifications: [FormattedValue]) -> String {
        let name = source.plan.name ?? "Tracking plan"
        var data = [FormattedItem("name", .text(name))]
        if let text = source.description { data.append(FormattedItem("description", .prose(text))) }
        if let owner { data.append(FormattedItem("owner", .text(owner))) }
        data.append(FormattedItem("eventSpecifications", .blocks(specifications)))
        let root = FormattedItem()
        root.value = .object([
            FormattedItem("apiVersion", .text("v1")), FormattedItem("resourceType", .text("data-product")),
            FormattedItem("resourceName", .text(Self.id(["product", name, owner ?? ""]))),
            FormattedItem("data", .object(data)),
        ])
        return FormattedFileWriter.text(FormattedFile(root: root))
    }

    private func specification(_ event: PlannedEvent, _ schema: IgluName) -> FormattedValue {
        let path = ConversionPath(event: event.name)
        let titles = source.member("x-specifications", of: event)?.elements.compactMap(\.string) ?? []
        let title = titles.count == 1 ? titles[0] : event.name
        if titles.count > 1 {
            source.run.lose(
                "several event specifications", titles.joined(separator: ", "), at: event.place, path,
                .changed(to: "one specification and one schema"), .information)
        }
        var items = [
            FormattedItem("resourceName", .text(Self.id(["specification", schema.id]))),
            FormattedItem("name", .text(title)),
        ]
        if let text = event.description { items.append(FormattedItem("description", .prose(text))) }
        let event = source.others(of: event)
        for member in event where member.name == "x-triggers" {
            let texts = member.value.elements.compactMap(\.string)
            let triggers = texts.map { FormattedValue.object([FormattedItem("description", .prose($0))]) }
            if !triggers.isEmpty { items.append(FormattedItem("triggers", .blocks(triggers))) }
        }
        for member in event where member.name == "x-entities" {
            source.run.lose(
                "entities of an event", member.value.summary, at: member.place, path, .leftOut, .information)
        }
        items.append(FormattedItem("event", .object([FormattedItem("source", .text(schema.uri))])))
        return .object(items)
    }

    /// Returns the id of a resource: a UUID (version 8, RFC 9562) that is the same in each export.
    private static func id(_ names: [String]) -> String {
        var bytes = Array(SHA256.hash(Array(names.joined(separator: "\u{0}").utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [hex[0..<4], hex[4..<6], hex[6..<8], hex[8..<10], hex[10..<16]].map { $0.joined() }
            .joined(separator: "-")
    }
}
