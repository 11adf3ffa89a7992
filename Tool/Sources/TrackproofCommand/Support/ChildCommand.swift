internal import Foundation
internal import Subprocess
internal import Dispatch

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
        guardian.watch()
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

/// Passes our signals on to a child, and ends it at the limit.
private final class ChildGuardian: @unchecked Sendable {
    // Unchecked: everything below is touched on `queue` only.
    private let queue = DispatchQueue(label: "trackproof.child")
    private let ownsGroup: Bool
    private var child: pid_t?
    /// Signals that came before there was a child.
    private var waiting: [Int32] = []
    private var watched: [Int32] = []
    private var sources: [any DispatchSourceProtocol] = []
    private var timedOut = false
    private var asked: Int32?

    init(ownsGroup: Bool) { self.ownsGroup = ownsGroup }

    var isTimedOut: Bool { queue.sync { timedOut } }

    /// The first signal that asked for the end of the run; nil if none did.
    var endSignal: Int32? { queue.sync { asked } }

    /// The signals that ask for the end of a program. What the others mean is the child's affair.
    private static let endSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// From now on signals do not end this process but are for the child. It is started with all of them as usual.
    ///
    /// Returns when all of them are watched: a signal that comes before is lost, since it is ignored already.
    func watch() {
        let registration = DispatchGroup()
        queue.sync {
            for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2] { forward(number, registration) }
        }
        registration.wait()
    }

    func start(_ child: pid_t, limit: Double?, grace: Double) {
        queue.sync {
            self.child = child
            for number in waiting { send(number) }
            waiting = []
            if let limit { startTimer(limit, grace) }
        }
    }

    private func forward(_ number: Int32, _ registration: DispatchGroup) {
        let usual = signal(number, SIG_IGN)
        // What was ignored already, as by nohup, stays so.
        if unsafeBitCast(usual, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return }
        watched.append(number)
        // The terminal sends these to the whole group by itself.
        let isSentByTerminal = !ownsGroup && (number == SIGINT || number == SIGQUIT)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { [weak self] in
            self?.note(number)
            if !isSentByTerminal { self?.send(number) }
        }
        registration.enter()
        source.setRegistrationHandler { registration.leave() }
        source.resume()
        sources.append(source)
    }

    private func startTimer(_ limit: Double, _ grace: Double) {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        var isAsked = false
        timer.schedule(deadline: .now() + limit, repeating: grace)
        timer.setEventHandler { [weak self] in
            self?.timedOut = true
            self?.send(isAsked ? SIGKILL : SIGTERM)
            isAsked = true
        }
        timer.resume()
        sources.append(timer)
    }

    private func note(_ number: Int32) {
        if asked == nil, Self.endSignals.contains(number) { asked = number }
    }

    private func send(_ number: Int32) {
        guard let child else { return waiting.append(number) }
        kill(ownsGroup ? -child : child, number)
    }

    /// The child has ended: signals are for us again. What it left behind after a time-out ends with it.
    func stop() {
        queue.sync {
            if timedOut, ownsGroup, let child { kill(-child, SIGKILL) }
            child = nil
            for source in sources { source.cancel() }
            sources = []
            for number in watched { signal(number, SIG_DFL) }
            watched = []
        }
    }
}
