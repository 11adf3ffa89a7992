import _TrackproofTestSupport
import TrackproofPlans
@testable import TrackproofPlanning

/// An export of the plan in a text.
struct Exported {
    let files: [PlanExport.File]
    let report: ConversionReport

    init(_ format: OtherPlanFormat, _ text: String, vendor: String? = nil) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "plan.yaml")
        let export: PlanExport
        do {
            export = try PlanExport(format, PlanFiles(path: folder.file("plan.yaml")), vendor: vendor)
        } catch let error as PlanErrors {
            throw ImportFailure(description: "\(error)".replacing(folder.path + "/", with: ""))
        }
        (files, report) = (export.files, export.report)
        root = folder.path
    }

    private let root: String

    /// The losses, one on each line.
    var losses: String {
        report.losses.map { loss in
            let names = [loss.event, loss.parameter].compactMap(\.self).joined(separator: ": ")
            let outcome =
                if case .changed(let form) = loss.outcome { " → \(form)" } else { loss.isWhole ? " (whole)" : "" }
            return "\(loss.weight.rawValue) \(loss.place) \(names): \(loss.kind): \(loss.found)\(outcome)"
                .replacing(root + "/", with: "")
        }
        .joined(separator: "\n")
    }
}
