internal import Trackproof
@_spi(Tooling) internal import TrackproofBridgeReader

/// The test side of a bridge of any kind.
protocol EventChannel: AnyObject {
    /// The value of `TRACKPROOF_BRIDGE` for the app, with one line for each bridge.
    var address: String { get }
    /// The token that authenticates the app, or `nil` if the channel needs none.
    var token: String? { get }
    /// The name of the bridge, as soon as it is known.
    var name: String { get }
    /// The number of bridges in the app that have introduced themselves: one more for each launch of the app.
    var connectionCount: Int { get }
    /// Why the bridges that the app would have preferred were unavailable.
    var unavailable: [String] { get }
    /// The known losses, one sentence for each. The list never shrinks.
    var losses: [String] { get }
    /// A lower bound of the number of lost events, which never decreases. A problem with reading counts as one event.
    var lostCount: Int64 { get }
    /// Whether the app ended so abruptly that events it had not sent may be lost.
    var endedInMidStream: Bool { get }
    /// How long to wait before the next poll, or `nil` if the channel reports changes by itself.
    var lookInterval: Duration? { get }
    /// How long to wait for events that the app sent before it ended.
    var arrivalLimit: Duration { get }

    /// Receives the events that have arrived.
    func poll() throws
    /// Receives everything that the app tracked before the call, until the deadline at the latest.
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

/// A closure that receives the events of a channel. It is called from any thread.
typealias EventSink = @Sendable (RecordedEvent) -> Void
