internal import Glibc

/// An app under test. It keeps its desktop.
package final class Application: Sendable {
    /// How long one question may take; an app that is busy for longer counts as hanging.
    private static let answerLimit = Duration.seconds(5)

    private let process: ChildProcess
    private let log: ProcessLog
    /// Kept, so that it is not closed while the app is used.
    private let desktop: Desktop
    private let root = Monitor<Accessible?>(nil)
    /// The objects that the last walk through the tree found, by id.
    let found = Monitor<[String: Accessible]>([:])

    init(_ process: ChildProcess, output: ProcessLog, desktop: Desktop) {
        self.process = process
        log = output
        self.desktop = desktop
    }

    /// The element with this accessible id. It is looked for when something is asked of it, each time anew.
    package subscript(id: String) -> Element { Element(id: id, app: self) }

    // MARK: The process

    package var processID: Int32 { process.id }

    package var isRunning: Bool { process.end == nil }

    /// How it ended; nil while it runs.
    package var end: ProcessEnd? { process.end }

    /// What it wrote to its standard output and error, the newest 256 KB.
    package var output: String { log.text }

    /// Asks it to end by SIGTERM, and makes it after `limit`.
    @discardableResult
    package func terminate(within limit: Duration = .seconds(5)) -> ProcessEnd {
        process.terminate(within: limit)
    }

    /// Ends it by SIGKILL.
    @discardableResult
    package func kill() -> ProcessEnd {
        process.signal(SIGKILL)
        return process.terminate(within: .seconds(5))
    }

    /// Sends it a signal.
    package func signal(_ signal: Int32) { process.signal(signal) }

    /// Waits until it has ended by itself.
    package func waitForEnd(within limit: Duration) throws(DriverError) -> ProcessEnd {
        guard let end = process.waitForEnd(within: limit) else {
            throw .timedOut("\(process.name) still runs after \(limit.inWords)")
        }
        return end
    }

    // MARK: Waiting

    /// What a wait finds when it looks.
    enum Finding<Value> {
        case found(Value)
        /// Not yet, and why.
        case not(String)
    }

    /// Looks at once and then whenever something has changed in the app, until `look` finds what it looks for.
    ///
    /// Fails at once when the app has ended, and with the last reason when the time is up.
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
            if isLast { throw DriverError.timedOut("\(reason), after \(limit.inWords)") }
            // One more look at the end, should a change have come without an event; no more, however much happens.
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
                return .not("\(process.name) shows no window")
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
        // Whatever it wrote before its end is in the pipe already.
        _ = log.waitForEnd(within: .seconds(1))
        return .appEnded("\(process.name) \(end)\(log.lastLines)")
    }

    // MARK: Asking

    /// Where the tree begins.
    func rootElement() throws(DriverError) -> Accessible {
        guard let root = root.read({ $0 }) else { throw .failed("\(process.name) is not on the accessibility bus") }
        return root
    }

    /// Asks one thing of an object of the app.
    func ask(_ message: DBusMessage) throws(DriverError) -> [DBusValue] {
        try answering { () throws(DBusError) in try desktop.bus.call(message, within: Self.answerLimit) }
    }

    /// Asks many things at once; nil where an object is no more.
    func ask(_ messages: [DBusMessage]) throws(DriverError) -> [[DBusValue]?] {
        try answering { () throws(DBusError) in try desktop.bus.call(messages, within: Self.answerLimit) }
    }

    /// Says what an error of the bus means for the app.
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
            // The bus may know of the end before it can be told how it came.
            if let end = process.waitForEnd(within: .seconds(error.isTimeout ? 0 : 1)) { return ended(end) }
            if error.isTimeout { return .timedOut("\(process.name) hangs: \(error)") }
        }
        if case .refused(let name, _) = error, name.contains(".Unknown") {
            return .notFound("the element is no more")
        }
        return .failed("\(error)")
    }
}
