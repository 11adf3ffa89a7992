import Dispatch
import Foundation
import TrackproofConsole

/// The file descriptor to which the signal handler writes, or -1 before the first `CaughtSignals` is created.
///
/// The descriptor is an end of a pipe that stays open. If the pipe were closed, another file could get the same
/// descriptor, and a handler that is still running could write to that file.
///
/// The variable is `nonisolated(unsafe)` because a signal handler cannot take a lock. No access can conflict: the
/// variable is set before a handler is installed, and always to the same descriptor.
nonisolated(unsafe) private var handlerOutput: Int32 = -1

/// The main thread, which is the only thread that runs signal handlers: all others block signals.
///
/// The variable is `nonisolated(unsafe)` because its type is a pointer on Darwin. It is set once, before other threads
/// exist.
nonisolated(unsafe) private var mainThread: pthread_t?

/// An object that catches signals, so that they do not end this process, and passes their numbers to a closure.
///
/// When ``stop()`` returns, the closure has received each signal that was sent before the call of ``stop()``. A signal
/// source of Dispatch cannot guarantee this, because such a source reports signals with a delay. For example, Ctrl-C
/// can make the app end at once with status 0. If the source reported the signal after the app's end, the interrupted
/// run would look complete.
///
/// The main thread can be between taking a signal and running its handler when ``stop()`` is called. So ``stop()`` sends
/// a marker, which is another signal, to the main thread. Handlers block all signals. When the handler of the marker
/// runs, each earlier handler has ended.
final class CaughtSignals {
    private let handOver: (Int32) -> Void
    private let numbers: [Int32]
    private let input: Int32
    private let source: any DispatchSourceRead

    /// The signal that marks the end of earlier signals. Programs ignore it by default, and the system sends it only to
    /// programs that ask for it.
    private static let marker = SIGURG
    /// How long to wait for the marker, in milliseconds. The main thread needs less, unless the machine is overloaded.
    private static let markerTimeout: Int32 = 10_000

    /// Prepares to catch signals. Call this function once, on the main thread, when the program starts.
    static func prepare() { mainThread = pthread_self() }

    /// The pipe from the signal handler to `readAll()`. All instances share it, but only one instance exists at a time.
    private static let pipe = Result { try makePipe() }

    /// Catches the signals `numbers`, except signals that this process ignores (for example, under nohup).
    ///
    /// - Parameters:
    ///   - numbers: The signal numbers.
    ///   - queue: The queue on which `handOver` is called. The caller must also call this initializer and ``stop()`` on
    ///     this queue.
    ///   - handOver: The closure that gets the number of each signal.
    /// - Throws: ``CommandError`` if the pipe cannot be created.
    init(_ numbers: [Int32], on queue: DispatchQueue, handOver: @escaping (Int32) -> Void) throws {
        let pipe = try Self.pipe.get()
        handlerOutput = pipe.output
        input = pipe.input
        self.handOver = handOver
        source = DispatchSource.makeReadSource(fileDescriptor: pipe.input, queue: queue)
        self.numbers = numbers.filter { number in
            if Self.setHandler(of: number) { return true }
            signal(number, SIG_IGN)
            return false
        }
        _ = Self.setHandler(of: Self.marker)
        source.setEventHandler { [weak self] in self?.readAll() }
        source.resume()
    }

    /// Calls `handOver` with each signal that was sent before this call, and restores the default effect of signals.
    func stop() {
        var caught = sigset_t()
        var before = sigset_t()
        var pending = sigset_t()
        sigemptyset(&caught)
        for number in numbers { sigaddset(&caught, number) }
        pthread_sigmask(SIG_BLOCK, &caught, &before)
        readAll()
        // Signals are pending if they were sent, but their handler has not run yet.
        sigemptyset(&pending)
        sigpending(&pending)
        for number in numbers where sigismember(&pending, number) == 1 { handOver(number) }
        // SIG_IGN discards pending signals. Without this line, a pending signal would end this process at the end of
        // `stop()`.
        for number in numbers { signal(number, SIG_IGN) }
        readAllBeforeMarker()
        pthread_sigmask(SIG_SETMASK, &before, nil)
        for number in numbers { signal(number, SIG_DFL) }
        source.cancel()
    }

    private func readAll() {
        while let number = next() { if number != Self.marker { handOver(number) } }
    }

    private func next() -> Int32? {
        var byte: UInt8 = 0
        return read(input, &byte, 1) == 1 ? Int32(byte) : nil
    }

    /// Waits until all handlers that the main thread has to run have ended, and passes their signals on.
    private func readAllBeforeMarker() {
        guard let mainThread, pthread_kill(mainThread, Self.marker) == 0 else { return readAll() }
        while true {
            var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, Self.markerTimeout)
            if count < 0, errno == EINTR { continue }
            guard count > 0, let number = next(), number != Self.marker else { return readAll() }
            handOver(number)
        }
    }

    /// Sets the handler of a signal, which blocks all other signals while it runs.
    ///
    /// - Returns: `false` if this process ignored the signal before.
    private static func setHandler(of number: Int32) -> Bool {
        var action = sigaction()
        var before = sigaction()
        sigfillset(&action.sa_mask)
        action.sa_flags = Int32(SA_RESTART)
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
            sigaction(number, &action, &before)
            let usual = before.__sigaction_u.__sa_handler
        #else
            action.__sigaction_handler.sa_handler = handler
            sigaction(number, &action, &before)
            let usual = before.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(usual, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The signal handler. It calls only `write`, because few functions are safe in a signal handler.
    ///
    /// If the pipe is full, the signal is lost. That happens only if thousands of earlier signals are in the pipe.
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
