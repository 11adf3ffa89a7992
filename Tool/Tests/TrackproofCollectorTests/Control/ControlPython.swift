import Foundation
import Subprocess
import Testing

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Runs scripts with the Python that `Tool/setup-control.sh` set up, and with `trackproof` in their path.
enum ControlPython {
    /// How a script ended, and all it said.
    struct Outcome {
        let status: Int32
        let output: String
    }

    /// The repository.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Where the build put `trackproof`: beside the tests.
    private static let products: URL = {
        #if os(macOS)
            Bundle(for: ControlBundle.self).bundleURL.deletingLastPathComponent()
        #else
            Bundle.main.bundleURL
        #endif
    }()

    /// The folder of the virtual environment's programs.
    static func programs() throws -> URL {
        var folder = products
        while folder.path != "/" {
            let programs = folder.appendingPathComponent("control/bin")
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("control/stamp").path) {
                return programs
            }
            folder.deleteLastPathComponent()
        }
        throw ControlPythonMissing()
    }

    /// Runs a program of the environment, or a script by its path.
    ///
    /// - Parameter folder: where it runs.
    static func run(
        _ program: String, _ arguments: String..., in folder: URL, environment: [String: String] = [:],
        limit: Duration = .seconds(120)
    ) async throws -> Outcome {
        let programs = try programs()
        var values: [Environment.Key: String?] = [
            "PATH": [programs.path, products.path, ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
                .joined(separator: ":"),
            // A crash is a status here, not a minute of symbols. Nothing is left beside the scripts.
            "SWIFT_BACKTRACE": "enable=no", "PYTHONDONTWRITEBYTECODE": "1", "TRACKPROOF_COLLECTOR": nil,
        ]
        for (name, value) in environment { values[try #require(Environment.Key(rawValue: name))] = value }
        let inherited = Environment.inherit.updating(values)
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(5)),
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1)),
        ]
        let platformOptions = options
        let executable = program.contains("/") ? program : programs.appendingPathComponent(program).path
        return try await withThrowingTaskGroup(of: Outcome.self) { group in
            group.addTask {
                let result = try await Subprocess.run(
                    .path(FilePath(executable)), arguments: Arguments(arguments), environment: inherited,
                    workingDirectory: FilePath(folder.path), platformOptions: platformOptions,
                    output: .string(limit: 16 << 20), error: .combinedWithOutput)
                let status: Int32 =
                    switch result.terminationStatus {
                    case .exited(let code): code
                    case .signaled(let signal): 128 + signal
                    }
                return Outcome(status: status, output: result.standardOutput)
            }
            group.addTask {
                try await Task.sleep(for: limit)
                throw ControlPythonTimeout(program: program, limit: limit)
            }
            defer { group.cancelAll() }
            return try #require(try await group.next())
        }
    }
}

struct ControlPythonMissing: Error, CustomStringConvertible {
    var description: String {
        "the tests' Python is not set up: run Tool/setup-control.sh with the build's scratch folder, as make test-tool does"
    }
}

struct ControlPythonTimeout: Error, CustomStringConvertible {
    let program: String
    let limit: Duration
    var description: String { "\(program) did not end within \(limit)" }
}

private final class ControlBundle {}
