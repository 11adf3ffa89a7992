import Foundation
import Subprocess
import TestPrograms
import Testing

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// The output and the exit status of a process.
struct Outcome {
    let output: String
    let errors: String
    /// The exit status, or 128+n if signal n ended the process.
    let status: Int32
}

/// A new folder in which a test runs the built command. The folder is removed when this object is released.
final class Workplace: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-test-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.resolvingSymlinksInPath().path
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Issue.record("\(path) stays: \(error)")
        }
    }

    // MARK: Files

    func write(_ text: String, to name: String) throws {
        try write(Data(text.utf8), to: name)
    }

    func write(_ bytes: Data, to name: String) throws {
        let url = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }

    func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + name)
    }

    /// Returns the names of the files in the folder, including hidden files.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    // MARK: Processes

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

    private func run(
        _ executable: String, _ arguments: [String], input: String, environment: [String: String], limit: Duration
    ) async throws -> Outcome {
        var values: [Environment.Key: String?] = [
            "CI": nil, "NO_COLOR": nil, "TRACKPROOF_RECORD": nil, "SNAPSHOT_TESTING_RECORD": nil,
            "TRACKPROOF_BRIDGE": nil, "TRACKPROOF_TOKEN": nil, "TERM": "xterm", "TMPDIR": path + "/tmp",
            // The tests need only the status of a crashed program. Its backtrace would take a minute.
            "SWIFT_BACKTRACE": "enable=no",
            "PATH": Products.searchPath + ":" + ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"],
        ]
        for (name, value) in environment { values[try #require(Environment.Key(rawValue: name))] = value }
        try FileManager.default.createDirectory(atPath: path + "/tmp", withIntermediateDirectories: true)
        let inherited = Environment.inherit.updating(values)
        // When the time limit ends the process, the system also kills all processes in its group.
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))
        ]
        let platformOptions = options
        return try await withTimeLimit(limit) { [path] in
            let result = try await Subprocess.run(
                .path(FilePath(executable)), arguments: Arguments(arguments), environment: inherited,
                workingDirectory: FilePath(path), platformOptions: platformOptions, input: .string(input),
                output: .string(limit: 64 << 20), error: .string(limit: 64 << 20))
            let status: Int32 =
                switch result.terminationStatus {
                case .exited(let code): code
                case .signaled(let signal): 128 + signal
                }
            return Outcome(output: result.standardOutput, errors: result.standardError, status: status)
        }
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
