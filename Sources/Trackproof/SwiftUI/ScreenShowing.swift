/// The state that decides whether a view that appears begins a new showing of its screen.
///
/// SwiftUI may report several times that a view appears while the view is shown, for example when it first lays out a
/// tab. Only a disappearance ends a showing. This class does not count appearances. If SwiftUI did not report one
/// disappearance for each appearance, a count would never return to zero, and no later showing would be tracked.
@MainActor
final class ScreenShowing {
    private var isShown = false

    nonisolated init() {}

    /// Handles SwiftUI's report that the view appears.
    ///
    /// - Returns: `true` if a new showing begins.
    func appear() -> Bool {
        defer { isShown = true }
        return !isShown
    }

    /// Handles SwiftUI's report that the view disappears.
    func disappear() {
        isShown = false
    }
}
