/// Why a D-Bus message could not be read, written, sent or answered.
package enum DBusError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Bytes that are no D-Bus message, or a value that cannot be sent as one.
    case malformed(String)
    /// There is no connection, or it has ended.
    case disconnected(String)
    /// Nothing was answered in time.
    case noAnswer(String)
    /// What the other side answered instead of a result.
    case refused(name: String, message: String)

    package var description: String {
        switch self {
        case .malformed(let what), .disconnected(let what), .noAnswer(let what): what
        case .refused(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        }
    }

    /// Whether the other side is there but silent.
    var isTimeout: Bool { if case .noAnswer = self { true } else { false } }

    /// Whether nobody is there any more to answer.
    var meansPeerIsGone: Bool {
        switch self {
        case .malformed: false
        case .disconnected, .noAnswer: true
        case .refused(let name, _):
            [
                "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
                "org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.Disconnected",
            ].contains(name)
        }
    }
}
