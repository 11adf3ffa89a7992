import TestSupport
import Testing
import TrackproofPlans

@testable import TrackproofPlanning

/// An import of files that a test writes.
struct Imported {
    let text: String
    let report: ConversionReport
    private let folder: String

    /// Imports the files of a folder, or a single file. Checks that the text of the plan loads and has the form of
    /// `plan fmt`.
    ///
    /// - Parameters:
    ///   - files: The content of each file, by its name.
    ///   - path: The path to import in the folder, or `nil` to import the folder.
    init(_ format: OtherPlanFormat, _ files: [String: String], path: String? = nil) throws {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        let result = try folder.converting { try PlanImport(format, path: path.map(folder.file) ?? folder.path) }
        (text, report, self.folder) = (result.text, result.report, folder.path)
        #expect(try PlanForm.of(text) == text)
        _ = try TrackingPlan(PlanNode(yaml: Array(text.utf8), file: "plan.yaml"))
    }

    /// The text of the plan without the comment at its top and without the member `plan`.
    var body: String {
        text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("#") || $0 == "plan: 1" }
            .joined(separator: "\n")
    }

    /// Returns the losses of one weight, one on each line.
    func losses(_ weight: ConversionLoss.Weight) -> String {
        report.losses.filter { $0.weight == weight }.map { $0.line(in: folder) }.joined(separator: "\n")
    }
}

/// An export of the plan in a text.
struct Exported {
    let files: [PlanExport.File]
    let report: ConversionReport
    private let format: PlanExport.Format
    private let folder: String

    init(_ format: PlanExport.Format, _ text: String, vendor: String? = nil) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "plan.yaml")
        let export = try folder.converting {
            try PlanExport(format, PlanFiles(path: folder.file("plan.yaml")), vendor: vendor)
        }
        (files, report, self.format, self.folder) = (export.files, export.report, format, folder.path)
    }

    /// Imports the exported files.
    func imported() throws -> Imported {
        try Imported(
            #require(OtherPlanFormat(rawValue: format.rawValue)),
            Dictionary(files.map { ($0.path, $0.text) }, uniquingKeysWith: { $1 }),
            path: format.isFolder ? nil : files[0].path)
    }

    /// The losses, one on each line, each after its weight.
    var losses: String {
        report.losses.map { "\($0.weight.rawValue) \($0.line(in: folder))" }.joined(separator: "\n")
    }
}

/// The errors of a conversion, with paths that begin in the folder of the test.
struct ConversionFailure: Error, Equatable, CustomStringConvertible {
    let description: String
}

extension TemporaryFolder {
    /// Returns what `body` returns.
    ///
    /// - Throws: A ``ConversionFailure`` if `body` throws errors of a plan.
    fileprivate func converting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as PlanErrors {
            let description = "\(error)".replacing(path + "/", with: "").replacing(path, with: ".")
            throw ConversionFailure(description: description)
        }
    }
}

extension ConversionLoss {
    /// Returns the loss as a line, with paths that begin in the folder of the test.
    fileprivate func line(in folder: String) -> String {
        let names = [event, parameter].compactMap(\.self).joined(separator: ": ")
        let form = if case .changed(let form) = outcome { " → \(form)" } else { isWhole ? " (whole)" : "" }
        let other = first.map { " (first: \($0))" } ?? ""
        return "\(place) \(names): \(kind): \(found)\(form)\(other)".replacing(folder + "/", with: "")
    }
}
