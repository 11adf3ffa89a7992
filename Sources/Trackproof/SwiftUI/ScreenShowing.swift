/// The state that tells a new showing of a screen from one that goes on.
///
/// A view may report more than once that it appears while it is shown, as SwiftUI does when it first lays out a tab.
/// Only a disappearance ends a showing. Appearances are not counted: if the disappearance for one of them never came,
/// the count would hide every later showing.
@MainActor
final class ScreenShowing {
    private var isShown = false

    nonisolated init() {}

    /// Notes that the view reports that it appears.
    ///
    /// - Returns: Whether a showing begins.
    func appear() -> Bool {
        defer { isShown = true }
        return !isShown
    }

    /// Notes that the view reports that it disappears.
    func disappear() {
        isShown = false
    }
}
