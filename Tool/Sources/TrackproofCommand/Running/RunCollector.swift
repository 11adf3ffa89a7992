import Foundation
import Subprocess
import TrackproofBridgeReader
import TrackproofCollectorClient
import TrackproofConsole
import TrackproofJSON
import TrackproofFiles

#if canImport(System)
    import System
#else
    import SystemPackage
    import TrackproofPlatform
#endif

/// The collector that receives the requests of SDKs while a command runs. It is another process with a temporary store.
struct RunCollector {
    private let program: String
    private let folder: PrivateFolder
    /// The token that the control API requires, so that other users of this machine cannot use the API.
    private let token = String((0..<32).compactMap { _ in "abcdefghijklmnopqrstuvwxyz234567".randomElement() })
    /// The path of the file that gets the collector's messages.
    private var log: String { folder.path + "/messages" }

    init() throws {
        program = try CollectorProgram.path()
        folder = try PrivateFolder()
    }

    /// What the collector received, or the error that made the collector fail.
    typealias Taken = Result<ReceivedRequests, any Error>

    private struct Served: Sendable {
        let outcome: ChildCommand.Outcome
        let taken: Taken
    }

    /// Serves requests while `body` runs.
    ///
    /// If the collector fails, the method still returns the result of `body`, with the collector's error.
    ///
    /// - Parameter body: A closure that gets the environment variables with the addresses for SDKs.
    /// - Returns: The result of `body`, and what the collector received.
    /// - Throws: The error of `body`, or the error of a collector that failed before `body` started.
    func serve(
        while body: @escaping @Sendable ([String: String]) async throws -> ChildCommand.Outcome
    ) async throws -> (ChildCommand.Outcome, Taken) {
        let messages = try OpenFile(writing: log, flags: O_WRONLY | O_EXCL, mode: 0o600)
        let image = try ChildImage(
            path: program, name: "trackproof run --collect",
            arguments: ["--for-run", "--port", "0", "--store", folder.path + "/wire.sqlite"],
            variables: [EnvironmentVariable.collectorToken: token, EnvironmentVariable.version: Version.current],
            removing: Secrets.ownVariables)
        var options = PlatformOptions()
        // Ctrl-C ends the command, and not the collector, because the collector still has to answer.
        options.processGroupID = 0
        let result = try await Subprocess.run(
            image.executable, arguments: image.arguments, environment: image.environment, platformOptions: options,
            input: .inputWriter, output: .sequence,
            error: .fileDescriptor(FileDescriptor(rawValue: messages.descriptor), closeAfterSpawningProcess: false)
        ) { execution in
            // The collector ends when its standard input ends, after this closure.
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            guard let line = try await lines.next(), let address = URL(string: line) else { return Served?.none }
            let outcome = try await body(variables(for: address))
            let taken = Taken { try ReceivedRequests(of: CollectorConnection(address, token: token)) }
            return Served(outcome: outcome, taken: taken)
        }
        withExtendedLifetime((image, messages)) {}
        guard let served = result.closureResult else { throw failure(result.terminationStatus) }
        if case .failure = served.taken, let reason { return (served.outcome, .failure(reason)) }
        return (served.outcome, served.taken)
    }

    /// Removes the collector's files.
    func remove() { folder.remove() }

    /// The error of a collector that ended before it served requests.
    private func failure(_ status: TerminationStatus) -> CommandError {
        let message = reason?.message ?? "trackproof-collector ended before it served requests"
        guard case .exited(let code) = status, let status = ExitStatus(rawValue: code), status != .asExpected else {
            return CommandError(message, .ioFailed)
        }
        return CommandError(message, status)
    }

    /// The last message of the collector, or `nil` if there is none.
    private var reason: CommandError? {
        do throws(FileAccessError) {
            let text = String(decoding: try OpenFile(path: log).bytes(limit: 1 << 20), as: UTF8.self)
            guard let line = text.split(separator: "\n").last else { return nil }
            let prefix = "trackproof: "
            return CommandError(String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line), .ioFailed)
        } catch {
            return nil
        }
    }

    /// Returns the environment variables by which an app and its SDKs find the collector.
    ///
    /// The variables contain the addresses for SDKs and the token of the control API. `TRACKPROOF_RUN_COLLECTOR` tells UI
    /// tests not to forward the events of this collector, because `trackproof run` reads these events itself.
    private func variables(for address: URL) -> [String: String] {
        var variables = CollectorURL.variables(address)
        variables[EnvironmentVariable.runCollector] = address.absoluteString
        variables[EnvironmentVariable.collectorToken] = token
        return variables
    }
}
