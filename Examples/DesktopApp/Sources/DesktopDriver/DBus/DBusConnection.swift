import Foundation

/// A connection to a D-Bus message bus, which any thread can use.
///
/// The connection has its own thread, which reads all messages.
package final class DBusConnection: Sendable {
    private let link: Link
    /// The name of this connection on the bus.
    package let name: String

    /// The state that callers and the reading thread share.
    ///
    /// The reading thread retains this value, but not the connection. So the connection ends when its last user
    /// releases it.
    private struct Link: Sendable {
        let socket: DBusSocket
        let state = Monitor(State())
        /// The lock that lets only one thread send a message at a time.
        let sending = Monitor(())
    }

    private struct State {
        var serial: UInt32 = 0
        /// The answers to pending calls, by the serial of the call. The value is `nil` until the answer arrives.
        var calls: [UInt32: DBusMessage?] = [:]
        var handlers: [(match: DBusMatch, body: @Sendable (DBusMessage) -> Void)] = []
        var end: DBusError?
    }

    /// Connects to the bus and sends the `Hello` call.
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

    /// Sends a call, waits for the answer and returns its values.
    package func call(_ message: DBusMessage, within limit: Duration = .seconds(5)) throws(DBusError) -> [DBusValue] {
        try answer(to: send(message), until: Deadline(after: limit))
    }

    /// Sends a call without waiting for its answer. Several calls can be pending at the same time.
    ///
    /// Call ``answer(to:until:)`` once for each sent call that expects an answer.
    @discardableResult
    package func send(_ message: DBusMessage) throws(DBusError) -> Call {
        try Self.send(message, over: link)
    }

    /// Waits for the answer to a call and returns its values.
    package func answer(to call: Call, until deadline: Deadline) throws(DBusError) -> [DBusValue] {
        try Self.answer(to: call, over: link, until: deadline)
    }

    /// Calls a method of the message bus itself, and returns the values of the answer.
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
            // The reading thread fails too. Its error says more precisely why the connection ended.
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
        // The call is no longer registered, so the reading thread drops an answer that arrives later.
        _ = link.state.change { $0.calls.removeValue(forKey: call.serial) }
        guard let outcome else { throw .noAnswer("the call \(call.text) was not answered in time") }
        let answer = try outcome.get()
        guard answer.kind == .error else { return answer.body }
        throw .refused(name: answer.errorName ?? "", message: answer.body.first?.string ?? "")
    }

    // MARK: Signals

    /// Calls `body` for each later signal that `match` selects.
    ///
    /// The reading thread calls `body`. So `body` must not make a call over this connection and wait for the answer.
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

    /// Refuses an incoming call, because this client has no methods.
    ///
    /// Without this answer, the caller would wait until its time limit.
    private static func refuse(_ call: DBusMessage, _ link: Link) {
        var answer = DBusMessage(.error)
        answer.expectsAnswer = false
        answer.errorName = "org.freedesktop.DBus.Error.UnknownMethod"
        answer.answeredSerial = call.serial
        answer.destination = call.sender
        do throws(DBusError) {
            _ = try send(answer, over: link)
        } catch {
            // The connection has ended. The next use of the connection throws the error.
        }
    }
}
