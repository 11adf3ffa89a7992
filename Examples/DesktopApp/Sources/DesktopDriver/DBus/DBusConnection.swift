internal import Foundation

/// A connection to a message bus, for any thread. One thread of its own reads.
package final class DBusConnection: Sendable {
    private let link: Link
    /// This connection's own name on the bus.
    package let name: String

    /// What callers and the reading thread share. The thread keeps it, not the connection, so that the connection
    /// ends when nobody uses it any more.
    private struct Link: Sendable {
        let socket: DBusSocket
        let state = Monitor(State())
        /// One message at a time.
        let sending = Monitor(())
    }

    private struct State {
        var serial: UInt32 = 0
        /// Calls that somebody waits for; nil until they are answered.
        var calls: [UInt32: DBusMessage?] = [:]
        var handlers: [(match: DBusMatch, body: @Sendable (DBusMessage) -> Void)] = []
        var end: DBusError?
    }

    /// Connects, and says hello.
    package init(to address: DBusAddress, within limit: Duration = .seconds(5)) throws(DBusError) {
        let deadline = Deadline(after: limit)
        let link = Link(socket: try DBusSocket(address, until: deadline))
        self.link = link
        Thread.detachNewThread { Self.readAll(link) }
        do throws(DBusError) {
            let hello = try Self.send(Self.toBus("Hello", []), over: link)
            name = try Self.answer(to: hello, over: link, until: deadline).first?.string ?? ""
        } catch {
            link.socket.shutDown()
            throw error
        }
    }

    deinit { link.socket.shutDown() }

    // MARK: Calls

    /// A call that has been sent.
    package struct Call: Sendable {
        fileprivate let serial: UInt32
        fileprivate let text: String
    }

    /// Calls and waits for the answer's values.
    package func call(_ message: DBusMessage, within limit: Duration = .seconds(5)) throws(DBusError) -> [DBusValue] {
        try answer(to: send(message), until: Deadline(after: limit))
    }

    /// Sends a call. Several may be on their way: each is to be followed by ``answer(to:until:)``.
    @discardableResult
    package func send(_ message: DBusMessage) throws(DBusError) -> Call {
        try Self.send(message, over: link)
    }

    /// Waits for the values that answer a call.
    package func answer(to call: Call, until deadline: Deadline) throws(DBusError) -> [DBusValue] {
        try Self.answer(to: call, over: link, until: deadline)
    }

    /// A call of the bus itself.
    package func callBus(_ member: String, _ body: [DBusValue]) throws(DBusError) -> [DBusValue] {
        try call(Self.toBus(member, body))
    }

    private static func toBus(_ member: String, _ body: [DBusValue]) -> DBusMessage {
        .call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, body)
    }

    private static func send(_ message: DBusMessage, over link: Link) throws(DBusError) -> Call {
        var message = message
        message.serial = try link.state.change { state throws(DBusError) in
            if let end = state.end { throw end }
            state.serial = state.serial == .max ? 1 : state.serial + 1
            if message.expectsAnswer { state.calls.updateValue(nil, forKey: state.serial) }
            return state.serial
        }
        do throws(DBusError) {
            let bytes = try message.encoded()
            try link.sending.change { _ throws(DBusError) in try link.socket.send(bytes) }
        } catch {
            _ = link.state.change { $0.calls.removeValue(forKey: message.serial) }
            guard case .disconnected = error else { throw error }
            // The reading thread knows better why the connection has ended.
            throw link.state.wait(until: Deadline(after: .seconds(1))) { $0.end } ?? error
        }
        return Call(serial: message.serial, text: message.member ?? "")
    }

    private static func answer(
        to call: Call, over link: Link, until deadline: Deadline
    ) throws(DBusError) -> [DBusValue] {
        let outcome = link.state.wait(until: deadline) { state -> Result<DBusMessage, DBusError>? in
            if case .some(.some(let answer)) = state.calls[call.serial] { return .success(answer) }
            return state.end.map { .failure($0) }
        }
        // An answer that comes later finds nobody.
        _ = link.state.change { $0.calls.removeValue(forKey: call.serial) }
        guard let outcome else { throw .noAnswer("\(call.text) was not answered in time") }
        let answer = try outcome.get()
        guard answer.kind == .error else { return answer.body }
        throw .refused(name: answer.errorName ?? "", message: answer.body.first?.string ?? "")
    }

    // MARK: Signals

    /// Has `body` called for each signal that `match` takes, from now on: on the reading thread, so it must not call
    /// over this connection.
    package func subscribe(to match: DBusMatch, _ body: @escaping @Sendable (DBusMessage) -> Void) throws(DBusError) {
        link.state.change { $0.handlers.append((match, body)) }
        _ = try callBus("AddMatch", [.string(match.rule)])
    }

    // MARK: The reading thread

    private static func readAll(_ link: Link) {
        do throws(DBusError) {
            while true {
                let prefix = try link.socket.receive(DBusMessage.prefixSize)
                let rest = try link.socket.receive(DBusMessage.size(prefix: prefix) - prefix.count)
                if let message = try DBusMessage.decode(prefix + rest) { take(message, link) }
            }
        } catch {
            link.state.change { $0.end = error }
            link.socket.shutDown()
        }
    }

    private static func take(_ message: DBusMessage, _ link: Link) {
        switch message.kind {
        case .answer, .error:
            link.state.change { state in
                guard let serial = message.answeredSerial, state.calls.keys.contains(serial) else { return }
                state.calls.updateValue(message, forKey: serial)
            }
        case .signal:
            let handlers = link.state.read { $0.handlers }
            for handler in handlers where handler.match.takes(message) { handler.body(message) }
        case .call:
            if message.expectsAnswer { refuse(message, link) }
        }
    }

    /// Nothing can be called here; a caller is told so instead of left waiting.
    private static func refuse(_ call: DBusMessage, _ link: Link) {
        var answer = DBusMessage(.error)
        answer.expectsAnswer = false
        answer.errorName = "org.freedesktop.DBus.Error.UnknownMethod"
        answer.answeredSerial = call.serial
        answer.destination = call.sender
        do throws(DBusError) {
            _ = try send(answer, over: link)
        } catch {
            // The connection has ended, which the next to use it will see.
        }
    }
}
