import Trackproof
import TrackproofPlatform

/// A factory that opens the transport for an address.
struct TransportOpener {
    /// The maximum number of characters in the reason why a transport could not be opened. A longer reason is cut.
    private static let reasonLength = 200

    let token: String?
    let surface: (any BridgeSurface)?
    private let writer = WriterID.fresh()

    init(token: String?, surface: (any BridgeSurface)?) {
        self.token = token
        self.surface = surface
    }

    /// Opens the transport for `address`, which must be the only address of the bridge.
    ///
    /// It is not an error if no reader listens at a port, because a person may start the app without its test.
    func open(_ address: String) throws(BridgeError) -> any EventTransport {
        let address = try BridgeAddress(address)
        guard case .tcp(let port) = address else { return try open(address, unavailable: []) }
        return SocketTransport(writer: writer, token: token) { () throws(BridgeError) in try Connection(port: port) }
    }

    /// Tries to open the addresses in order, and returns the transport for the first address that it can open.
    func openFirst(of addresses: [String]) throws(BridgeError) -> any EventTransport {
        var reasons: [String] = []
        for address in addresses {
            do throws(BridgeError) {
                return try open(BridgeAddress(address), unavailable: reasons)
            } catch {
                reasons.append(String(error.description.prefix(Self.reasonLength)))
            }
        }
        throw BridgeError(reasons.joined(separator: "; "))
    }

    private func open(_ address: BridgeAddress, unavailable: [String]) throws(BridgeError) -> any EventTransport {
        switch address {
        case .tcp(let port):
            let connection = try Connection(port: port)
            return SocketTransport(writer: writer, token: token, unavailable: unavailable) { connection }
        case .file(let path): return try FileTransport(path: path, writer: writer, unavailable: unavailable)
        case .accessibility:
            return AccessibilityTransport(try surface(for: address), writer: writer, unavailable: unavailable)
        case .pasteboard:
            return PasteboardTransport(try surface(for: address), writer: writer, unavailable: unavailable)
        case .alert: return AlertTransport(try surface(for: address), writer: writer, unavailable: unavailable)
        }
    }

    private func surface(for address: BridgeAddress) throws(BridgeError) -> any BridgeSurface {
        guard let surface else {
            throw BridgeError(
                "\(address): this bridge needs a surface; an app without UIKit or AppKit must pass a surface to "
                    + "fromEnvironment(surface:)")
        }
        return surface
    }
}

/// The name of a writer: the process ID and a random part, because one process may have several writers.
enum WriterID {
    static func fresh() -> String {
        "\(Platform.processID)-" + String(UInt32.random(in: .min ... .max), radix: 16)
    }
}
