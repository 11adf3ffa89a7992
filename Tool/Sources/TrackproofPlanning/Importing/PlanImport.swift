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
        do {
            var importer = format.importer(run)
            try importer.read(files)
        } catch let error as PlanErrors {
            throw PlanErrors(Array((files.errors(insteadOf: format) + error.list).prefix(PlanErrors.limit)))
        }
        try run.finish()
        let node = run.plan.node(types: run.types.items, at: PlanPlace(file: path, line: 1, column: 1))
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
            throw PlanErrors(at: node.place, message)
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
    /// Reads the plan in a file, or in the files in a folder, into the plan of the run.
    ///
    /// - Throws: ``PlanErrors`` if a file is not in the format, or if the files have no plan; ``FileAccessError`` if a file
    ///   cannot be read.
    mutating func read(_ files: ImportFiles) throws
}

extension OtherPlanFormat {
    fileprivate func importer(_ run: ImportRun) -> any PlanImporter {
        switch self {
        case .segment: SegmentImport(run: run)
        case .segmentCSV: SegmentCSVImport(run: run)
        case .jsonSchema: SchemaFilesImport(run: run, areSelfDescribing: false)
        case .iglu: SchemaFilesImport(run: run, areSelfDescribing: true)
        case .rudderstack: RudderStackImport(run: run)
        case .glean: GleanImport(run: run)
        case .duckduckgo: DuckDuckGoImport(run: run)
        case .amplitude: AmplitudeImport(run: run)
        case .mixpanel: MixpanelImport(run: run)
        case .snowplow: SnowplowImport(run: run)
        case .avo: AvoImport(run: run)
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
