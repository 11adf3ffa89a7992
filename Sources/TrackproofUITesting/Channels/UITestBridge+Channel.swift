@_spi(Tooling) internal import TrackproofBridgeReader

extension UITestBridge {
    /// How often a driver that tells of nothing is asked for what may have changed.
    static let driverInterval = Duration.milliseconds(50)

    /// Whether the system keeps the runner from much that an app may do: on a Mac it is sandboxed.
    private static var isRunnerSandboxed: Bool {
        #if os(macOS) || targetEnvironment(macCatalyst)
            true
        #else
            false
        #endif
    }

    /// The bridges among which the app chooses the first that it can have. In a sandbox the runner's files are in a
    /// container, which the app may be unable to enter.
    static func automaticOrder(isSandboxed: Bool = isRunnerSandboxed) -> [UITestBridge] {
        isSandboxed ? [.tcp, .accessibility, .file] : [.tcp, .file, .accessibility]
    }

    /// The test side of this bridge.
    ///
    /// - Parameter tellsOfChanges: whether the app's driver rings `news`.
    func channel(
        to app: any AppUnderTest, tellsOfChanges: Bool, news: News, sink: @escaping EventSink
    ) throws -> any EventChannel {
        let interval = tellsOfChanges ? nil : Self.driverInterval
        switch self {
        case .automatic:
            return AutomaticChannel(Self.automaticOrder()) {
                try $0.channel(to: app, tellsOfChanges: tellsOfChanges, news: news, sink: sink)
            }
        case .tcp: return try StreamChannel(.tcp, news: news, sink: sink)
        case .unix: return try StreamChannel(.unix, news: news, sink: sink)
        case .file: return try StreamChannel(.file, news: news, sink: sink)
        case .accessibility: return AccessibilityChannel(app, lookInterval: interval, sink: sink)
        case .pasteboard: return PasteboardChannel(app, lookInterval: interval, news: news, sink: sink)
        case .alert: return AlertChannel(app, lookInterval: interval, news: news, sink: sink)
        }
    }
}
