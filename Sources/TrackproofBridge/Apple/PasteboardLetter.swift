internal import Dispatch

/// A system's pasteboard, as far as a letter needs it. Nothing here reads a text: that is what a person is asked about.
@MainActor
protocol SystemPasteboard: AnyObject {
    /// Whether the system lets this app at the pasteboard now.
    var isInReach: Bool { get }

    /// Puts a text there in place of everything else; false where the system dropped it.
    func put(_ text: String) -> Bool

    /// What is there now.
    var content: PasteboardContent { get }
}

/// What is on a pasteboard.
enum PasteboardContent {
    /// The text that was put there last.
    case letter
    case nothing
    case somethingElse
}

/// Keeps a text on the pasteboard until something else takes its place.
///
/// No system tells an app in front what another process does to the pasteboard. While a text is there, this therefore
/// looks every 50 milliseconds; a look reads no text.
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

    /// Puts a text there, as soon as the system lets it, and calls `onTaken` once it is gone.
    func put(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void) {
        letter = Letter(text: text, onTaken: onTaken)
        startLooking()
        look()
    }

    private func startLooking() {
        guard timer == nil else { return }
        // Of the main queue, which the main run loop serves in all its common modes: also while a person scrolls.
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
        // Unless the next one is there by now.
        guard self.letter == nil else { return }
        timer?.cancel()
        timer = nil
    }
}
