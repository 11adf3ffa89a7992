internal import Foundation
internal import Glibc

/// What processes write to their standard output and error. Since each holds the pipe until it ends, also those that
/// were started by others, the end of the log is the end of them all.
final class ProcessLog: Sendable {
    /// So many of the newest bytes are kept.
    private let capacity: Int
    private let state: Monitor<State>
    private let readEnd: Int32

    private struct State {
        /// Where processes write; nil once no more are started.
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
                    // Not at each write, since what is kept has to move.
                    if surplus > capacity { state.bytes.removeFirst(surplus) }
                }
            }
            close(readEnd)
            state.change { $0.hasEnded = true }
        }
    }

    deinit { endWriting() }

    /// Calls `body` with the descriptor that processes are to write to.
    func withWriteEnd<Result>(_ body: (Int32) throws(DriverError) -> Result) throws(DriverError) -> Result {
        guard let descriptor = state.read({ $0.writeEnd }) else { throw .failed("the desktop is closed") }
        return try body(descriptor)
    }

    /// No more processes are started.
    func endWriting() {
        state.change { state in
            if let descriptor = state.writeEnd { close(descriptor) }
            state.writeEnd = nil
        }
    }

    /// Waits until every process that could write has ended.
    func waitForEnd(within limit: Duration) -> Bool {
        state.wait(until: Deadline(after: limit)) { $0.hasEnded ? true : nil } ?? false
    }

    var text: String {
        state.read { String(decoding: $0.bytes.suffix(capacity), as: UTF8.self) }
    }

    /// The last lines, for a message; empty where there are none.
    var lastLines: String {
        let lines = text.split(separator: "\n").suffix(10)
        return lines.isEmpty ? "" : "; its last words:\n" + lines.joined(separator: "\n")
    }
}
