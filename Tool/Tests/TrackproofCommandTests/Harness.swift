import Foundation
// Re-exported, so that all tests can read the outcome of a program.
@_exported import TestPrograms
import TestSupport
import Testing

/// A new folder in which a test runs the built command. The folder is removed when this object is released.
final class Workplace: Sendable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path }

    func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

    func write(_ bytes: Data, to name: String) throws { try folder.write(bytes, to: name) }

    func read(_ name: String) throws -> String { try folder.read(name) }

    func has(_ name: String) -> Bool { folder.has(name) }

    func names() throws -> [String] { try folder.names() }

    /// Runs `trackproof` and waits until it ends.
    func trackproof(
        _ arguments: String..., input: String = "", environment: [String: String] = [:],
        limit: Duration = .seconds(240)
    ) async throws -> Outcome {
        try await run(Products.command, arguments, input: input, environment: environment, limit: limit)
    }

    /// Runs a shell script that finds `trackproof` and `trackproof-demo-app` in its PATH.
    func shell(
        _ script: String, input: String = "", environment: [String: String] = [:], limit: Duration = .seconds(240)
    ) async throws -> Outcome {
        try await run("/bin/sh", ["-c", script], input: input, environment: environment, limit: limit)
    }

    /// Runs a Python script under `trackproof run --collect`. The script can call functions of `collected_app.py`.
    func collect(_ app: String, _ options: String) async throws -> Outcome {
        try write("from collected_app import *\n" + app, to: "app.py")
        return try await shell("trackproof run --collect --bridge file \(options) -- python3 app.py")
    }

    /// Calls `run` with a limit for `--timeout`, in seconds, and with greater limits if this limit was too short.
    ///
    /// A limit was too short if it ended the app before the app wrote the file `ready`, as on a machine under load.
    func withGrowingTimeLimit(_ run: (Int) async throws -> Outcome) async throws -> Outcome {
        for limit in [1, 5, 25] {
            let outcome = try await run(limit)
            if has("ready") { return outcome }
        }
        return try await run(125)
    }

    /// The folder with the modules that apps in Python import.
    private static let pythonModules = URL(filePath: #filePath).deletingLastPathComponent().path + "/Python"

    private func run(
        _ executable: String, _ arguments: [String], input: String, environment: [String: String], limit: Duration
    ) async throws -> Outcome {
        try FileManager.default.createDirectory(atPath: folder.file("tmp"), withIntermediateDirectories: true)
        var program = Program(executable: executable, arguments: arguments)
        program.input = input
        program.folder = path
        program.environment = [
            "CI": "", "NO_COLOR": nil, "TRACKPROOF_RECORD": nil, "SNAPSHOT_TESTING_RECORD": nil,
            "TRACKPROOF_BRIDGE": nil, "TERM": "xterm", "TMPDIR": folder.file("tmp"), "PYTHONPATH": Self.pythonModules,
            "PATH": Products.searchPath + ":" + ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"],
        ]
        for (name, value) in environment { program.environment[name] = value }
        return try await withTimeLimit(limit) { [program] in try await program.run() }
    }
}

/// Runs `body`. After the limit, cancels `body`, which kills the process that `body` runs.
private func withTimeLimit<Value: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: limit)
            throw TimeLimitError(limit: limit)
        }
        defer { group.cancelAll() }
        return try #require(try await group.next())
    }
}

struct TimeLimitError: Error, CustomStringConvertible {
    let limit: Duration
    var description: String { "the process did not end within \(limit)" }
}

/// The device of Linux that refuses each write, as a full disk does.
enum FullDevice {
    static let exists = FileManager.default.fileExists(atPath: "/dev/full")
    /// The path of the device, or nothing on other systems.
    static let paths = exists ? ["/dev/full"] : []
}
