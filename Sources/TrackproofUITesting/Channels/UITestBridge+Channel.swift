import TrackproofBridgeReader

extension UITestBridge {
    /// The time between two polls of an app whose driver reports no changes.
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
    /// If the test runner is sandboxed, `file` comes last: the runner can create the file only in its container, where
    /// the app may be unable to open the file.
    static func automaticOrder(isSandboxed: Bool = isRunnerSandboxed) -> [UITestBridge] {
        isSandboxed ? [.tcp, .accessibility, .file] : [.tcp, .file, .accessibility]
    }

    /// Creates the test's end of this bridge.
    ///
    /// - Parameter reportsChanges: Whether the app's driver reports changes of the app. If not, the session polls the
    ///   app.
    func channel(
        to app: any AppUnderTest, reportsChanges: Bool, changeSignal: ChangeSignal, sink: @escaping EventSink
    ) throws -> any EventChannel {
        let interval = reportsChanges ? nil : Self.driverInterval
        switch self {
        case .automatic:
            return AutomaticChannel(Self.automaticOrder()) {
                try $0.channel(to: app, reportsChanges: reportsChanges, changeSignal: changeSignal, sink: sink)
            }
        case .tcp: return try StreamChannel(.tcp, changeSignal: changeSignal, sink: sink)
        case .file: return try StreamChannel(.file, changeSignal: changeSignal, sink: sink)
        case .accessibility: return AccessibilityChannel(app, lookInterval: interval, sink: sink)
        case .pasteboard: return PasteboardChannel(app, lookInterval: interval, changeSignal: changeSignal, sink: sink)
        case .alert: return AlertChannel(app, lookInterval: interval, changeSignal: changeSignal, sink: sink)
        }
    }
}
