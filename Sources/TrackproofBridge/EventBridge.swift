public import Trackproof
import TrackproofJSON
import TrackproofPlatform

/// The app side of a bridge, which sends the app's events to the test that runs the app.
///
/// ```swift
/// #if DEBUG
///     if let bridge = EventBridge.fromEnvironment() { analytics.addProvider(bridge) }
/// #endif
/// ```
///
/// An app has a bridge only if its code adds one. ``fromEnvironment(surface:)`` returns a bridge only if
/// `TRACKPROOF_BRIDGE` names an address. A bridge connects only to this machine, and the app never listens for
/// connections.
///
/// The app continues if there is no reader, and tracking never waits for a reader. If a buffer or a disk is full, the
/// bridge drops events and tells the reader how many events it has dropped. When the process exits, it waits until the
/// connected readers have received everything, for two seconds at most.
public final class EventBridge: AnalyticsRecorder {
    /// The id of the bridge among the facade's providers.
    public let id: ProviderID = "trackproof-bridge"
    private let transport: any EventTransport

    /// Returns the bridge that the environment variables `TRACKPROOF_BRIDGE` and `TRACKPROOF_TOKEN` describe.
    ///
    /// If the address is invalid or the bridge cannot be opened, this method writes the reason to standard error and
    /// returns `nil`, because the app must start anyway.
    ///
    /// - Parameter surface: The surface on which the bridges `accessibility`, `pasteboard` and `alert` show events. By
    ///   default, the surface of UIKit or AppKit, if the platform has one of these toolkits.
    /// - Returns: The bridge, or `nil` if `TRACKPROOF_BRIDGE` is not set or empty, or if the bridge cannot be opened.
    public static func fromEnvironment(surface: (any BridgeSurface)? = nil) -> EventBridge? {
        let surface = surface ?? PlatformSurface.platformDefault()
        if Platform.environment(EnvironmentVariable.animations) == "fast", let surface {
            MainQueue.run { surface.speedUpAnimations() }
        }
        guard let address = Platform.environment(EnvironmentVariable.bridge), !address.isEmpty else { return nil }
        do {
            let token = Platform.environment(EnvironmentVariable.token)
            return try EventBridge(address, token: token, surface: surface)
        } catch {
            BridgeDiagnostics.report("cannot open the bridge: \(error)")
            return nil
        }
    }

    /// Creates a bridge to an address.
    ///
    /// An address is `tcp://127.0.0.1:PORT`, `file:PATH`, `accessibility`, `pasteboard` or `alert`. If there are
    /// several addresses, the bridge tries them in order and uses the first address that it can open. The bridge also
    /// tells the test why it could not open the earlier addresses.
    ///
    /// - Parameters:
    ///   - address: The address to which the bridge sends events, or several addresses, one per line.
    ///   - token: The token that authenticates the writer to the reader of a socket.
    ///   - surface: The surface on which the bridges `accessibility`, `pasteboard` and `alert` show events.
    /// - Throws: ``BridgeError`` if the address is invalid, a file cannot be opened, or `surface` is `nil` for a bridge
    ///   that needs a surface. If there are several addresses, the initializer throws an error only if every address
    ///   fails. If a socket is the only address and no reader listens there, the initializer throws no error. In that
    ///   case, the bridge writes the reason to standard error and discards its events.
    public init(_ address: String, token: String? = nil, surface: (any BridgeSurface)? = nil) throws(BridgeError) {
        let opener = TransportOpener(token: token, surface: surface)
        let addresses = address.split(separator: "\n").map(String.init)
        transport = addresses.count > 1 ? try opener.openFirst(of: addresses) : try opener.open(address)
    }

    deinit {
        // Does not wait until the events are sent. The transport sends them in the background, and the process waits
        // for the transport at exit.
        transport.close()
    }

    /// Sends an event.
    ///
    /// When this method returns, a bridge to a file has written the event and a bridge to a socket has queued the
    /// event. The other bridges show the event later, on the main thread.
    public func record(_ event: RecordedEvent) {
        var event = event
        if event.time == nil { event.time = .now }
        transport.send(event)
    }

    /// Tells the test that `count` events were lost before they reached this bridge.
    ///
    /// The bridges `accessibility`, `pasteboard` and `alert` ignore the call, because only a socket or a file can carry
    /// this message.
    package func announce(lost count: Int64) {
        (transport as? any StreamTransport)?.announce(lost: count)
    }

    /// Sends the goodbye and waits until the test has received everything, for two seconds at most.
    ///
    /// After this call, a bridge to a file or a socket discards events.
    package func end() {
        transport.close()
        transport.waitForEnd(until: Platform.monotonicNanoseconds() + 2_000_000_000)
    }

    /// Waits until the operating system has accepted the events sent so far, for two seconds at most.
    public func flush() {
        transport.flush(within: 2)
    }
}

/// Messages about problems with a bridge. An app writes them to standard error, because it cannot fail the test.
enum BridgeDiagnostics {
    static func report(_ message: String) {
        var line = "trackproof: \(message)\n"
        line.withUTF8 { bytes in
            if let base = bytes.baseAddress { _ = Platform.writeBytes(2, base, bytes.count) }
        }
    }
}
