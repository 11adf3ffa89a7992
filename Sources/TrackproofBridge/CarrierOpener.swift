internal import Trackproof
internal import TrackproofPlatform

/// Opens the way that an address names.
struct CarrierOpener {
    /// So much is told of why a way could not be had.
    private static let reasonLength = 200

    let token: String?
    let surface: (any BridgeSurface)?
    private let writer = WriterID.fresh()

    init(token: String?, surface: (any BridgeSurface)?) {
        self.token = token
        self.surface = surface
    }

    /// The one way there is to be. An app that is started without its test has a socket that nobody listens at.
    func open(_ address: String) throws(BridgeError) -> any BridgeCarrier {
        let address = try BridgeAddress(address)
        switch address {
        case .tcp, .unix:
            return SocketCarrier(writer: writer, token: token) { () throws(BridgeError) in try Connection(address) }
        default: return try open(address, unavailable: [])
        }
    }

    /// The first of several that can be had.
    func openFirst(of addresses: [String]) throws(BridgeError) -> any BridgeCarrier {
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

    private func open(_ address: BridgeAddress, unavailable: [String]) throws(BridgeError) -> any BridgeCarrier {
        switch address {
        case .tcp, .unix:
            let connection = try Connection(address)
            return SocketCarrier(writer: writer, token: token, unavailable: unavailable) { connection }
        case .file(let path): return try FileCarrier(path: path, writer: writer, unavailable: unavailable)
        case .accessibility:
            return AccessibilityCarrier(try surface(for: address), writer: writer, unavailable: unavailable)
        case .pasteboard:
            return PasteboardCarrier(try surface(for: address), writer: writer, unavailable: unavailable)
        case .alert: return AlertCarrier(try surface(for: address), writer: writer, unavailable: unavailable)
        }
    }

    private func surface(for address: BridgeAddress) throws(BridgeError) -> any BridgeSurface {
        guard let surface else {
            throw BridgeError(
                "\(address): there is no surface here; an app without UIKit and AppKit gives fromEnvironment(surface:) one"
            )
        }
        return surface
    }
}

/// The name of a writer: its process and a random part, since one process may have several.
enum WriterID {
    static func fresh() -> String {
        "\(Platform.processID)-" + String(UInt32.random(in: .min ... .max), radix: 16)
    }
}
