internal import Trackproof
@_spi(Tooling) internal import TrackproofBridgeReader

/// The test side of a bridge, whatever it is.
protocol EventChannel: AnyObject {
    /// What the app must find under `TRACKPROOF_BRIDGE`, a line for each way.
    var address: String { get }
    /// What lets the app in; nil where nothing is locked.
    var token: String? { get }
    /// Which way it is, once it is known.
    var name: String { get }
    /// How many bridges in the app have introduced themselves: another each time that it is launched.
    var connectionCount: Int { get }
    /// Why the bridges that the app should have preferred could not be had.
    var unavailable: [String] { get }
    /// What is known to be lost, each in a sentence; it only ever grows.
    var losses: [String] { get }
    /// How many events are known to be lost, at least: what could not be read counts as one. It only ever grows.
    var lostCount: Int64 { get }
    /// Whether the app ended with what it had not sent yet, so that nobody knows what that was.
    var endedInMidStream: Bool { get }
    /// How long to wait before it is looked at again; nil where it tells of news by itself.
    var lookInterval: Duration? { get }
    /// How long to wait for what the app has sent before it ended.
    var arrivalLimit: Duration { get }

    /// Takes in what is there now.
    func takeIn() throws
    /// Takes in everything that the app has tracked before the call, within the limit.
    func barrier(until deadline: ContinuousClock.Instant) throws -> ChannelBarrier
    /// Takes nothing more.
    func close()
}

extension EventChannel {
    var arrivalLimit: Duration { .seconds(1) }

    /// Whether a bridge in the app has introduced itself.
    var isConnected: Bool { connectionCount > 0 }
}

/// What became of a barrier.
enum ChannelBarrier {
    case passed
    /// The app did not answer in time.
    case silent
    /// What was shown by then is there, but nobody can say whether that was all.
    case unsupported
}

/// Where the events of a channel go; called from any thread.
typealias EventSink = @Sendable (RecordedEvent) -> Void
