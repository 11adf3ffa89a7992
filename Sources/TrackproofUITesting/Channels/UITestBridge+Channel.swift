@_spi(Tooling) internal import TrackproofBridgeReader

extension UITestBridge {
    /// How often a driver that tells of nothing is asked for what may have changed.
    static let driverInterval = Duration.milliseconds(50)

    /// The test side of this bridge.
    ///
    /// - Parameter tellsOfChanges: whether the app's driver rings `news`.
    func channel(
        to app: any AppUnderTest, tellsOfChanges: Bool, news: News, sink: @escaping EventSink
    ) throws -> any EventChannel {
        let interval = tellsOfChanges ? nil : Self.driverInterval
        switch self {
        case .automatic:
            return AutomaticChannel(
                try [UITestBridge.tcp, .file, .accessibility].map {
                    try $0.channel(to: app, tellsOfChanges: tellsOfChanges, news: news, sink: sink)
                })
        case .tcp: return try StreamChannel(.tcp, news: news, sink: sink)
        case .unix: return try StreamChannel(.unix, news: news, sink: sink)
        case .file: return try StreamChannel(.file, news: news, sink: sink)
        case .accessibility: return AccessibilityChannel(app, lookInterval: interval, sink: sink)
        case .pasteboard: return PasteboardChannel(app, lookInterval: interval, news: news, sink: sink)
        case .alert: return AlertChannel(app, lookInterval: interval, news: news, sink: sink)
        }
    }
}
