import TrackproofPlatform

/// The address in `TRACKPROOF_BRIDGE`, to which an app under test sends its events.
enum BridgeAddress: Equatable {
    /// A port on 127.0.0.1.
    case tcp(port: UInt16)
    /// A file to which the app appends its events.
    case file(path: String)
    /// The accessibility values of elements on the app's screen.
    case accessibility
    /// The pasteboard.
    case pasteboard
    /// An alert for each event.
    case alert

    private static let forms = "tcp://127.0.0.1:PORT, file:PATH, accessibility, pasteboard or alert"

    init(_ text: String) throws(BridgeError) {
        if let rest = text.removingPrefix("tcp://") {
            let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let port = UInt16(parts[1]), port > 0 else {
                throw BridgeError("\(text): expected tcp://127.0.0.1:PORT")
            }
            guard parts[0] == "127.0.0.1" else {
                throw BridgeError("\(text): bridges connect only to 127.0.0.1")
            }
            self = .tcp(port: port)
        } else if let path = text.removingPrefix("file:") {
            guard !path.isEmpty else { throw BridgeError("\(text): expected file:PATH") }
            self = .file(path: path)
        } else {
            switch text {
            case "accessibility": self = .accessibility
            case "pasteboard": self = .pasteboard
            case "alert": self = .alert
            default: throw BridgeError("\(text): expected \(Self.forms)")
            }
        }
    }
}

extension BridgeAddress: CustomStringConvertible {
    /// The address as text, as in `TRACKPROOF_BRIDGE`.
    var description: String {
        switch self {
        case .tcp(let port): "tcp://127.0.0.1:\(port)"
        case .file(let path): "file:\(path)"
        case .accessibility: "accessibility"
        case .pasteboard: "pasteboard"
        case .alert: "alert"
        }
    }
}

/// An error that prevents opening a bridge.
public struct BridgeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason why the bridge cannot be opened, in most cases with the address of the bridge.
    public let description: String

    init(_ description: String) { self.description = description }

    /// Creates an error from the error number of a system call.
    init(_ what: String, code: Int32) {
        description = "\(what): \(Platform.message(forError: code))"
    }
}

extension String {
    /// Returns the text after a prefix, or `nil` if the text does not begin with the prefix.
    ///
    /// This method compares bytes, because the path after the prefix may begin with a combining mark. The colon at the
    /// end of the prefix and this mark form one character, so a comparison of characters would fail.
    fileprivate func removingPrefix(_ prefix: String) -> String? {
        utf8.starts(with: prefix.utf8) ? String(utf8.dropFirst(prefix.utf8.count)) : nil
    }
}
