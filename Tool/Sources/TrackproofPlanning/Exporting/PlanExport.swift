import Trackproof
import TrackproofJSON
package import TrackproofPlans
import TrackproofPlatform

/// An export of a plan in the format of another tool.
package struct PlanExport: Sendable {
    /// The formats of exports. They are also formats of imports, with the same names.
    package enum Format: String, CaseIterable, Sendable {
        case segment
        case segmentCSV = "segment-csv"
        case jsonSchema = "json-schema"
        case iglu, rudderstack, amplitude, mixpanel, snowplow

        /// Whether the export is a folder of files, and not a single file.
        package var isFolder: Bool {
            switch self {
            case .jsonSchema, .iglu, .rudderstack, .amplitude, .snowplow: true
            case .segment, .segmentCSV, .mixpanel: false
            }
        }
    }

    /// A file of the export.
    package struct File: Sendable {
        /// The path in the folder of the export. For a format with a single file, the usual name of the file.
        package let path: String
        package internal(set) var text: String
        /// The number of cells of a CSV table that begin like a formula.
        package var formulas = 0
    }

    package let files: [File]
    package let report: ConversionReport

    /// Converts a plan.
    ///
    /// - Parameter vendor: For Iglu, the vendor of events that do not name their vendor.
    /// - Throws: ``PlanErrors`` if the format needs information that the plan does not have, or the export would be too large.
    package init(_ format: Format, _ plan: PlanFiles, vendor: String? = nil) throws(PlanErrors) {
        try ExportSize.check(plan.plan)
        let run = ConversionRun()
        let source = ExportedPlan(plan, run)
        switch format {
        case .jsonSchema: files = SchemaFilesExport(source).files()
        case .iglu: files = try IgluExport(source, vendor: vendor).schemas().files
        case .segment: files = [SegmentExport(source).file()]
        case .segmentCSV: files = [source.segmentTable()]
        case .amplitude: files = source.amplitudeTables()
        case .mixpanel: files = [source.lexicon()]
        case .rudderstack: files = RudderStackExport(source).files()
        case .snowplow: files = try SnowplowExport(source, vendor: vendor).files()
        }
        report = run.report
    }
}

extension PlanExport {
    /// Returns whether a text can be the vendor of a schema in an Iglu registry, where it is the name of a folder.
    package static func isVendor(_ text: String) -> Bool {
        !text.hasPrefix(".") && text.replacing(".", with: "").isIgluName
    }
}

extension String {
    /// Whether the name of a schema in Iglu can have this form.
    var isIgluName: Bool {
        !isEmpty && utf8.count <= 200
            && utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D || byte == 0x5F
            }
    }
}

/// The estimated size of an export, in which shared groups and types stand at each use.
///
/// Without a limit, a plan of two kilobytes could describe an export of any size.
struct ExportSize {
    /// The maximum size of an export in bytes.
    private static let limit = 100 << 20

    private let types: [String: PlanSchema]
    private var total = 0
    /// The types of the event so far. Each stands once for each event.
    private var used: Set<String> = []

    /// - Throws: ``PlanErrors`` with the schema at which the export would be too large.
    static func check(_ plan: TrackingPlan) throws(PlanErrors) {
        var size = ExportSize(types: plan.schemasOfTypes)
        for event in plan.eventsAndUser.flatMap({ [$0] + $0.versions.map(\.event) }) {
            size.used = []
            let parameters = plan.parameters(of: event) + event.variants.flatMap(\.parameters)
            for schema in parameters.map(\.schema) + (event.rules.map { [$0] } ?? []) {
                size.add(schema)
                if size.total <= limit { continue }
                let message =
                    "up to this schema of the event \(event.name.quotedForDisplay), the export would have more than "
                    + "\(limit >> 20) MB, because shared groups and types stand at each use"
                throw PlanErrors(at: schema.place, message)
            }
        }
    }

    private mutating func add(_ schema: PlanSchema) {
        var waiting = [schema]
        while let schema = waiting.popLast(), total <= Self.limit {
            let own = schema.examples + (schema.defaultValue.map { [$0] } ?? [])
            let values = own + schema.rules.flatMap { $0.constants ?? [] }
            total += values.reduce(60 + (schema.description?.utf8.count ?? 0)) { $0 + $1.json.utf8.count }
            for rule in schema.rules {
                waiting += rule.value.schemas
                waiting += rule.namesOfTypes.filter { used.insert($0).inserted }.compactMap { types[$0] }
            }
        }
    }
}
