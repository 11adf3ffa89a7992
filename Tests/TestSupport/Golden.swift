import Foundation
public import Testing
import TrackproofPlatform

/// Compares a text with a golden file: the file `Golden/NAME.txt` in the folder of the test.
///
/// A golden file contains the accepted text. To accept new texts, run the tests with `TRACKPROOF_RECORD=all`, which
/// writes the files, and review the changes with `git diff`. A CI server never writes golden files.
public func expectGolden(
    _ name: String, _ text: String, filePath: StaticString = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = GoldenFile(name, filePath)
    if GoldenFile.isRecording { return try file.write(text) }
    guard let accepted = file.text else {
        Issue.record("\(file.path): no such file; write it with TRACKPROOF_RECORD=all", sourceLocation: sourceLocation)
        return
    }
    if accepted == text { return }
    let difference = GoldenFile.difference(from: accepted, to: text)
    Issue.record("the text differs from \(file.path):\n\(difference)", sourceLocation: sourceLocation)
}

/// A file with the accepted text of a test.
public struct GoldenFile: Sendable {
    /// The path of the file.
    public let path: String

    /// Whether tests write golden files.
    static let isRecording: Bool = {
        let environment = ProcessInfo.processInfo.environment
        return environment[EnvironmentVariable.record] == "all" && !CIServer.isRunning(in: environment)
    }()

    /// Creates a value for the file `Golden/NAME.txt` in the folder of a test's source file.
    public init(_ name: String, _ source: StaticString = #filePath) {
        path = URL(fileURLWithPath: "\(source)").deletingLastPathComponent().path + "/Golden/\(name).txt"
    }

    /// The accepted text, or `nil` if there is no such file.
    ///
    /// In the file, the text has a final line break more.
    public var text: String? {
        guard let data = FileManager.default.contents(atPath: path), data.last == 0x0A else { return nil }
        return String(decoding: data.dropLast(), as: UTF8.self)
    }

    func write(_ text: String) throws {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((text + "\n").utf8).write(to: url)
    }

    /// Returns the lines that differ, each with its number and with control characters escaped.
    static func difference(from accepted: String, to text: String) -> String {
        let (old, new) = (accepted.components(separatedBy: "\n"), text.components(separatedBy: "\n"))
        let difference = new.difference(from: old)
        let changes: [(line: Int, text: String)] = difference.map { change in
            switch change {
            case .remove(let offset, let line, _): (offset, "- \(offset + 1): \(line.debugDescription)")
            case .insert(let offset, let line, _): (offset, "+ \(offset + 1): \(line.debugDescription)")
            }
        }
        return changes.sorted { $0.line < $1.line }.prefix(40).map(\.text).joined(separator: "\n")
    }
}
