internal import Dispatch
internal import Foundation

/// Passes our signals on to a child, and ends it at the limit.
final class ChildGuardian: @unchecked Sendable {
    // Unchecked: everything below is touched on `queue` only.
    private let queue = DispatchQueue(label: "trackproof.child")
    private let ownsGroup: Bool
    private var child: pid_t?
    /// Signals that came before there was a child.
    private var waiting: [Int32] = []
    private var signals: CaughtSignals?
    private var timer: (any DispatchSourceTimer)?
    private var timedOut = false
    private var asked: Int32?

    init(ownsGroup: Bool) { self.ownsGroup = ownsGroup }

    var isTimedOut: Bool { queue.sync { timedOut } }

    /// The first signal that asked for the end of the run; nil if none did.
    var endSignal: Int32? { queue.sync { asked } }

    /// The signals that ask for the end of a program. What the others mean is the child's affair.
    private static let endSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// From now on signals do not end this process but are for the child. It is started with all of them as usual.
    func watch() throws {
        try queue.sync {
            signals = try CaughtSignals([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2], on: queue) {
                [weak self] number in self?.forward(number)
            }
        }
    }

    func start(_ child: pid_t, limit: Double?, grace: Double) {
        queue.sync {
            self.child = child
            for number in waiting { send(number) }
            waiting = []
            if let limit { startTimer(limit, grace) }
        }
    }

    private func forward(_ number: Int32) {
        if asked == nil, Self.endSignals.contains(number) { asked = number }
        // The terminal sends these to the whole group by itself.
        let isSentByTerminal = !ownsGroup && (number == SIGINT || number == SIGQUIT)
        if !isSentByTerminal { send(number) }
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
        self.timer = timer
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
            timer?.cancel()
            timer = nil
            signals?.stop()
            signals = nil
            waiting = []
        }
    }
}
