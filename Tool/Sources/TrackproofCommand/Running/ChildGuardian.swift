import Dispatch
import Foundation

/// An object that passes the signals of this process on to a child process, and ends the child at a time limit.
final class ChildGuardian: @unchecked Sendable {
    // `@unchecked` is safe because the properties below are accessed only on `queue`.
    private let queue = DispatchQueue(label: "trackproof.child")
    private let ownsGroup: Bool
    private var child: pid_t?
    /// The signals that arrived before the child started.
    private var waiting: [Int32] = []
    private var signals: CaughtSignals?
    private var timer: (any DispatchSourceTimer)?
    private var timedOut = false
    /// The first signal that asked `trackproof` to end, or `nil` if there was no such signal.
    private var asked: Int32?

    init(ownsGroup: Bool) { self.ownsGroup = ownsGroup }

    /// Returns how the child ended. Call this method after ``stop()``.
    func outcome(status: Int32) -> ChildCommand.Outcome {
        queue.sync {
            if timedOut { return .timedOut(status: status) }
            if let asked { return .signalled(asked, status: status) }
            return .exited(status: status)
        }
    }

    /// The signals that ask a program to end. They do not include SIGUSR1 and SIGUSR2, whose meaning the child decides.
    private static let endSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Catches signals, so that they do not end this process, and passes them on to the child.
    ///
    /// The child does not inherit the signal handlers.
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
        // If the child is in the process group of `trackproof`, the terminal itself sends SIGINT and SIGQUIT to the
        // child.
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
        // A stopped process gets other signals only when it continues.
        if Self.endSignals.contains(number) { kill(ownsGroup ? -child : child, SIGCONT) }
    }

    /// Cancels the time limit, and restores the default effect of signals on this process.
    ///
    /// Call this method after the child has ended. If the child timed out and has its own process group, the method
    /// also kills the remaining processes of this group.
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
