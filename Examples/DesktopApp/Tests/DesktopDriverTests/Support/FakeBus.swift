import DesktopDriver
import Foundation
import Glibc
import Testing

/// A fake bus, whose behaviour a test determines with a script. The script runs on its own thread.
final class FakeBus: Sendable {
    let address: String
    private let listener: Int32

    /// The end of a connection on the side of the fake bus. With this end, a script reads and writes messages.
    struct Peer: Sendable {
        fileprivate let descriptor: Int32

        func send(_ bytes: [UInt8]) {
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// Returns a line of the handshake, without its line end.
        func line() -> String {
            var bytes: [UInt8] = []
            while let byte = receive(1).first {
                bytes.append(byte)
                if byte == UInt8(ascii: "\n") { break }
            }
            return String(decoding: bytes.dropLast(2), as: UTF8.self)
        }

        func call() throws -> DBusMessage? {
            let prefix = receive(16)
            return try DBusMessage.decode(prefix + receive(DBusMessage.size(prefix: prefix) - 16))
        }

        /// Waits until the other side closes the connection.
        func drain() {
            while !receive(1).isEmpty {}
        }

        /// Answers the handshake and the call `Hello`.
        func welcome(isBigEndian: Bool = false) throws {
            _ = line()
            send(Array("OK 0123\r\n".utf8))
            _ = line()
            try answer(#require(try call()), with: [.string(":1.5")], isBigEndian: isBigEndian)
        }

        func answer(_ call: DBusMessage, with body: [DBusValue], isBigEndian: Bool = false) throws {
            var answer = DBusMessage(.answer)
            answer.answeredSerial = call.serial
            answer.body = body
            send(try answer.encoded(isBigEndian: isBigEndian))
        }

        private func receive(_ count: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            let received = recv(descriptor, &bytes, count, Int32(MSG_WAITALL))
            return Array(bytes.prefix(max(0, received)))
        }
    }

    /// Starts a bus that accepts one connection, runs `script` with it, and closes the connection.
    init(_ script: @escaping @Sendable (Peer) throws -> Void) throws {
        let name = "trackproof-fake-bus-\(UUID().uuidString)"
        address = "unix:abstract=" + name
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var socketName = sockaddr_un()
        socketName.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &socketName.sun_path) { $0.copyBytes(from: [0] + name.utf8) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let listener = listener
        let result = withUnsafePointer(to: &socketName) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
        }
        try #require(result == 0 && listen(listener, 1) == 0)
        Thread.detachNewThread {
            let descriptor = accept(listener, nil, nil)
            do {
                try script(Peer(descriptor: descriptor))
            } catch {
                Issue.record(error)
            }
            close(descriptor)
        }
    }

    deinit { close(listener) }

    func connect(within limit: Duration = .seconds(5)) throws -> DBusConnection {
        try DBusConnection(to: DBusAddress(address), within: limit)
    }
}
