internal import Foundation
internal import Subprocess

/// The command that `trackproof run` starts.
///
/// The command uses the standard streams of `trackproof`. `trackproof` passes signals on to the command, and ends the
/// command at the time limit.
struct ChildCommand {
    /// How the command ended.
    ///
    /// The status is the one that a shell would report: the exit status of the command, or 128+n if signal n ended it.
    enum Outcome: Sendable, Equatable {
        /// The command ended by itself.
        case exited(status: Int32)
        /// The command ended after a signal had asked `trackproof` to end.
        case signalled(Int32, status: Int32)
        /// The command ended after its time limit.
        case timedOut(status: Int32)

        var status: Int32 {
            switch self {
            case .exited(let status), .signalled(_, let status), .timedOut(let status): status
            }
        }

        var isTimedOut: Bool {
            if case .timedOut = self { true } else { false }
        }
    }

    let name: String
    let arguments: [String]
    let environment: [String: String]
    /// The time limit of the command, in seconds. `nil` means no limit.
    let limit: Double?

    /// The time from SIGTERM, which the command gets at the time limit, to SIGKILL, in seconds.
    private static let grace = 5.0

    /// Runs the command to its end.
    ///
    /// - Throws: ``CommandError`` with status 126 if the command cannot be executed, and with status 127 if the command
    ///   is not found.
    func run() async throws -> Outcome {
        let executable = try findExecutable()
        var options = PlatformOptions()
        // On a terminal, the command stays in the process group of `trackproof`. Ctrl-C and Ctrl-Z then reach the
        // command directly. Without a terminal, the command gets its own process group. One signal to the group then
        // ends the command and all processes that it started.
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
            return guardian.outcome(status: status)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw notFound
        } catch let error as SubprocessError where error.code == .spawnFailed {
            throw CommandError("\(name): cannot execute: \(error)", .notExecutable)
        }
    }

    /// The error that says why Subprocess found no executable.
    ///
    /// There are three possible reasons: the interpreter of a script does not exist, the file in `PATH` is not
    /// executable, or there is no such file.
    private var notFound: CommandError {
        if name.contains("/") {
            return CommandError(
                "\(name): cannot execute: its interpreter does not exist", .notExecutable)
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

    /// Returns the executable of the command.
    ///
    /// A name with a slash is a path. Subprocess looks up any other name in `PATH`.
    private func findExecutable() throws -> Executable {
        if name.isEmpty { throw CommandError("the name of the command is empty", .notFound) }
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
