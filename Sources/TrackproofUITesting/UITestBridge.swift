import TrackproofBridgeReader

/// The bridge over which the app under test sends its events to the test.
///
/// A test chooses its bridge with the argument `bridge` of `UITestSession.launch`.
///
/// | bridge | where it works | how many events it can store |
/// |---|---|---|
/// | `tcp` | wherever the app may open a loopback connection | 16 MiB of waiting events, in the app |
/// | `file` | wherever the app and the test share a folder | as many as fit on the disk |
/// | `accessibility` | with every app whose elements a test can read | 16 MiB of events |
/// | `pasteboard` | wherever the test may read the pasteboard; iOS may ask a person first | 16 MiB of waiting events |
/// | `alert` | for a person who wants to see each event; its alerts block the rest of the app | a few hundred events |
///
/// If a bridge drops events because it cannot store more, the session counts the dropped events and fails the test.
public enum UITestBridge: String, Sendable, CaseIterable {
    /// The first of these bridges that works: `tcp`, `file`, `accessibility`.
    ///
    /// On a Mac, the test runner is sandboxed, so `accessibility` comes before `file`.
    /// ``UITestSession/bridgeDescription`` says which bridge is in use, and why.
    case automatic
    /// A socket on a loopback port.
    case tcp
    /// A file in a private folder.
    case file
    /// The accessible values of elements that are invisible on the screen.
    case accessibility
    /// Messages on the pasteboard, which the test reads and removes.
    case pasteboard
    /// An alert for each event, which the test dismisses.
    case alert
}

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
