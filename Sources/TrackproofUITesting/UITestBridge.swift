/// The bridge that carries events out of the app under test.
///
/// A test chooses its bridge with one argument.
///
/// | bridge | where it works | what it holds |
/// |---|---|---|
/// | `tcp`, `unix` | wherever the app may open a loopback connection | 16 MiB of waiting events, in the app |
/// | `file` | wherever the app and the test share a folder | what the disk holds |
/// | `accessibility` | with every app whose elements a test can read | 16 MiB |
/// | `pasteboard` | wherever the test may read the pasteboard; iOS may ask a person first | 16 MiB of waiting events |
/// | `alert` | for a person who wants to see each event; its alerts block the rest of the app | a few hundred events |
///
/// If a bridge drops events because it has no room, the session counts them and fails the test.
public enum UITestBridge: String, Sendable, CaseIterable {
    /// The best bridge that works: `tcp`, then `file`, then `accessibility`.
    ///
    /// On a Mac, the test runner is sandboxed, so `accessibility` comes before `file`.
    /// ``UITestSession/bridgeDescription`` says which bridge is in use, and why.
    case automatic
    /// A socket on a loopback port.
    case tcp
    /// A unix socket in a private folder.
    case unix
    /// A file in a private folder.
    case file
    /// The values of elements that no person sees.
    case accessibility
    /// Messages on the pasteboard, which the test reads and removes.
    case pasteboard
    /// An alert for each event, which the test dismisses.
    case alert
}
