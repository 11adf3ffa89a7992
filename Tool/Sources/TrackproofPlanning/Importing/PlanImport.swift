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
            var importer = format.importer(run)
            plan = try importer.plan(files)
        } catch let error as PlanErrors {
            throw PlanErrors(Array((files.errors(insteadOf: format) + error.list).prefix(PlanErrors.limit)))
        }
        try SchemaConverter.finishTypes(run)
        let node = plan.node(types: run.types.items, at: PlanPlace(file: path, line: 1, column: 1))
        text = PlanLayout.plan.text(node, header: Self.header(format, run.report), comments: run.comments)
        run.comments.reportRest(run)
        report = run.report
        try Self.check(text, node)
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
    private static func check(_ text: String, _ node: PlanNode) throws {
        func check(_ count: Int, _ limit: Int, _ unit: String) throws(PlanErrors) {
            if count <= limit { return }
            let message = "the imported plan would have \(count) \(unit); a plan can have \(limit) \(unit)"
            throw PlanErrors([PlanError(at: node.place, message)])
        }
        let (size, limit) = (text.utf8.count, PlanNode.yamlSizeLimit)
        try check(size > limit ? (size >> 20) + 1 : 0, limit >> 20, "MiB")
        try check(node.count, PlanNode.countLimit, "values")
        do throws(PlanErrors) {
            _ = try TrackingPlan(node)
        } catch {
            throw ImportDefect(errors: error)
        }
    }
}

extension PlanNode {
    /// The number of names and values in the node.
    fileprivate var count: Int {
        1 + members.reduce(0) { $0 + 1 + $1.value.count } + elements.reduce(0) { $0 + $1.count }
    }
}

/// An importer of a format.
protocol PlanImporter {
    /// Imports the plan in a file, or in the files in a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is not in the format, or if the files have no plan; ``FileAccessError`` if a file
    ///   cannot be read.
    mutating func plan(_ files: ImportFiles) throws -> ImportedPlan
}

extension OtherPlanFormat {
    fileprivate func importer(_ run: ImportRun) -> any PlanImporter {
        switch self {
        case .segment: SegmentImport(run)
        case .segmentCSV: SegmentCSVImport(run)
        case .jsonSchema: SchemaFilesImport(run, areSelfDescribing: false)
        case .iglu: SchemaFilesImport(run, areSelfDescribing: true)
        case .rudderstack: RudderStackImport(run)
        case .glean: GleanImport(run)
        case .duckduckgo: DuckDuckGoImport(run)
        case .amplitude: AmplitudeImport(run)
        case .mixpanel: MixpanelImport(run)
        case .snowplow: SnowplowImport(run)
        case .avo: AvoImport(run)
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
