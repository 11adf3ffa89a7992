import Foundation
import TestPrograms

/// Runs scripts with the Python of the `control` environment, and with `trackproof` in `PATH`.
enum ControlPython {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Runs a program of the Python environment, or a script at a path. The output includes the standard error.
    ///
    /// - Parameter folder: The working directory.
    static func run(
        _ program: String, _ arguments: String..., in folder: URL, environment: [String: String] = [:]
    ) async throws -> Outcome {
        let programs = try Products.environment("control") + "/bin"
        let executable = program.contains("/") ? program : programs + "/" + program
        let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-python-\(UUID())")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        defer {
            // When a browser ends, its helper processes can still write to this folder. Files that are left do no harm.
            do { try FileManager.default.removeItem(at: temporary) } catch {}
        }
        var run = Program.shell(#"exec "$@" 2>&1"#, [executable] + arguments)
        run.folder = folder.path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        run.environment = [
            "TRACKPROOF_COLLECTOR": nil, "PATH": "\(programs):\(Products.searchPath):\(path)", "TMPDIR": temporary.path,
        ]
        for (name, value) in environment { run.environment[name] = value }
        return try await run.run()
    }
}
