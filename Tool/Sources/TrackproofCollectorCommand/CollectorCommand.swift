import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import TrackproofCollector
import TrackproofCollectorClient
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofPlatform
import UnixSignals

/// The collector: the server of `trackproof collect` and of `trackproof run --collect`.
@main
struct CollectorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Collect what real analytics SDKs send.",
        discussion: """
            Runs a local server, the collector, to which SDKs send instead of to their vendor. The collector decodes \
            and stores what they send. The page at the collector's address shows events as they arrive. The first line \
            on standard output is this address. With --tls, the second line is the https address. SIGINT and SIGTERM \
            end the collector.

            The page and the control API ask for a token, so that other users of this machine cannot read what \
            arrives. The collector makes a token at each start and writes it to ~/.trackproof/collector-PORT.token, \
            where the clients of Trackproof find it. SDKs do not need this token. With --no-token, there is no token.

            The collector accepts requests of Segment, RudderStack, Amplitude, Mixpanel, PostHog, Snowplow, Google \
            Analytics (Measurement Protocol, gtag.js), Matomo, Countly, AppMetrica (Post API) and OpenTelemetry \
            (logs). It recognizes the vendor by the path and the body. If it does not recognize the vendor, add the \
            vendor's name to the address, as in http://127.0.0.1:9090/mixpanel. Apps without an SDK post recordings to \
            /trackproof/v1/events.

            With --plan, the page and the control API show for each event whether it is in the tracking plan, and \
            whether it fits the plan. POST /trackproof/v1/check checks a session's events, for tests in any language.

            EXAMPLES
              Collect events, and show them on a page for a browser:
              trackproof collect
              Make a snapshot of what arrived, and compare later arrivals with it:
              trackproof collect --no-token &
              curl -s http://127.0.0.1:9090/trackproof/v1/export > wire.ndjson
              trackproof accept wire.ndjson --snapshot s.json
              trackproof verify wire.ndjson --snapshot s.json
              Collect from a phone in the same network:
              export TRACKPROOF_COLLECTOR_TOKEN="$(openssl rand -hex 16)"
              trackproof collect --host 0.0.0.0

            EXIT STATUS
              0 if a signal ended the collector; 65 if the store is not a Trackproof
              store; 73 if the address, the store, the folder of the token or the
              certificate is unavailable; 74 if writing failed.
            """,
        version: Version.current)

    /// How the user started the collector. `trackproof collect` becomes this program, with these words as its name.
    private static let name =
        CommandLine.arguments.first == "trackproof collect" ? "trackproof collect" : "trackproof-collector"

    // A negative number such as `-1` looks like an option. With `.unconditional`, ArgumentParser reads `-1` as the
    // port, and `validate()` rejects this port.
    @Option(parsing: .unconditional, help: "The port; 0 means any free port.")
    var port: Int = 9090

    @Option(
        help: ArgumentHelp(
            "The address to listen on. If other machines can reach this address, you must also set a token (--token).",
            valueName: "address"))
    var host: String = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "The SQLite file that stores what arrives. A running collector also uses FILE-wal, FILE-shm and FILE-lock.",
            valueName: "file"))
    var store: String = Self.defaultStore

    private static let defaultStore = "trackproof.sqlite"

    @Option(
        help: ArgumentHelp(
            """
            The token that the page and the control API ask for. SDKs then need the token too, as their API key \
            or in their path (/s/TOKEN). Other users can see this option in the list of processes. They cannot see the \
            environment variable TRACKPROOF_COLLECTOR_TOKEN, which also sets the token.
            """,
            valueName: "token"))
    var token: String?

    @Flag(help: "Ask for no token. Every user of this machine can then read what arrived.")
    var noToken = false

    @Flag(
        help: """
            Answer https too, for SDKs that require it. The SDKs must trust the certificate ~/.trackproof/ca.pem. The \
            collector makes this certificate the first time. It is valid only for this machine and private networks.
            """)
    var tls = false

    @Option(parsing: .unconditional, help: ArgumentHelp("The https port; 0 means any free port.", valueName: "port"))
    var tlsPort: Int = 9443

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Keep at most this many events. Requests without events are removed first, then the oldest requests.",
            valueName: "events"))
    var keepEvents: Int64 = 10_000_000

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Keep at most this many megabytes. Requests without events are removed first, then the oldest requests.",
            valueName: "megabytes"))
    var keepMegabytes: Int64 = 10_000

    @Option(parsing: .unconditional, help: ArgumentHelp("Keep requests for this many days.", valueName: "days"))
    var keepDays: Double?

    @OptionGroup var plan: PlanFlags

    /// Whether `trackproof run --collect` started this collector.
    ///
    /// SDKs then need no token. Nothing is logged, because `trackproof run` itself reports what the collector rejected or
    /// could not store. The collector ends when standard input ends, and so also if `trackproof run` is killed.
    @Flag(help: .hidden)
    var forRun = false

    @Option(help: .hidden)
    var requestSeconds: Int = CollectorLimits().requestSeconds

    @Option(help: .hidden)
    var replySeconds: Int = CollectorLimits().replySeconds

    func validate() throws {
        for (name, port) in [("--port", port), ("--tls-port", tlsPort)] where !(0...65_535).contains(port) {
            throw ValidationError("\(name) must be a number from 0 to 65535.")
        }
        // These checks come first, because `options` computes with these numbers.
        guard keepEvents > 0 else { throw ValidationError("--keep-events must be a positive number.") }
        guard keepMegabytes > 0, keepMegabytes < 1 << 40 else {
            throw ValidationError("--keep-megabytes must be a positive number.")
        }
        if let keepDays, !(keepDays > 0 && keepDays < 1e6) {
            throw ValidationError("--keep-days must be a positive number of days.")
        }
        for (name, seconds) in [("--request-seconds", requestSeconds), ("--reply-seconds", replySeconds)]
        where !(1...86_400).contains(seconds) {
            throw ValidationError("\(name) must be a number of seconds from 1 to 86400.")
        }
        if tls, !options.canBeSecure {
            throw ValidationError(
                "With --tls, --host must be localhost or an address of this machine or of a private network: "
                    + "there is no certificate for \(host).")
        }
        try (CommandFile.plan(plan.path) + CommandFile.written("--store", store)).requireDistinct()
        if noToken, token != nil { throw ValidationError("--token and --no-token cannot be combined.") }
        if let ownToken, !Collector.Options.isValidToken(ownToken) {
            throw ValidationError(
                "\(token == nil ? EnvironmentVariable.collectorToken : "--token") must have at least 16 characters; A-Z, a-z, "
                    + "0-9, '-', '.', '_' and '~' are allowed.")
        }
        if options.isReachableByOtherMachines, ownToken == nil {
            throw ValidationError(
                "Other machines can reach --host \(host), so the collector needs a token: set "
                    + "\(EnvironmentVariable.collectorToken) or --token.")
        }
    }

    /// The token that the user chose with `--token` or an environment variable, or `nil` if there is no such token.
    ///
    /// With `--no-token`, the environment variable is ignored.
    private var ownToken: String? {
        if noToken { return nil }
        return token
            ?? ProcessInfo.processInfo.environment[EnvironmentVariable.collectorToken].flatMap { $0.isEmpty ? nil : $0 }
    }

    private var options: Collector.Options {
        var options = Collector.Options(store: store)
        options.port = port
        options.host = host
        options.token = ownToken ?? (noToken ? nil : Collector.Options.makeToken())
        // Only the user can give a token to the SDKs in an app. The SDKs do not know a token that the collector makes
        // itself, so they do not have to send it.
        options.requiresTokenFromSDKs = ownToken != nil && !forRun
        options.retention = Retention(
            events: keepEvents, bytes: keepMegabytes * 1_000_000, seconds: keepDays.map { Int64($0 * 86_400) })
        options.limits.requestSeconds = requestSeconds
        options.limits.replySeconds = replySeconds
        return options
    }

    static func main() async {
        ProcessBytes.reserveStandardStreams()
        ignoreSignalsOfWrites()
        do {
            try Version.requireThatOfStarter()
            var command = try parseArguments()
            // A collector has a thread with its own files for each processor.
            try checkDescriptors(40 + 3 * ProcessInfo.processInfo.activeProcessorCount)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: commandError(error))
        }
    }

    /// Turns errors of the collector into a `CommandError` with an exit status. Returns any other error unchanged.
    private static func commandError(_ error: any Error) -> any Error {
        switch error {
        case let error as AddressError: CommandError("\(error)", .cannotCreate)
        case let error as StoreError: CommandError("\(error)", error.status)
        default: error
        }
    }

    /// How long the collector waits for unfinished requests after SIGINT or SIGTERM, in seconds.
    private static let grace = 5

    func run() async throws {
        var options = options
        options.limits.fit(
            openFiles: raiseFileLimit(to: options.limits.connections + 100), servers: tls ? 2 : 1)
        // The collector follows a symbolic link that the user names with `--store`. But another user could put a
        // symbolic link at the default path. Through this link, the collector could write to any file.
        if store == Self.defaultStore, isLink(store) {
            throw CommandError("\(store): is a symbolic link; name the intended file with --store", .cannotCreate)
        }
        let tokenFile = ownToken == nil ? try options.token.map { try CollectorTokenFile($0) } : nil
        let authority = tls ? try AuthorityFiles() : nil
        options.plan = try plan.loaded()
        options.secure = try authority.map { .init(port: tlsPort, authority: try $0.authority()) }
        var logger = Console.logger
        if forRun {
            logger.logLevel = .critical
            endWithStandardInput()
        }
        let collector = try Collector(options, logger: logger)
        let held = collector.requestsFromBefore
        if held > 0 {
            // An earlier collector process stored these requests. Without this message, the user would not expect
            // them in exports and comparisons.
            Console.note(
                "\(store): has \(held) earlier \(held == 1 ? "request" : "requests"); POST /trackproof/v1/reset "
                    + "empties the default session")
        }
        let server = CollectorServer(collector: collector) { addresses in
            await tokenFile?.write(for: addresses.http)
            if let authority { Console.note("for https, SDKs must trust the certificate \(authority.certificate)") }
            let lines = [addresses.http, addresses.https].compactMap { $0 }.joined(separator: "\n")
            // If no program reads standard output, the write fails. The collector then continues.
            do { try Console.output.write(lines + "\n") } catch { Console.note("\(error)") }
        }
        var configuration = ServiceGroupConfiguration(
            services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(Self.grace)
        // Up to here, a signal ends the process at once. For example, the plan can take long to read.
        let signals = StopSignals([SIGTERM, SIGINT], limit: Self.grace + 3)
        defer { withExtendedLifetime(signals) {} }
        do {
            try await ServiceGroup(configuration: configuration).run()
            await tokenFile?.remove()
        } catch {
            await tokenFile?.remove()
            try collector.close(isUnused: error is AddressError)
            throw error
        }
        try collector.close()
    }
}

