import TrackproofPlans

/// An import of another tool's tracking plan.
package struct PlanImport: Sendable {
    /// The text of the imported plan, in the form in which `trackproof plan fmt` writes it.
    package let text: String
    package let report: ConversionReport

    /// Reads a tracking plan of another tool.
    ///
    /// - Parameter path: A file or a folder, as the format needs it.
    /// - Throws: ``PlanErrors`` if a file is not in the format; ``FileAccessError`` if a file cannot be read;
    ///   ``ImportDefect`` if the importer has a bug.
    package init(_ format: OtherPlanFormat, path: String) throws {
        let run = ImportRun()
        let files = try ImportFiles(path: path)
        let plan: ImportedPlan
        do {
            plan =
                switch format {
                case .segment: try SegmentImport(run).plan(files)
                case .segmentCSV: try SegmentCSVImport(run).plan(files)
                case .jsonSchema: try SchemaFilesImport(run, areSelfDescribing: false).plan(files)
                case .iglu: try SchemaFilesImport(run, areSelfDescribing: true).plan(files)
                case .rudderstack: try RudderStackImport(run).plan(files)
                case .glean: try GleanImport(run).plan(files)
                case .duckduckgo: try DuckDuckGoImport(run).plan(files)
                case .amplitude: try AmplitudeImport(run).plan(files)
                case .mixpanel: try MixpanelImport(run).plan(files)
                case .snowplow: try SnowplowImport(run).plan(files)
                case .avo: try AvoImport(run).plan(files)
                }
        } catch let error as PlanErrors {
            throw PlanErrors(Array((files.errors(insteadOf: format) + error.list).prefix(PlanErrors.limit)))
        }
        try SchemaConverter.finishTypes(run)
        report = run.report
        text = plan.yaml(types: run.types.items, header: Self.header(format, report))
        try Self.check(text, path)
    }

    private static func header(_ format: OtherPlanFormat, _ report: ConversionReport) -> [String] {
        let rules = report.losses.count { $0.weight == .rule }
        let losses = rules == 0 ? "No rule was lost." : "\(rules) of its rules were lost or changed."
        return [
            "Imported from \(format.title). \(rules == 1 ? "1 of its rules was lost or changed." : losses)",
            "TODO: review the plan. `trackproof plan lint` lists what is missing.",
        ]
    }

    /// Checks that Trackproof can read the imported plan.
    private static func check(_ text: String, _ path: String) throws {
        let size = text.utf8.count
        if size > PlanNode.yamlSizeLimit {
            let message =
                "the imported plan would have \(size >> 20) MiB; a plan can have \(PlanNode.yamlSizeLimit >> 20) MiB"
            throw PlanErrors([PlanError(at: PlanPlace(file: path, line: 1, column: 1), message)])
        }
        do throws(PlanErrors) {
            _ = try TrackingPlan(PlanNode(yaml: Array(text.utf8), file: "imported plan"))
        } catch {
            throw ImportDefect(errors: error)
        }
    }
}

/// A defect of an importer: it wrote a plan that Trackproof cannot read.
package struct ImportDefect: Error, CustomStringConvertible {
    let errors: PlanErrors

    package var description: String {
        "the imported plan has errors, so it was not written: \(errors.list.map(\.description).joined(separator: "; "))"
    }
}
