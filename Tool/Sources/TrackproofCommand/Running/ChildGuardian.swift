import Dispatch
import Foundation

/// An object that passes the signals of this process on to a child process, and ends the child at a time limit.
final class ChildGuardian: @unchecked Sendable {
    // `@unchecked` is safe because the properties below are accessed only on `queue`.
    private let queue = DispatchQueue(label: "trackproof.child")
    private let ownsGroup: Bool
    /// Whether the child is ended, as at its time limit, if it still runs ``grace`` seconds after a signal.
    private let endsAfterSignal: Bool
    /// The closure to call before the child gets the first signal that asks it to end; `nil` after the call.
    private var whenEnding: (() -> Void)?
    private var child: pid_t?
    /// The signals that arrived before the child started.
    private var waiting: [Int32] = []
    private var signals: CaughtSignals?
    private var timer: (any DispatchSourceTimer)?
    private var timedOut = false
    /// The first signal that asked `trackproof` to end, or `nil` if there was no such signal.
    private var asked: Int32?

    /// The time from SIGTERM, which the child gets at the time limit, to SIGKILL, in seconds.
    private static let grace = 5.0

    init(ownsGroup: Bool, endsAfterSignal: Bool, whenEnding: @escaping @Sendable () -> Void) {
        (self.ownsGroup, self.endsAfterSignal, self.whenEnding) = (ownsGroup, endsAfterSignal, whenEnding)
    }

    /// Returns how the child ended. Call this method after ``stop()``.
    func outcome(status: Int32) -> ChildCommand.Outcome {
        queue.sync {
            if let asked, endsAfterSignal || !timedOut { return .signalled(asked, status: status) }
            return timedOut ? .timedOut(status: status) : .exited(status: status)
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

    func start(_ child: pid_t, limit: Double?) {
        queue.sync {
            self.child = child
            for number in waiting { send(number) }
            waiting = []
            if timer == nil, let limit { startTimer(limit) }
        }
    }

    private func forward(_ number: Int32) {
        if asked == nil, Self.endSignals.contains(number) {
            asked = number
            noteEnding()
            if endsAfterSignal, !timedOut { startTimer(Self.grace) }
        }
        // If the child is in the process group of `trackproof`, the terminal itself sends SIGINT and SIGQUIT to the
        // child.
        let isSentByTerminal = !ownsGroup && (number == SIGINT || number == SIGQUIT)
        if !isSentByTerminal { send(number) }
    }

    private func noteEnding() {
        whenEnding?()
        whenEnding = nil
    }

    private func startTimer(_ limit: Double) {
        timer?.cancel()
        let timer = DispatchSource.makeTimerSource(queue: queue)
        var isAsked = false
        timer.schedule(deadline: .now() + limit, repeating: Self.grace)
        timer.setEventHandler { [weak self] in
            self?.timedOut = true
            self?.noteEnding()
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
    /// Call this method after the child has ended. If the child timed out, or must end after a signal, and has its own
    /// process group, the method also kills the remaining processes of this group.
    func stop() {
        queue.sync {
            if timedOut || endsAfterSignal && asked != nil, ownsGroup, let child { kill(-child, SIGKILL) }
            child = nil
            signals?.stop()
            signals = nil
            timer?.cancel()
            timer = nil
            waiting = []
        }
    }
}
