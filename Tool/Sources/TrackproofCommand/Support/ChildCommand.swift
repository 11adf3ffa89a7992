internal import Foundation
internal import Subprocess

/// The command that `run` starts: it has our standard streams, gets the signals we get, and is ended at the limit.
struct ChildCommand {
    /// How the command ended, as a shell would say it.
    struct Outcome {
        /// Its exit status; 128+n where signal n ended it.
        let status: Int32
        let isTimedOut: Bool
        /// The signal by which somebody asked for the end of the run; nil if nobody did.
        let endSignal: Int32?
    }

    let name: String
    let arguments: [String]
    let environment: [String: String]
    /// Seconds until the command is ended; nil is no limit.
    let limit: Double?

    /// Seconds between the request to end and the end by force.
    private static let grace = 5.0

    /// Runs the command to its end.
    ///
    /// - Throws: ``CommandError`` with 126 where it cannot be executed and 127 where it is not found.
    func run() async throws -> Outcome {
        let executable = try findExecutable()
        var options = PlatformOptions()
        // With a terminal the command shares our process group, as it would without us: Ctrl-C and Ctrl-Z reach it
        // from the terminal. Elsewhere it gets a group of its own, so that all it started can be ended together.
        let sharesTerminal = isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
        if !sharesTerminal { options.processGroupID = 0 }
        let guardian = ChildGuardian(ownsGroup: !sharesTerminal)
        try guardian.watch()
        defer { guardian.stop() }
        do {
            let result = try await Subprocess.run(
                executable, arguments: Arguments(arguments), environment: .inherit.updating(updates),
                platformOptions: options, input: .currentStandardInput, output: .currentStandardOutput,
                error: .currentStandardError
            ) { execution in
                guardian.start(execution.processIdentifier.value, limit: limit, grace: Self.grace)
            }
            guardian.stop()
            let status: Int32 =
                switch result.terminationStatus {
                case .exited(let code): code
                case .signaled(let signal): 128 + signal
                }
            return Outcome(status: status, isTimedOut: guardian.isTimedOut, endSignal: guardian.endSignal)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw notFound
        } catch let error as SubprocessError where error.code == .spawnFailed {
            throw CommandError("\(name): cannot be executed: \(error)", .notExecutable)
        }
    }

    /// Why there is nothing to start: a file that is no command, or none at all.
    private var notFound: CommandError {
        if name.contains("/") {
            return CommandError(
                "\(name): cannot be executed: the interpreter that it names is not there", .notExecutable)
        }
        let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        guard let file = folders.map({ "\($0)/\(name)" }).first(where: FileManager.default.fileExists) else {
            return CommandError("\(name): command not found", .notFound)
        }
        return CommandError("\(file): is not executable", .notExecutable)
    }

    private var updates: [Environment.Key: String?] {
        Dictionary(
            uniqueKeysWithValues: environment.compactMap { name, value in
                Environment.Key(rawValue: name).map { ($0, value) }
            })
    }

    /// The executable: a path where the name has a slash, else looked up in PATH by Subprocess.
    private func findExecutable() throws -> Executable {
        if name.isEmpty { throw CommandError("the command has an empty name: command not found", .notFound) }
        guard name.contains("/") else { return .name(name) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else {
            throw CommandError("\(name): no such file", .notFound)
        }
        guard !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: name) else {
            throw CommandError("\(name): is not executable", .notExecutable)
        }
        return Executable(path: name)
    }
}
