import Glibc

/// An app under test that runs on a desktop of the driver.
package final class Application: Sendable {
    /// The time limit for the answer to a call. If the app does not answer in time, the driver reports that it hangs.
    private static let answerLimit = Duration.seconds(5)

    private let process: ChildProcess
    private let log: ProcessLog
    /// The desktop on which the app runs. This reference keeps the desktop open while the app is in use.
    private let desktop: Desktop
    private let root = Monitor<Accessible?>(nil)
    /// The objects that the last walk through the accessibility tree found, by id.
    let found = Monitor<[String: Accessible]>([:])

    init(_ process: ChildProcess, output: ProcessLog, desktop: Desktop) {
        self.process = process
        log = output
        self.desktop = desktop
    }

    /// The element with this accessible id. Each use of the element searches the tree again.
    package subscript(id: String) -> Element { Element(id: id, app: self) }

    // MARK: The process

    package var processID: Int32 { process.id }

    package var isRunning: Bool { process.end == nil }

    /// The exit status of the app or the signal that ended the app, or `nil` while the app runs.
    package var end: ProcessEnd? { process.end }

    /// The last 256 KiB that the app wrote to its standard output and standard error.
    package var output: String { log.text }

    /// Sends SIGTERM to the app. If the app still runs after `limit`, ends it with SIGKILL.
    @discardableResult
    package func terminate(within limit: Duration = .seconds(5)) -> ProcessEnd {
        process.terminate(within: limit)
    }

    /// Ends the app with SIGKILL.
    @discardableResult
    package func kill() -> ProcessEnd {
        process.signal(SIGKILL)
        return process.terminate(within: .seconds(5))
    }

    /// Sends a signal to the app's process group.
    package func signal(_ signal: Int32) { process.signal(signal) }

    /// Waits until the app has ended by itself.
    package func waitForEnd(within limit: Duration) throws(DriverError) -> ProcessEnd {
        guard let end = process.waitForEnd(within: limit) else {
            throw .timedOut("\(process.name) is still running after \(limit.inWords)")
        }
        return end
    }

    // MARK: Waiting

    /// The result of one call of the closure that a caller passes to ``wait(within:_:)``.
    enum Finding<Value> {
        case found(Value)
        /// The closure found no value, for this reason.
        case not(String)
    }

    /// Calls `look` immediately, and again after each change on the desktop, until `look` finds a value.
    ///
    /// - Throws: An error if the app has ended, or if the time is up. If the time is up, the error says why the last
    ///   call of `look` found no value. Errors of `look` end the wait too, except ``DriverError/notFound(_:)``.
    func wait<Value>(
        within limit: Duration, _ look: () throws -> Finding<Value>
    ) throws -> Value {
        let deadline = Deadline(after: limit)
        var isLast = false
        while true {
            let seen = desktop.bus.activity.now
            let reason: String
            do {
                switch try look() {
                case .found(let value): return value
                case .not(let why): reason = why
                }
            } catch DriverError.notFound(let why) {
                reason = why
            }
            try requireRunning()
            if isLast { throw DriverError.timedOut("timed out after \(limit.inWords): \(reason)") }
            // When the time is up, the loop calls `look` once more, because some changes cause no event. After that
            // call, the wait ends even if more changes arrive.
            isLast = !desktop.bus.activity.wait(past: seen, until: deadline) || deadline.hasPassed
        }
    }

    func waitForWindow(within limit: Duration) throws(DriverError) {
        do {
            try wait(within: limit) { () throws -> Finding<Void> in
                let root = try answering { () throws(DBusError) in
                    try desktop.bus.application(ofProcess: process.id)
                }
                guard let root else { return .not("\(process.name) is not on the accessibility bus") }
                self.root.change { $0 = root }
                for window in try children(of: root) where try states(of: window).contains(.showing) {
                    return .found(())
                }
                return .not("\(process.name) has no visible window")
            }
        } catch let error as DriverError {
            throw error
        } catch {
            throw .failed("\(error)")
        }
    }

    private func requireRunning() throws(DriverError) {
        if let end = process.end { throw ended(end) }
    }

    private func ended(_ end: ProcessEnd) -> DriverError {
        // The app has ended, but the log has perhaps not read all output from the pipe yet. Without this wait, the
        // error message could lack the last lines.
        _ = log.waitForEnd(within: .seconds(1))
        return .appEnded("\(process.name) \(end)\(log.lastLines)")
    }

    // MARK: Calls over the accessibility bus

    /// Returns the root of the app's accessibility tree.
    func rootElement() throws(DriverError) -> Accessible {
        guard let root = root.read({ $0 }) else { throw .failed("\(process.name) is not on the accessibility bus") }
        return root
    }

    /// Calls a method of an object of the app, and returns the values of the answer.
    func ask(_ message: DBusMessage) throws(DriverError) -> [DBusValue] {
        try answering { () throws(DBusError) in try desktop.bus.call(message, within: Self.answerLimit) }
    }

    /// Sends several calls before it waits for the first answer. Returns the answers in the order of the calls.
    ///
    /// An answer is `nil` if the call was refused, for example because its object no longer exists.
    func ask(_ messages: [DBusMessage]) throws(DriverError) -> [[DBusValue]?] {
        try answering { () throws(DBusError) in try desktop.bus.call(messages, within: Self.answerLimit) }
    }

    /// Calls `body`, and translates an error of the bus into an error about the app.
    private func answering<Result>(_ body: () throws(DBusError) -> Result) throws(DriverError) -> Result {
        try requireRunning()
        do throws(DBusError) {
            return try body()
        } catch {
            throw meaning(of: error)
        }
    }

    private func meaning(of error: DBusError) -> DriverError {
        if error.meansPeerIsGone {
            // The bus can notice the end of the app before the process's status is available.
            if let end = process.waitForEnd(within: .seconds(error.isTimeout ? 0 : 1)) { return ended(end) }
            if error.isTimeout { return .timedOut("\(process.name) hangs: \(error)") }
        }
        if case .refused(let name, _) = error, name.contains(".Unknown") {
            return .notFound("the element no longer exists")
        }
        return .failed("\(error)")
    }
}
