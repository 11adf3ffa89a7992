import Foundation
package import Subprocess
import Testing

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// The output and the exit status of a program.
package struct Outcome: Sendable {
    package let output: String
    package let errors: String
    /// The exit status, or 128+n if signal n ended the program.
    package let status: Int32
}

/// A program that runs in its own process.
package struct Program: Sendable {
    package let executable: String
    package var arguments: [String]
    /// Variables that the program gets in addition to the variables of the test process. `nil` removes a variable.
    package var environment: [String: String?] = [:]
    /// The working directory, or `nil` for the working directory of the tests.
    package var folder: String?
    /// The text that ``run()`` writes to the program's standard input.
    package var input = ""

    package init(executable: String, arguments: [String] = []) {
        self.executable = executable
        self.arguments = arguments
    }

    package static func trackproof(_ arguments: String...) -> Program { trackproof(arguments) }

    package static func trackproof(_ arguments: [String]) -> Program {
        Program(executable: Products.command, arguments: arguments)
    }

    package static func python(_ arguments: String...) throws -> Program {
        Program(executable: try Products.environment("sdks") + "/bin/python", arguments: arguments)
    }

    package static func shell(_ script: String, _ arguments: [String]) -> Program {
        Program(executable: "/bin/sh", arguments: ["-c", script, "sh"] + arguments)
    }

    /// Runs the program until it ends.
    package func run() async throws -> Outcome {
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: Arguments(arguments), environment: try variables(),
            workingDirectory: folder.map { FilePath($0) }, platformOptions: .ownGroup,
            input: .string(input), output: .string(limit: 64 << 20), error: .string(limit: 64 << 20))
        return Outcome(
            output: result.standardOutput, errors: result.standardError, status: result.terminationStatus.asStatus)
    }

    /// Runs the program while `body` runs.
    ///
    /// `body` begins when the program has written its first line. When `body` ends, the program's standard input ends,
    /// and the program gets the signal `signalAtEnd`, if this is not `nil`.
    ///
    /// - Returns: The value that `body` returned, and the outcome of the program.
    package func run<Value: Sendable>(
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
                    let value = try await body(running.withLine(line))
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
            // The tests need only the status of a crashed program. Its backtrace would take a minute.
            "SWIFT_BACKTRACE": "enable=no",
            "PYTHONDONTWRITEBYTECODE": "1",
            "TRACKPROOF_TOKEN": nil,
        ]
        for (name, value) in environment { values[try #require(Environment.Key(rawValue: name))] = value }
        return .inherit.updating(values)
    }
}

extension PlatformOptions {
    /// Options that, if a test is cancelled, kill its process and all processes that this process starts.
    package static var ownGroup: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))
        ]
        return options
    }
}

/// A running program that has written its first line.
package struct RunningProgram: Sendable {
    /// The first line that the program wrote, without its line break.
    package private(set) var line = ""
    package let id: pid_t
    /// Sends the program a signal.
    package let send: @Sendable (Signal) throws -> Void

    fileprivate init(id: pid_t, _ send: @escaping @Sendable (Signal) throws -> Void) {
        self.id = id
        self.send = send
    }

    fileprivate func withLine(_ line: String) -> RunningProgram {
        var running = self
        running.line = line.trimmingCharacters(in: .newlines)
        return running
    }

    fileprivate func sendIfAlive(_ signal: Signal) {
        do {
            try send(signal)
        } catch {
            // The program has ended by itself. Its exit status gives the reason.
        }
    }
}

/// The error of a program that ended before it wrote its first line.
package struct EndedTooSoon: Error, CustomStringConvertible {
    package let outcome: Outcome
    package var description: String { "ended with status \(outcome.status): \(outcome.errors)" }
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
