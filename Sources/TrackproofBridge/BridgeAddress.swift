internal import Trackproof
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Where an app sends its events under test, as `TRACKPROOF_BRIDGE` names it.
enum BridgeAddress: Equatable {
    /// A port of 127.0.0.1.
    case tcp(port: UInt16)
    /// A unix socket.
    case unix(path: String)
    /// A file that is appended to.
    case file(path: String)
    /// Values of elements of the app's screen.
    case accessibility
    /// The pasteboard.
    case pasteboard
    /// An alert for each event.
    case alert

    private static let forms = "tcp://127.0.0.1:PORT, unix:PATH, file:PATH, accessibility, pasteboard or alert"

    init(_ text: String) throws(BridgeError) {
        if let rest = text.removingPrefix("tcp://") {
            let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let port = UInt16(parts[1]), port > 0 else {
                throw BridgeError("\(text): expected tcp://127.0.0.1:PORT")
            }
            guard parts[0] == "127.0.0.1" else {
                throw BridgeError("\(text): a bridge connects to 127.0.0.1 only")
            }
            self = .tcp(port: port)
        } else if let path = text.removingPrefix("unix:") {
            guard path.utf8.count <= Platform.longestUnixPath else {
                throw BridgeError(
                    "unix:\(path): the path has \(path.utf8.count) bytes and a unix socket's at most "
                        + "\(Platform.longestUnixPath); use tcp instead")
            }
            guard !path.isEmpty else { throw BridgeError("\(text): expected unix:PATH") }
            self = .unix(path: path)
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
    /// As `TRACKPROOF_BRIDGE` names it.
    var description: String {
        switch self {
        case .tcp(let port): "tcp://127.0.0.1:\(port)"
        case .unix(let path): "unix:\(path)"
        case .file(let path): "file:\(path)"
        case .accessibility: "accessibility"
        case .pasteboard: "pasteboard"
        case .alert: "alert"
        }
    }
}

/// Why there is no bridge, or why it broke.
public struct BridgeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, with what was being tried.
    public let description: String

    init(_ description: String) { self.description = description }

    /// The last system call's reason.
    init(_ what: String, code: Int32) {
        description = "\(what): \(Platform.message(forError: code))"
    }
}

extension String {
    /// By bytes: a path may begin with a mark that would join the colon before it into one character.
    fileprivate func removingPrefix(_ prefix: String) -> String? {
        utf8.starts(with: prefix.utf8) ? String(utf8.dropFirst(prefix.utf8.count)) : nil
    }
}
