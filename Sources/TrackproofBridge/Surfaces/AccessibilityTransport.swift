import Trackproof
import TrackproofJSON
import TrackproofBridgeProtocol

/// A transport that shows events as the values of accessibility elements, which a UI test finds and no person sees.
///
/// When the app tracks an event, the transport only encodes the event. It composes the value of an element when a test
/// reads the value.
final class AccessibilityTransport: SurfaceTransport {
    private let log: MainThreadLog
    private let surface: any BridgeSurface
    @MainActor private var elementCount = 0

    init(_ surface: any BridgeSurface, writer: String, unavailable: [String]) {
        self.surface = surface
        log = MainThreadLog(
            ChunkedLog(writer: writer, chunkBytes: surface.accessibleValueBytes, unavailable: unavailable))
        log.change({ _ in }, serve: serve)
    }

    func send(_ event: RecordedEvent) {
        log.change({ $0.append(event) }, serve: serve)
    }

    /// Adds an element for each new chunk, and reports that the last element has changed.
    ///
    /// An earlier element may have changed too, but one report is enough: a test reads the chunks in order.
    @MainActor
    private func serve() {
        if elementCount == 0 { addBarrier() }
        let count = log.withLog(\.chunkCount)
        while elementCount < count {
            elementCount += 1
            let (log, number) = (log, elementCount)
            surface.addElement(TransportNames.element(ofChunk: number)) {
                log.withLog { $0.text(ofChunk: number) } ?? ""
            }
        }
        surface.elementDidChange(TransportNames.element(ofChunk: count))
    }

    @MainActor
    private func addBarrier() {
        let barrier = MainQueueBarrier(writer: log.withLog(\.writer))
        surface.addElement(TransportNames.barrierElement) { barrier.ask().text }
    }
}

/// The app's side of an ``ElementBarrier``. It numbers the test's questions and passes them through the main queue.
@MainActor
private final class MainQueueBarrier {
    private let writer: String
    private var asked: Int64 = 0
    private var passed: Int64 = 0
    private var isUnderway = false

    init(writer: String) { self.writer = writer }

    /// Counts a question, and returns the value of the barrier element. Runs each time the test reads this value.
    func ask() -> ElementBarrier {
        asked += 1
        if !isUnderway { pass() }
        return ElementBarrier(writer: writer, asked: asked, passed: passed)
    }

    /// Passes the newest question through the main queue.
    ///
    /// Repeats this if the test has asked another question meanwhile.
    private func pass() {
        isUnderway = true
        let number = asked
        MainQueue.run { [self] in
            passed = number
            isUnderway = false
            if asked > number { pass() }
        }
    }
}
