import ArgumentParser
import Foundation
import Subprocess
import TrackproofFiles
import TrackproofConsole

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

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

        /// The signal that has asked `trackproof` to end, or `nil` if there was none.
        var signal: Int32? {
            if case .signalled(let signal, _) = self { signal } else { nil }
        }

        /// The exit status of `trackproof` if the command, or a check of its results, has failed.
        ///
        /// The status is 124 after a time-out. Otherwise, it is the command's own status if that is not 0, and 1 if it is.
        var failingStatus: ExitCode {
            if isTimedOut { return ExitStatus.timedOut.code }
            return status == 0 ? ExitStatus.differences.code : ExitCode(status)
        }
    }

    let name: String
    let arguments: [String]
    let environment: [String: String]
    /// The time limit of the command, in seconds. `nil` means no limit.
    let limit: Double?
    /// Where the standard output and the standard error of the command go.
    enum Output {
        /// To the streams of `trackproof`.
        case streams
        /// To the standard error of `trackproof`, because its standard output contains a result.
        case error
        case file(OpenFile)
    }

    var output = Output.streams
    /// Whether the command is ended, as at its time limit, if it still runs some seconds after a signal.
    var endsAfterSignal = false
    /// The closure to call before the command gets the first signal that asks it to end.
    var whenEnding: @Sendable () -> Void = {}

    /// Runs the command to its end.
    ///
    /// - Throws: ``CommandError`` with status 126 if the command cannot be executed, and with status 127 if the command
    ///   is not found.
    func run() async throws -> Outcome {
        let image = try ChildImage(
            path: try ProgramSearch.path(of: name), name: name, arguments: arguments, variables: environment,
            removing: Secrets.ownVariables)
        var options = PlatformOptions()
        // On a terminal, the command stays in the process group of `trackproof`. Ctrl-C and Ctrl-Z then reach the
        // command directly. Without a terminal, the command gets its own process group. One signal to the group then
        // ends the command and all processes that it started.
        let sharesTerminal = Self.isInForeground
        if !sharesTerminal { options.processGroupID = 0 }
        let guardian = ChildGuardian(
            ownsGroup: !sharesTerminal, endsAfterSignal: endsAfterSignal, whenEnding: whenEnding)
        try guardian.watch()
        defer { guardian.stop() }
        do {
            func stream(_ own: FileDescriptor) -> FileDescriptorOutput {
                let descriptor: FileDescriptor =
                    switch output {
                    case .streams: own
                    case .error: .standardError
                    case .file(let file): FileDescriptor(rawValue: file.descriptor)
                    }
                return .fileDescriptor(descriptor, closeAfterSpawningProcess: false)
            }
            let result = try await Subprocess.run(
                image.executable, arguments: image.arguments, environment: image.environment,
                platformOptions: options, input: .currentStandardInput, output: stream(.standardOutput),
                error: stream(.standardError)
            ) { execution in
                guardian.start(execution.processIdentifier.value, limit: limit)
            }
            guardian.stop()
            withExtendedLifetime(output) {}
            withExtendedLifetime(image) {}
            let status: Int32 =
                switch result.terminationStatus {
                case .exited(let code): code
                case .signaled(let signal): 128 + signal
                }
            return guardian.outcome(status: status)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw CommandError("\(name): cannot execute: its interpreter does not exist", .notExecutable)
        } catch let error as SubprocessError where error.code == .spawnFailed {
            throw CommandError("\(name): cannot execute: \(error)", .notExecutable)
        }
    }

    /// Whether this process is in the foreground of its terminal. The standard streams need not be the terminal.
    private static var isInForeground: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }
}