/// Ends this process as SIGTERM does, as soon as standard input ends.
private func endWithStandardInput() {
    Thread.detachNewThread {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count == 0 || (count < 0 && errno != EINTR) { break }
        }
        kill(getpid(), SIGTERM)
    }
}

/// Raises the number of files that this process may have open at once.
///
/// Each connection of the collector counts as an open file, and so does each file of its store. Many systems allow
/// 1,024 open files until the process asks for more.
///
/// - Parameter count: The number of files that the process needs.
/// - Returns: The number of files that the process may open, at most `count`.
private func raiseFileLimit(to count: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(fileLimit, &limit) == 0 else { return count }
    let allowed = limit.rlim_cur
    if allowed >= count { return count }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    // If the system refuses the new limit, the process continues with the old limit.
    return Int(setrlimit(fileLimit, &limit) == 0 ? limit.rlim_cur : allowed)
}

#if canImport(Glibc)
    private let fileLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
    private let fileLimit = RLIMIT_NOFILE
#endif

/// A service that runs a collector until a signal shuts the service down.
private struct CollectorServer: Service {
    let collector: Collector
    let onStart: @Sendable (CollectorAddresses) async -> Void

    func run() async throws { try await collector.run(onStart: onStart) }
}

extension StoreError {
    /// The status with which the collector exits after this error.
    fileprivate var status: ExitStatus {
        switch reason {
        case .notAStore: .notUnderstood
        case .inUse, .cannotOpen: .cannotCreate
        case .failed: .ioFailed
        }
    }
}
