import Foundation

/// A server that a script starts.
///
/// The script prints one line when the server is ready. The script stops the server when the script's standard input
/// ends. The input ends when this object is released, or when the process of the tests ends.
final class ScriptServer: Sendable {
    /// The line that the script printed when the server was ready.
    let line: String
    private let input = Pipe()

    /// Starts a server, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - script: The path of the script, relative to the folder of `file`.
    ///   - arguments: The arguments of the script.
    ///   - environment: Variables that are added to those of this process.
    /// - Throws: ``ScriptServerError`` if the script ends before the server is ready.
    init(
        _ script: String, _ arguments: [String], environment: [String: String] = [:], file: String = #filePath
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments =
            [URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(script).path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var bytes = Data()
        while !bytes.contains(0x0A), case let new = output.fileHandleForReading.availableData, !new.isEmpty {
            bytes += new
        }
        guard bytes.contains(0x0A) else { throw ScriptServerError(script: script) }
        line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }
}

struct ScriptServerError: Error, CustomStringConvertible {
    let script: String
    var description: String { "\(script) did not start its server; its messages are above" }
}
