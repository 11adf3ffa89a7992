/// Tells a screen that comes from one that stays: what a view says of itself, made into showings.
///
/// A view may say more than once that it appears, as SwiftUI does when a tab is first laid out, and is shown all that
/// time. Only a disappearance ends a showing, so none can be lost either: appearances are not counted, since one whose
/// disappearance never comes would leave a count that hides every later showing.
@MainActor
final class ScreenShowing {
    private var isShown = false

    nonisolated init() {}

    /// The view says that it appears.
    ///
    /// - Returns: whether a showing begins by it.
    func appear() -> Bool {
        defer { isShown = true }
        return !isShown
    }

    /// The view says that it is gone.
    func disappear() {
        isShown = false
    }
}
