public import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

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

    /// The bridge that `TRACKPROOF_BRIDGE` and `TRACKPROOF_TOKEN` ask for; nil where they do not.
    ///
    /// Where the variable cannot be understood, or no bridge can be had, the reason goes to standard error and there
    /// is none: an app must start all the same.
    ///
    /// - Parameter surface: what the bridges `accessibility`, `pasteboard` and `alert` use; left out, that of UIKit or
    ///   AppKit, where there is one.
    public static func fromEnvironment(surface: (any BridgeSurface)? = nil) -> EventBridge? {
        let surface = surface ?? PlatformSurface.platformDefault()
        if Platform.environment("TRACKPROOF_ANIMATIONS") == "fast", let surface {
            MainPass.run { surface.speedUpAnimations() }
        }
        guard let address = Platform.environment("TRACKPROOF_BRIDGE"), !address.isEmpty else { return nil }
        do {
            return try EventBridge(address, token: Platform.environment("TRACKPROOF_TOKEN"), surface: surface)
        } catch {
            BridgeDiagnostics.report("no bridge: \(error)")
            return nil
        }
    }

    /// A bridge to `address`: `tcp://127.0.0.1:PORT`, `unix:PATH`, `file:PATH`, `accessibility`, `pasteboard` or
    /// `alert`.
    ///
    /// Several addresses, each on a line, are tried in their order; the first that can be had is taken, and tells the
    /// test why those before it could not.
    ///
    /// - Parameters:
    ///   - address: where the events go.
    ///   - token: what a socket's reader lets this writer in by.
    ///   - surface: what the last three use.
    /// - Throws: ``BridgeError`` where the address cannot be understood, a file cannot be opened, or there is no
    ///   surface. Where nobody listens at a socket that is the only address, the reason goes to standard error, and
    ///   the bridge takes events to nowhere.
    public init(_ address: String, token: String? = nil, surface: (any BridgeSurface)? = nil) throws(BridgeError) {
        let opener = CarrierOpener(token: token, surface: surface)
        let addresses = address.split(separator: "\n").map(String.init)
        carrier = addresses.count > 1 ? try opener.openFirst(of: addresses) : try opener.open(address)
    }

    deinit {
        // No wait: what was sent goes out all the same, and the end of the process waits for it.
        carrier.close()
    }

    /// Sends an event. To a file it is written when this returns; to a socket it is on its way; elsewhere it is shown
    /// as soon as the main thread has time.
    public func record(_ event: RecordedEvent) {
        var event = event
        if event.time == nil { event.time = .now }
        carrier.send(event)
    }

    /// Announces that so many events are lost that should have gone this way. A bridge that shows its events has no
    /// place for it.
    package func announce(lost count: Int64) {
        (carrier as? any StreamCarrier)?.announce(lost: count)
    }

    /// Says goodbye, and waits, two seconds at most, until everything has arrived. What is recorded from then on goes
    /// nowhere.
    package func end() {
        carrier.close()
        carrier.waitForEnd(until: Platform.monotonicNanoseconds() + 2_000_000_000)
    }

    /// Waits, two seconds at most, until the system has taken what was sent so far.
    public func flush() {
        carrier.flush(within: 2)
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
