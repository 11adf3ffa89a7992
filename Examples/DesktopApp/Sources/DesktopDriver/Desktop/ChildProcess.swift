import Foundation
import Glibc

/// The exit status of a process, or the signal that ended the process.
package enum ProcessEnd: Equatable, Sendable, CustomStringConvertible {
    case status(Int32)
    case signal(Int32)

    package var description: String {
        switch self {
        case .status(let status): "exited with status \(status)"
        case .signal(let signal): "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
        }
    }
}

/// A process that the driver started. When it ends, the driver kills the other processes of its process group.
final class ChildProcess: Sendable {
    let name: String
    let id: pid_t
    private let state = Monitor<ProcessEnd?>(nil)

    /// Starts a process.
    ///
    /// - Parameter atEnd: A closure that is called after the process has ended.
    init(
        _ name: String, _ request: Spawner.Request, atEnd: @escaping @Sendable () -> Void = {}
    ) throws(DriverError) {
        self.name = name
        id = try Spawner.shared.spawn(request)
        let (id, state) = (id, state)
        Thread.detachNewThread {
            var info = siginfo_t()
            // With `WNOWAIT`, the process stays a zombie, so the kernel does not reuse its id. `waitpid` reaps the
            // zombie under the lock.
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

    /// The exit status or the signal that ended the process, or `nil` while the process runs.
    var end: ProcessEnd? { state.read { $0 } }

    /// Sends a signal to the group of the process. Does nothing if the process has ended.
    func signal(_ signal: Int32) {
        state.read { end in
            if end == nil { kill(-id, signal) }
        }
    }

    /// Waits for the end of the process. Returns `nil` if the process still runs after `limit`.
    func waitForEnd(within limit: Duration) -> ProcessEnd? {
        state.wait(until: Deadline(after: limit)) { $0 }
    }

    /// Sends SIGTERM to the process. If the process still runs after `limit`, ends it with SIGKILL.
    @discardableResult
    func terminate(within limit: Duration) -> ProcessEnd {
        signal(SIGTERM)
        if let end = waitForEnd(within: limit) { return end }
        signal(SIGKILL)
        // SIGKILL always ends a process, so this wait needs no limit.
        return state.wait(until: nil) { $0 } ?? .signal(SIGKILL)
    }
}
