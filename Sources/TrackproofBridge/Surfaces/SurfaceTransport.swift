/// A transport that shows events on the app's surface.
protocol SurfaceTransport: EventTransport {}

// The events stay for as long as the surface exists, so there is nothing to wait for and no goodbye.
extension SurfaceTransport {
    func flush(within limit: Double) {}

    func close() {}

    func waitForEnd(until deadline: UInt64) {}
}
