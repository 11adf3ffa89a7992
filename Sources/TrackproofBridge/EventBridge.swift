public import Trackproof
internal import TrackproofJSON

/// The app side of a bridge: sends what the app tracks to the test that runs it.
///
/// ```swift
/// #if DEBUG
///     if let bridge = EventBridge.fromEnvironment() { analytics.addProvider(bridge) }
/// #endif
/// ```
///
/// It exists only where the app's code adds it, and does something only where `TRACKPROOF_BRIDGE` says where to. It
/// connects out, to this machine alone; nothing in the app listens. The app never waits for its reader and goes on
/// without it: what a full buffer or disk could not take is counted and announced, not lost in silence. Only the end
/// of the process waits, two seconds at most, until a reader that listens has taken everything.
public final class EventBridge: EventRecording {
    /// How a bridge is known among providers.
    public let id: ProviderID = "trackproof-bridge"
    private let carrier: any BridgeCarrier
    /// What others than this module take care of.
    private static let othersAddresses: Set = ["accessibility", "pasteboard", "alert"]

    /// The bridge that `TRACKPROOF_BRIDGE` and `TRACKPROOF_TOKEN` ask for; nil where they do not.
    ///
    /// Where it names a way that is not this module's, `accessibility`, `pasteboard` or `alert`, there is nothing to
    /// do here. Where the variable cannot be understood, the reason goes to standard error and there is no bridge: an
    /// app must start all the same.
    public static func fromEnvironment() -> EventBridge? {
        guard let address = Platform.environment("TRACKPROOF_BRIDGE"), !address.isEmpty,
            !othersAddresses.contains(address)
        else { return nil }
        do {
            return try EventBridge(address, token: Platform.environment("TRACKPROOF_TOKEN"))
        } catch {
            BridgeDiagnostics.report("no bridge: \(error)")
            return nil
        }
    }

    /// A bridge to `address`: `tcp://127.0.0.1:PORT`, `unix:PATH` or `file:PATH`.
    ///
    /// - Parameters:
    ///   - address: where the events go.
    ///   - token: what a socket's reader lets this writer in by.
    /// - Throws: ``BridgeError`` where the address cannot be understood or a file cannot be opened. Where nobody
    ///   listens at a socket, the reason goes to standard error, and the bridge takes events to nowhere.
    public init(_ address: String, token: String? = nil) throws(BridgeError) {
        let writer = WriterID.fresh()
        switch try BridgeAddress(address) {
        case .file(let path): carrier = try FileCarrier(path: path, writer: writer)
        case .unix(let path): carrier = SocketCarrier(.unix(path: path), writer: writer, token: token)
        case .tcp(let port): carrier = SocketCarrier(.tcp(port: port), writer: writer, token: token)
        }
    }

    deinit {
        // No wait: what was sent goes out all the same, and the end of the process waits for it.
        carrier.close()
    }

    /// Sends an event. To a file it is written when this returns; to a socket it is on its way.
    public func record(_ event: Event, source: EventSource) {
        carrier.send(RecordedEvent(event, source: source, sequence: nil, time: .now))
    }

    /// Waits, two seconds at most, until the system has taken what was sent so far.
    public func flush() {
        carrier.flush(within: 2)
    }
}

/// The name of a writer: its process and a random part, since one process may have several.
enum WriterID {
    static func fresh() -> String {
        "\(Platform.processID)-" + String(UInt32.random(in: .min ... .max), radix: 16)
    }
}

/// What a bridge has to say when something is wrong: to standard error, since an app has no other place for it.
enum BridgeDiagnostics {
    static func report(_ message: String) {
        var line = "trackproof: \(message)\n"
        line.withUTF8 { bytes in
            if let base = bytes.baseAddress { _ = Platform.writeBytes(2, base, bytes.count) }
        }
    }
}
