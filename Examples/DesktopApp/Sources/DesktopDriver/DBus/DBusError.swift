/// The reason why a D-Bus message could not be read, written, sent or answered.
package enum DBusError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes are not a D-Bus message, or a D-Bus message cannot contain the value.
    case malformed(String)
    /// The connection could not be opened, or has ended.
    case disconnected(String)
    /// No answer came in time.
    case noAnswer(String)
    /// The other side answered with an error.
    case refused(name: String, message: String)

    package var description: String {
        switch self {
        case .malformed(let what), .disconnected(let what), .noAnswer(let what): what
        case .refused(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        }
    }

    /// A Boolean value that indicates whether the other side did not answer in time.
    var isTimeout: Bool { if case .noAnswer = self { true } else { false } }

    /// A Boolean value that indicates whether the other side is gone or does not answer.
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
