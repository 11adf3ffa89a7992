import Trackproof
import TrackproofBridgeReader

/// The test's end of a bridge.
protocol EventChannel: AnyObject {
    /// The value of `TRACKPROOF_BRIDGE` for the app, with one line for each bridge.
    var address: String { get }
    /// The token that authenticates the app, or `nil` if the channel needs none.
    var token: String? { get }
    /// The name of the bridge; the names of all possible bridges if the app has not chosen a bridge yet.
    var name: String { get }
    /// How often a bridge in the app has connected: once for each launch of the app.
    var connectionCount: Int { get }
    /// For each bridge that the app tried before this bridge, the reason why the app could not use it.
    var unavailable: [String] { get }
    /// One sentence about each known loss of events. Sentences are added, but never removed.
    var losses: [String] { get }
    /// The number of events that are known to be lost. A chunk or line that cannot be read counts as one event.
    ///
    /// The number never decreases.
    var lostCount: Int64 { get }
    /// How often an app ended without closing its bridge, so that events which it had not sent may be lost.
    var cutCount: Int { get }
    /// How long a session waits before the next poll, or `nil` if the channel reports changes by itself.
    var lookInterval: Duration? { get }
    /// How long a session waits after the app's end for events that the app has already sent.
    var arrivalLimit: Duration { get }

    /// Receives the events that have arrived.
    func poll() throws
    /// Receives all events that the app tracked before the call. Stops waiting at the deadline.
    ///
    /// The result is `unsupported` if the channel cannot ask the app for further events than those in its file or in the
    /// known alerts.
    func barrier(until deadline: ContinuousClock.Instant) throws -> BridgeBarrier
    /// Stops receiving events.
    func close()
}

extension EventChannel {
    var arrivalLimit: Duration { .seconds(1) }

    /// Whether a bridge in the app has connected.
    var isConnected: Bool { connectionCount > 0 }
}

/// A closure that receives the events of a channel, on any thread.
typealias EventSink = @Sendable (RecordedEvent) -> Void
