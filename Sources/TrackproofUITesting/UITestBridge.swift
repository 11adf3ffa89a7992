/// The way events take out of the app under test: the one argument by which a test changes it.
///
/// | bridge | works | holds |
/// |---|---|---|
/// | `tcp`, `unix` | wherever the app may open a loopback connection | 16 MiB that wait, in the app |
/// | `file` | where the app and the test share a folder | the disk |
/// | `accessibility` | with every app that a test can look at | 16 MiB |
/// | `pasteboard` | where the test may read the pasteboard; iOS may ask the person first | 16 MiB that wait |
/// | `alert` | for a person who wants to see each event; it is in the way of everything else | some hundred events |
///
/// What a bridge cannot hold is counted, and fails the test.
public enum UITestBridge: String, Sendable, CaseIterable {
    /// The best that works: `tcp`, else `file`, else `accessibility`; on a Mac, whose runner is sandboxed, `accessibility`
    /// comes before `file`. `UITestSession.bridge` says which, and why.
    case automatic
    /// A socket on a loopback port.
    case tcp
    /// A unix socket in a private folder.
    case unix
    /// A file in a private folder.
    case file
    /// Values of elements that no person sees.
    case accessibility
    /// Letters by the pasteboard, which the test empties.
    case pasteboard
    /// An alert for each event, which the test dismisses.
    case alert
}
