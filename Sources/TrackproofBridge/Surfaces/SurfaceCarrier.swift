/// A carrier of events that the app shows on its surface, for whoever looks.
protocol SurfaceCarrier: BridgeCarrier {}

// What is shown stays there as long as its surface does: there is nothing to wait for, and no goodbye.
extension SurfaceCarrier {
    func flush(within limit: Double) {}

    func close() {}

    func waitForEnd(until deadline: UInt64) {}
}
