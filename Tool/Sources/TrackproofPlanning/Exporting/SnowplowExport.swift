import Trackproof
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
        for event in schemas.events.map(\.event) {
            for owner in event.owners.dropFirst() {
                source.run.note("second owner", owner.name, at: owner.place, ConversionPath(event: event.name))
            }
        }
        let products = schemas.events.grouped { $0.event.owners.first?.name }
        let files = products.enumerated().map { index, product in
            let number = products.count == 1 ? "" : "-\(index + 1)"
            let text = file(product[0].event.owners.first?.name, product.map { specification($0.event, $0.schema) })
            return PlanExport.File(path: "data-products/data-product\(number).yaml", text: text)
        }
        return files + schemas.files.map { PlanExport.File(path: "iglu/" + $0.path, text: $0.text) }
    }

    private func file(_ owner: String?, _ specifications: [PlanNode]) -> String {
        let name = source.plan.name ?? "Tracking plan"
        let place = source.plan.place
        let data = PlanNode(
            [
                "name": .string(name), "description": .text(source.description), "owner": .text(owner),
                "eventSpecifications": .array(specifications),
            ], at: place)
        return PlanLayout.foreign.text(
            PlanNode(
                [
                    "apiVersion": .string("v1"), "resourceType": .string("data-product"),
                    "resourceName": .string(Self.id(["product", name, owner ?? ""])), "data": data.content,
                ], at: place))
    }

    private func specification(_ event: PlannedEvent, _ schema: IgluName) -> PlanNode {
        let path = ConversionPath(event: event.name)
        let titles = source.member("x-specifications", of: event)?.elements.compactMap(\.string) ?? []
        if titles.count > 1 {
            let form = "one specification and one schema"
            let found = titles.joined(separator: ", ")
            source.run.note("several event specifications", found, at: event.place, path, changedTo: form)
        }
        for member in source.others(of: event) where member.name == "x-entities" {
            source.run.lose("entities of an event", member, path, .leftOut, .information)
        }
        let triggers = source.member("x-triggers", of: event)?.elements.compactMap(\.string) ?? []
        return PlanNode(
            [
                "resourceName": .string(Self.id(["specification", schema.id])),
                "name": .string(titles.count == 1 ? titles[0] : event.name), "description": .text(event.description),
                "triggers": .list(triggers.map { PlanNode(["description": .string($0)], at: event.place) }),
                "event": PlanNode(["source": .string(schema.uri)], at: event.place).content,
            ], at: event.place)
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
