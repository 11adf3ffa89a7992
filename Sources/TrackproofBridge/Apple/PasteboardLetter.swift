internal import Dispatch

/// The parts of a system's pasteboard that a letter needs. No member reads a text, because the system asks the user
/// before an app may do that.
@MainActor
protocol SystemPasteboard: AnyObject {
    /// Whether the system lets this app use the pasteboard now.
    var isInReach: Bool { get }

    /// Replaces everything on the pasteboard with a text.
    ///
    /// - Returns: `false` if the system dropped the text.
    func put(_ text: String) -> Bool

    /// The current content.
    var content: PasteboardContent { get }
}

/// The content of a pasteboard.
enum PasteboardContent {
    /// The text that was put there last.
    case letter
    case nothing
    case somethingElse
}

/// A text that stays on the pasteboard until something else takes its place.
///
/// No system tells the app in front what another process does to the pasteboard. While there is a text, this class
/// therefore checks the pasteboard every 50 milliseconds. A check reads no text.
@MainActor
final class PasteboardLetter {
    private struct Letter {
        let text: String
        let onTaken: @MainActor (_ isEmpty: Bool) -> Void
        var isThere = false
    }

    private let pasteboard: any SystemPasteboard
    private var letter: Letter?
    private var timer: (any DispatchSourceTimer)?

    init(_ pasteboard: any SystemPasteboard) { self.pasteboard = pasteboard }

    /// Puts a text on the pasteboard as soon as the system allows it, and calls `onTaken` when the text is gone.
    func put(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void) {
        letter = Letter(text: text, onTaken: onTaken)
        startLooking()
        look()
    }

    private func startLooking() {
        guard timer == nil else { return }
        // The timer is on the main queue, which the main run loop serves in all its common modes, even while a person
        // scrolls.
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + .milliseconds(50), repeating: .milliseconds(50), leeway: .milliseconds(5))
        timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.look() } }
        timer.resume()
        self.timer = timer
    }

    private func look() {
        guard let letter, pasteboard.isInReach else { return }
        guard letter.isThere else {
            self.letter?.isThere = pasteboard.put(letter.text)
            return
        }
        let content = pasteboard.content
        guard content != .letter else { return }
        self.letter = nil
        letter.onTaken(content == .nothing)
        // `onTaken` may have put the next letter there.
        guard self.letter == nil else { return }
        timer?.cancel()
        timer = nil
    }
}
