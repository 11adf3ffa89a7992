internal import Dispatch
internal import Foundation

/// The file descriptor that the handler writes to; -1 until the first signals are caught. The pipe is never closed,
/// so that a handler that is still running cannot write into another file.
///
/// `nonisolated(unsafe)`, since a signal handler can take no lock. It is written once, before the first handler is
/// installed.
nonisolated(unsafe) private var handlerOutput: Int32 = -1

/// Signals that do not end this process but are handed over, in order, on a queue.
///
/// After ``stop()`` each signal that was sent before has been handed over. A dispatch source cannot promise that: it
/// reports a signal some time after it was sent. If Ctrl-C makes the app under test end well at once, such a report
/// would come after the app's end, and the interrupted run would pass for a whole one.
final class CaughtSignals {
    private let handOver: (Int32) -> Void
    private let numbers: [Int32]
    private let input: Int32
    private let source: any DispatchSourceRead

    /// Both ends of the pipe, which all uses share. There is one use at a time.
    private static let pipe = Result { try makePipe() }

    /// Catches `numbers`, but for those that this process ignores, as under nohup.
    ///
    /// - Parameter queue: Where this is called, where `handOver` is called, and where ``stop()`` is to be called.
    /// - Throws: ``CommandError`` if there are no more file descriptors.
    init(_ numbers: [Int32], on queue: DispatchQueue, handOver: @escaping (Int32) -> Void) throws {
        let pipe = try Self.pipe.get()
        handlerOutput = pipe.output
        input = pipe.input
        self.handOver = handOver
        source = DispatchSource.makeReadSource(fileDescriptor: pipe.input, queue: queue)
        self.numbers = numbers.filter { number in
            let usual = signal(number, Self.handler)
            guard unsafeBitCast(usual, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return true }
            signal(number, SIG_IGN)
            return false
        }
        source.setEventHandler { [weak self] in self?.readAll() }
        source.resume()
    }

    /// Hands over what was sent before, and leaves signals to their usual effect.
    func stop() {
        var caught = sigset_t()
        var before = sigset_t()
        var pending = sigset_t()
        sigemptyset(&caught)
        for number in numbers { sigaddset(&caught, number) }
        pthread_sigmask(SIG_BLOCK, &caught, &before)
        readAll()
        // The system has accepted these signals, but the thread that it chose for them has not run since.
        sigemptyset(&pending)
        sigpending(&pending)
        for number in numbers where sigismember(&pending, number) == 1 { handOver(number) }
        // To ignore a signal discards it. It would end this process otherwise.
        for number in numbers { signal(number, SIG_IGN) }
        readAll()
        pthread_sigmask(SIG_SETMASK, &before, nil)
        for number in numbers { signal(number, SIG_DFL) }
        source.cancel()
    }

    private func readAll() {
        var byte: UInt8 = 0
        while read(input, &byte, 1) == 1 { handOver(Int32(byte)) }
    }

    /// Calls nothing but `write`, as a handler must. If the pipe is full, there are thousands of signals to read.
    private static let handler: @convention(c) (Int32) -> Void = { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(handlerOutput, &byte, 1)
        errno = error
    }

    private static func makePipe() throws -> (input: Int32, output: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else {
            throw CommandError("cannot watch for signals: \(String(cString: strerror(errno)))", .ioFailed)
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }
}
