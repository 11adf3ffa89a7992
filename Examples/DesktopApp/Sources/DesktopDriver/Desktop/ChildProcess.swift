internal import Foundation
internal import Glibc

/// How a process ended.
package enum ProcessEnd: Equatable, Sendable, CustomStringConvertible {
    case status(Int32)
    case signal(Int32)

    package var description: String {
        switch self {
        case .status(let status): "ended with status \(status)"
        case .signal(let signal): "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
        }
    }
}

/// A process that was started for a test. What is left of its group when it ends, ends with it.
final class ChildProcess: Sendable {
    let name: String
    let id: pid_t
    private let state = Monitor<ProcessEnd?>(nil)

    /// `atEnd` is called once the process has ended.
    init(
        _ name: String, _ request: Spawner.Request, atEnd: @escaping @Sendable () -> Void = {}
    ) throws(DriverError) {
        self.name = name
        id = try Spawner.shared.spawn(request)
        let (id, state) = (id, state)
        Thread.detachNewThread {
            var info = siginfo_t()
            // Leaves it as it is, so that its id stays its own until it is reaped under the lock.
            _ = retryingInterrupts { waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) }
            state.change { end in
                kill(-id, SIGKILL)
                var status: Int32 = 0
                _ = retryingInterrupts { waitpid(id, &status, 0) }
                end = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
            }
            atEnd()
        }
    }

    /// How it ended; nil while it runs.
    var end: ProcessEnd? { state.read { $0 } }

    /// Signals its group, unless it has ended.
    func signal(_ signal: Int32) {
        state.read { end in
            if end == nil { kill(-id, signal) }
        }
    }

    /// Waits for its end; nil where it still runs then.
    func waitForEnd(within limit: Duration) -> ProcessEnd? {
        state.wait(until: Deadline(after: limit)) { $0 }
    }

    /// Asks it to end, and makes it after `limit`.
    @discardableResult
    func terminate(within limit: Duration) -> ProcessEnd {
        signal(SIGTERM)
        if let end = waitForEnd(within: limit) { return end }
        signal(SIGKILL)
        // What the kernel kills does end.
        return state.wait(until: nil) { $0 } ?? .signal(SIGKILL)
    }
}
