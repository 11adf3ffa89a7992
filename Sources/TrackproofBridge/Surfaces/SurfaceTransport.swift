/// A transport that shows events on the app's surface.
protocol SurfaceTransport: EventTransport {}

// The surface shows the events for as long as the surface exists. So a transport does not wait and sends no goodbye.
extension SurfaceTransport {
    func flush(within limit: Double) {}

    func close() {}

    func waitForEnd(until deadline: UInt64) {}
}
