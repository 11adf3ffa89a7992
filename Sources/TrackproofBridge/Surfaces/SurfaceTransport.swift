/// A transport that shows events on the app's surface.
protocol SurfaceTransport: EventTransport {}

// A surface shows the events until the app ends, and no stream has to be closed. So these methods do nothing.
extension SurfaceTransport {
    func flush(within limit: Double) {}

    func close() {}

    func waitForEnd(until deadline: UInt64) {}
}
