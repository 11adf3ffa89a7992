import Foundation
import TrackproofPlanning
import TrackproofPlans

/// Fuzzes the imports of other tools' plans, and the exports of what they import.
///
/// The first byte selects the format, and the other bytes are the file. If the importer rejects the file, its errors must
/// name lines. If it accepts the file, Trackproof must be able to read the plan and to export it, and to import what it
/// exported.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImport(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let first = bytes.first else { return 0 }
    let format = OtherPlanFormat.allCases[Int(first) % OtherPlanFormat.allCases.count]
    do {
        guard let text = try imported(format, Data(bytes.dropFirst())) else { return 0 }
        let file = folder.appendingPathComponent("plan.yaml")
        try Data(text.utf8).write(to: file)
        let plan = try PlanFiles(path: file.path)
        for other in PlanExport.Format.allCases {
            let export = try PlanExport(other, plan, vendor: "com.example")
            guard let only = export.files.first, !other.isFolder else { continue }
            guard let back = OtherPlanFormat(rawValue: other.rawValue) else { fatalError("no import of \(other)") }
            _ = try imported(back, Data(only.text.utf8))
        }
    } catch {
        fatalError("\(format.rawValue): \(error)")
    }
    return 0
}

/// A folder for the files of this process.
private let folder: URL = {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("fuzz-import-\(ProcessInfo.processInfo.processIdentifier)")
    do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
        fatalError("\(folder.path): \(error)")
    }
    return folder
}()

/// Returns the imported plan, or `nil` if the file is not in the format.
///
/// - Throws: All errors but those that say what is wrong with the file.
private func imported(_ format: OtherPlanFormat, _ data: Data) throws -> String? {
    let file = folder.appendingPathComponent("plan")
    try data.write(to: file)
    do {
        return try PlanImport(format, path: file.path).text
    } catch let error as PlanErrors {
        precondition(
            !error.list.isEmpty && error.list.allSatisfy { $0.place.line >= 1 && !$0.message.isEmpty },
            "expected errors with places, got \(error)")
        return nil
    }
}
