/// The state of a view with ``View/trackScreen(_:_:)``: whether the view is shown now.
///
/// While a view is shown, SwiftUI may report several times that the view appears, for example when SwiftUI first lays
/// out a tab. Only the first report after a disappearance makes Trackproof track the screen. This class does not count
/// appearances. If SwiftUI reported fewer disappearances than appearances, a count would never return to zero, and
/// Trackproof would not track the screen again.
@MainActor
final class ScreenShowing {
    private var isShown = false

    nonisolated init() {}

    /// Handles SwiftUI's report that the view appears.
    ///
    /// - Returns: `true` if the view was not shown before, so that the screen must be tracked.
    func appear() -> Bool {
        defer { isShown = true }
        return !isShown
    }

    /// Handles SwiftUI's report that the view disappears.
    func disappear() {
        isShown = false
    }
}
