import _TrackproofTestSupport
import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// An import of files that a test writes.
struct Imported {
    let text: String
    let report: ConversionReport

    /// Imports the files of a folder, or a single file. Checks that the plan has the form of `plan fmt`.
    ///
    /// - Parameters:
    ///   - files: The content of each file, by its name.
    ///   - path: The path to import in the folder, or `nil` to import the folder.
    init(_ format: OtherPlanFormat, _ files: [String: String], path: String? = nil) throws {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        let result: PlanImport
        do {
            result = try PlanImport(format, path: path.map(folder.file) ?? folder.path)
        } catch let error as PlanErrors {
            throw ImportFailure(description: "\(error)".replacing(folder.path + "/", with: ""))
        }
        (text, report) = (result.text, result.report)
        root = folder.path
        #expect(try PlanFormatter.form(of: Array(text.utf8), file: "plan.yaml") == text)
    }

    private let root: String

    /// The text of the plan without the comment at its top and without the member `plan`.
    var body: String {
        text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("#") || $0 == "plan: 1" }
            .joined(separator: "\n")
    }

    /// The losses of one weight, one on each line.
    func losses(_ weight: ConversionLoss.Weight) -> String {
        report.losses.filter { $0.weight == weight }.map { loss in
            let names = [loss.event, loss.parameter].compactMap(\.self).joined(separator: ": ")
            let outcome =
                if case .changed(let form) = loss.outcome { " → \(form)" } else { loss.isWhole ? " (whole)" : "" }
            let first = loss.first.map { " (first: \($0))" } ?? ""
            let line = "\(loss.place) \(names): \(loss.kind): \(loss.found)\(outcome)\(first)"
            return line.replacing(root + "/", with: "")
        }
        .joined(separator: "\n")
    }
}

/// The errors of an import, with paths that begin in the folder of the test.
struct ImportFailure: Error, Equatable, CustomStringConvertible {
    let description: String
}

/// Returns the errors of an import, or "" if it succeeds.
func importErrors(_ format: OtherPlanFormat, _ files: [String: String], path: String? = nil) throws -> String {
    do {
        _ = try Imported(format, files, path: path)
        return ""
    } catch let error as ImportFailure {
        return error.description
    }
}

extension Imported {
    /// Returns the path and the id of each finding for an event that JSON text describes. "" means that the event fits.
    func findings(_ json: String) throws -> String {
        let plan = try TrackingPlan(PlanNode(yaml: Array(text.utf8), file: "plan.yaml"))
        return PlanChecker(plan).findings(for: try event(json), CheckContext()).map { "\($0.path) \($0.id.rawValue)" }
            .sorted().joined(separator: ", ")
    }
}

/// Returns a CSV table whose rows all have as many cells as the header. Adds empty cells at the ends of rows.
func csv(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func width(_ line: String) -> Int {
        line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .reduce(0) { $0 + ($1.offset.isMultiple(of: 2) ? $1.element.count { $0 == "," } : 0) }
    }
    let most = width(lines[0])
    return lines.map { line in
        line.isEmpty ? line : line + String(repeating: ",", count: max(0, most - width(line)))
    }
    .joined(separator: "\n")
}
