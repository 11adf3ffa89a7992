import Trackproof
import TrackproofJSON
package import TrackproofPlans

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
