internal import Foundation

/// Output files that appear whole or not at all.
enum WholeFile {
    /// Writes text to a file, replacing it; missing folders are made.
    static func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw CommandError("\(path): cannot create: \(error.localizedDescription)", .cannotCreate)
        }
    }
}
