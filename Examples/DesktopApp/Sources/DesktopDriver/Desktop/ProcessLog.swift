import Foundation
import Glibc

/// The text that processes write to their standard output and standard error.
///
/// Each process passes the pipe of the log on to the processes that it starts. The pipe ends only after all of these
/// processes have ended.
final class ProcessLog: Sendable {
    /// The maximum length of the log's text, in bytes. The log drops older bytes.
    private let capacity: Int
    private let state: Monitor<State>
    private let readEnd: Int32

    private struct State {
        /// The descriptor that processes write to, or `nil` if no more processes can start.
        var writeEnd: Int32?
        var bytes: [UInt8] = []
        var hasEnded = false
    }

    init(keeping capacity: Int = 256 << 10) throws(DriverError) {
        self.capacity = capacity
        let pipe = try Pipe()
        readEnd = pipe.readEnd
        state = Monitor(State(writeEnd: pipe.writeEnd))
        let (state, readEnd) = (state, readEnd)
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 1 << 14)
            while true {
                let count = retryingInterrupts { Glibc.read(readEnd, &buffer, buffer.count) }
                guard count > 0 else { break }
                state.change { state in
                    state.bytes += buffer[..<count]
                    let surplus = state.bytes.count - capacity
                    // Removes bytes only after `capacity` new bytes, because each removal moves all remaining bytes.
                    if surplus > capacity { state.bytes.removeFirst(surplus) }
                }
            }
            close(readEnd)
            state.change { $0.hasEnded = true }
        }
    }

    deinit { endWriting() }

    /// Calls `body` with the descriptor that processes write to.
    func withWriteEnd<Result>(_ body: (Int32) throws(DriverError) -> Result) throws(DriverError) -> Result {
        guard let descriptor = state.read({ $0.writeEnd }) else { throw .failed("the desktop is closed") }
        return try body(descriptor)
    }

    /// Closes the log's end for writing in the test process. After that, the driver can start no process with this log.
    func endWriting() {
        state.change { state in
            if let descriptor = state.writeEnd { close(descriptor) }
            state.writeEnd = nil
        }
    }

    /// Waits until every process with this log has ended. Returns `false` if this takes longer than `limit`.
    func waitForEnd(within limit: Duration) -> Bool {
        state.wait(until: Deadline(after: limit)) { $0.hasEnded ? true : nil } ?? false
    }

    var text: String {
        state.read { String(decoding: $0.bytes.suffix(capacity), as: UTF8.self) }
    }

    /// The last ten lines in the form for a failure message, or an empty text if there are no lines.
    var lastLines: String {
        let lines = text.split(separator: "\n").suffix(10)
        return lines.isEmpty ? "" : "; last output:\n" + lines.joined(separator: "\n")
    }
}
