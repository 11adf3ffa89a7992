import Foundation
import Subprocess
import Testing

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// What a program said, and how it ended.
struct Outcome: Sendable {
    let output: String
    let errors: String
    /// The exit status; 128+n where signal n ended it.
    let status: Int32
}

/// A program of its own process.
struct Program: Sendable {
    let executable: String
    var arguments: [String] = []
    /// Variables besides those of the tests; nil where one is not to be there.
    var environment: [String: String?] = [:]
    /// Where it runs; nil is where the tests do.
    var folder: String?

    static func trackproof(_ arguments: String...) -> Program { trackproof(arguments) }

    static func trackproof(_ arguments: [String]) -> Program {
        Program(executable: Products.command, arguments: arguments)
    }

    static func python(_ arguments: String...) throws -> Program {
        Program(executable: try Products.python("sdks") + "/python", arguments: arguments)
    }

    static func shell(_ script: String, _ arguments: [String]) -> Program {
        Program(executable: "/bin/sh", arguments: ["-c", script, "sh"] + arguments)
    }

    /// Runs it to its end.
    func run() async throws -> Outcome {
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: Arguments(arguments), environment: try variables(),
            workingDirectory: folder.map { FilePath($0) }, platformOptions: .ownGroup, input: .none,
            output: .string(limit: 16 << 20),
            error: .string(limit: 16 << 20))
        return Outcome(
            output: result.standardOutput, errors: result.standardError, status: result.terminationStatus.asStatus)
    }

    /// Runs it beside `body`, which begins when it has written its first line. When `body` is over, its input ends and
    /// it gets the signal, if there is one.
    ///
    /// - Returns: what `body` returned, and how the program ended.
    func run<Value: Sendable>(
        signalAtEnd: Signal? = nil, beside body: @escaping @Sendable (RunningProgram) async throws -> Value
    ) async throws -> (value: Value, outcome: Outcome) {
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: Arguments(arguments), environment: try variables(),
            workingDirectory: folder.map { FilePath($0) }, platformOptions: .ownGroup, input: .inputWriter,
            output: .sequence, error: .string(limit: 16 << 20)
        ) { execution -> Result<Value, any Error> in
            let running = RunningProgram(id: execution.processIdentifier.value) { signal in
                try execution.send(signal: signal)
            }
            do {
                for try await line in execution.standardOutput.strings() {
                    let value = try await body(running.saying(line))
                    if let signalAtEnd { running.sendIfAlive(signalAtEnd) }
                    return .success(value)
                }
                return .failure(SilentProgram())
            } catch {
                running.sendIfAlive(.kill)
                return .failure(error)
            }
        }
        let outcome = Outcome(
            output: "", errors: result.standardError, status: result.terminationStatus.asStatus)
        do {
            return (try result.closureResult.get(), outcome)
        } catch is SilentProgram {
            throw EndedTooSoon(outcome: outcome)
        }
    }

    private func variables() throws -> Environment {
        var values: [Environment.Key: String?] = [
            // A crash is a status here, not a minute of symbols.
            "SWIFT_BACKTRACE": "enable=no",
            "PYTHONDONTWRITEBYTECODE": "1",
            "TRACKPROOF_TOKEN": nil,
        ]
        for (name, value) in environment { values[try #require(Environment.Key(rawValue: name))] = value }
        return .inherit.updating(values)
    }
}

extension PlatformOptions {
    /// A process that is killed with all that it starts, where its test is cancelled.
    static var ownGroup: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))
        ]
        return options
    }
}

/// A program that has written its first line.
struct RunningProgram: Sendable {
    /// The line, without its end.
    private(set) var line = ""
    let id: pid_t
    /// Sends it a signal.
    let send: @Sendable (Signal) throws -> Void

    fileprivate init(id: pid_t, _ send: @escaping @Sendable (Signal) throws -> Void) {
        self.id = id
        self.send = send
    }

    fileprivate func saying(_ line: String) -> RunningProgram {
        var running = self
        running.line = line.trimmingCharacters(in: .newlines)
        return running
    }

    fileprivate func sendIfAlive(_ signal: Signal) {
        do {
            try send(signal)
        } catch {
            // It has ended by itself; its status says how.
        }
    }
}

/// A program that ended before it had written a line.
struct EndedTooSoon: Error, CustomStringConvertible {
    let outcome: Outcome
    var description: String { "ended with status \(outcome.status): \(outcome.errors)" }
}

private struct SilentProgram: Error {}

extension TerminationStatus {
    fileprivate var asStatus: Int32 {
        switch self {
        case .exited(let code): code
        case .signaled(let signal): 128 + signal
        }
    }
}
