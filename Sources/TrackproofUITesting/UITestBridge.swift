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
