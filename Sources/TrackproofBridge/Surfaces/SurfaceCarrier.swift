/// A carrier that shows events on the app's surface.
protocol SurfaceCarrier: BridgeCarrier {}

// The events stay as long as the surface, so there is nothing to wait for and no goodbye.
extension SurfaceCarrier {
    func flush(within limit: Double) {}

    func close() {}

    func waitForEnd(until deadline: UInt64) {}
}
