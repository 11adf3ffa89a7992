import Trackproof
import TrackproofPlatform

/// A channel that receives the lines of all writers that connect to a socket, on a single thread.
final class SocketChannel: BridgeChannel {
    private let control = Lock(Control())
    private let wakeUpPipe: WakeUpPipe

    /// The requests of other threads to the reading thread, and the answers of the reading thread.
    private struct Control: Sendable {
        var askedBarriers: Int64 = 0
        /// The number of the newest barrier that the reading thread has sent to the writers.
        var knownBarriers: Int64 = 0
        var passedBarriers: Int64 = 0
        var isFinishing = false
        var isFinished = false
        /// Whether connections were waiting to be accepted when the bridge ended.
        var hasCutQueue = false
        var writerCount = 0
        /// The writers when the newest barrier passed or when the bridge ended.
        var writers: [BridgeWriter] = []
        /// The writers that have not answered the barrier `knownBarriers`.
        var silent: [BridgeWriter] = []
    }

    init(
        _ listener: Listener, token: String, receive: @escaping @Sendable (RecordedEvent, String) -> Void,
        onChange: @escaping @Sendable () -> Void
    ) throws {
        wakeUpPipe = try WakeUpPipe()
        let loop = ReadingLoop(listener: listener, wakeUpPipe: wakeUpPipe, token: token, receive: receive)
        guard Platform.startThread({ [control] in Self.run(loop, control, onChange) }) else {
            throw BridgeReaderError("cannot start a thread to read the bridge")
        }
    }

    var writerCount: Int { control.withLock(\.writerCount) }

    var lostInput: String? {
        control.withLock(\.hasCutQueue)
            ? "the bridge's port: connections were still waiting when the bridge ended, so events may be missing" : nil
    }

    var writers: [BridgeWriter] { control.withLock(\.writers) }

    func barrier(within limit: Double) -> BridgeBarrier {
        let number = control.withLock { control -> Int64 in
            control.askedBarriers += 1
            return control.askedBarriers
        }
        wakeUpPipe.ring()
        let deadline = Platform.monotonicNanoseconds() + UInt64(max(0, limit) * 1e9)
        _ = control.wait(until: deadline) { control -> Void? in
            control.passedBarriers >= number || control.isFinished ? () : nil
        }
        return control.withLock { control in
            if control.passedBarriers >= number { return .passed }
            // Until the reading thread has sent this barrier, `silent` contains the writers that have not answered an
            // earlier barrier.
            return .silent(control.knownBarriers >= number ? control.silent : [])
        }
    }

    func finish(within limit: Double) -> [BridgeWriter] {
        // A silent writer appears in the result as open and without a goodbye.
        _ = barrier(within: limit)
        cancel()
        // After `cancel()`, the reading thread ends at once, because it never waits for a writer.
        return control.wait(until: nil) { $0.isFinished ? $0.writers : nil } ?? []
    }

    func cancel() {
        control.withLock { $0.isFinishing = true }
        wakeUpPipe.ring()
    }

    // MARK: The reading thread

    private static func run(
        _ loop: ReadingLoop, _ control: Lock<Control>, _ onChange: @Sendable () -> Void
    ) {
        var loop = loop
        while true {
            let readable = loop.wait()
            // This thread takes the requests of other threads before it reads the input. So a barrier covers all input
            // that was sent before the barrier was requested.
            let (asked, isFinishing) = control.withLock { ($0.askedBarriers, $0.isFinishing) }
            loop.drain(readable)
            loop.askBarrier(asked)
            let (isPassed, silent) = (loop.hasPassedBarrier, loop.silentWriters)
            control.withLock { control in
                control.writerCount = loop.writerCount
                if isPassed, control.passedBarriers < asked {
                    control.passedBarriers = asked
                    control.writers = loop.writers
                }
                control.knownBarriers = asked
                control.silent = silent
            }
            if isFinishing { break }
            control.wakeAll()
            onChange()
        }
        let (cutsNobodyOff, hasQueue) = (!loop.mayHaveMore, loop.hasQueue)
        let writers = loop.close()
        control.withLock { control in
            // If no writer was cut off, every later barrier passes. Otherwise, every later barrier reports the writers
            // that were cut off, as if they were silent.
            if cutsNobodyOff { control.passedBarriers = .max }
            control.hasCutQueue = hasQueue
            control.knownBarriers = .max
            control.silent = writers.filter(\.isOpen)
            control.writers = writers
            control.writerCount = writers.count
            control.isFinished = true
        }
        control.wakeAll()
    }
}

/// A pipe that wakes a thread that waits in `poll`.
final class WakeUpPipe: Sendable {
    /// A descriptor that is readable after a call of ``ring()``.
    let descriptor: Int32
    private let button: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BridgeReaderError("cannot create a pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            Platform.setNonBlocking(end)
        }
        (descriptor, button) = (ends[0], ends[1])
    }

    deinit {
        Platform.closeDescriptor(descriptor)
        Platform.closeDescriptor(button)
    }

    /// Wakes the waiting thread.
    ///
    /// Any thread can call this method. If the pipe is full, this write fails, but the earlier bytes wake the thread.
    func ring() {
        var byte: UInt8 = 1
        _ = Platform.writeBytes(button, &byte, 1)
    }

    func silence() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while Platform.readBytes(descriptor, &bytes, 16) > 0 {}
    }
}
