internal import Trackproof
@_spi(Tooling) internal import TrackproofBridgeReader

/// The test's side of a bridge.
protocol EventChannel: AnyObject {
    /// The value of `TRACKPROOF_BRIDGE` for the app, with one line for each bridge.
    var address: String { get }
    /// The token that authenticates the app, or `nil` if the channel needs none.
    var token: String? { get }
    /// The name of the bridge, or the names of all bridges that the app may still choose.
    var name: String { get }
    /// How often a bridge in the app has introduced itself: once for each launch of the app.
    var connectionCount: Int { get }
    /// The reasons why bridges that were tried first could not be used.
    var unavailable: [String] { get }
    /// The known losses, one sentence for each. The list never shrinks.
    var losses: [String] { get }
    /// The minimum number of lost events, which never decreases. A problem with reading counts as one event.
    var lostCount: Int64 { get }
    /// Whether the app ended without a goodbye and may have held unsent events.
    var endedInMidStream: Bool { get }
    /// How long to wait before the next poll, or `nil` if the channel reports changes by itself.
    var lookInterval: Duration? { get }
    /// How long to wait for events that the app sent before it ended.
    var arrivalLimit: Duration { get }

    /// Receives the events that have arrived.
    func poll() throws
    /// Receives everything that the app tracked before the call. Stops waiting at the deadline.
    func barrier(until deadline: ContinuousClock.Instant) throws -> ChannelBarrier
    /// Stops receiving events.
    func close()
}

extension EventChannel {
    var arrivalLimit: Duration { .seconds(1) }

    /// Whether a bridge in the app has introduced itself.
    var isConnected: Bool { connectionCount > 0 }
}

/// The outcome of a barrier.
enum ChannelBarrier {
    case passed
    /// The app did not answer in time.
    case silent
    /// The events in the file, or in the announced alerts, have arrived. The channel cannot ask whether there are more.
    case unsupported
}

/// A closure that receives the events of a channel, on any thread.
typealias EventSink = @Sendable (RecordedEvent) -> Void
