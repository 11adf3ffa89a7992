@_spi(Tooling) internal import TrackproofBridgeReader

extension UITestBridge {
    /// How often a session looks at an app whose driver reports no changes.
    static let driverInterval = Duration.milliseconds(50)

    /// Whether the test runner is sandboxed, as on a Mac.
    private static var isRunnerSandboxed: Bool {
        #if os(macOS) || targetEnvironment(macCatalyst)
            true
        #else
            false
        #endif
    }

    /// Returns the bridges in the order in which the app tries them.
    ///
    /// The files of a sandboxed runner are in a container that the app may be unable to enter, so `file` then comes
    /// last.
    static func automaticOrder(isSandboxed: Bool = isRunnerSandboxed) -> [UITestBridge] {
        isSandboxed ? [.tcp, .accessibility, .file] : [.tcp, .file, .accessibility]
    }

    /// Creates the test side of this bridge.
    ///
    /// - Parameter tellsOfChanges: Whether the app's driver signals changes with `news`.
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
