import Dispatch

/// The operations of a system's pasteboard that ``PasteboardMessage`` needs.
///
/// No operation reads the text on the pasteboard, because the system would first ask the user for permission.
@MainActor
protocol SystemPasteboard: AnyObject {
    /// Whether the system lets this app use the pasteboard now.
    var isAccessible: Bool { get }

    /// Replaces everything on the pasteboard with a text.
    ///
    /// - Returns: `false` if the system dropped the text.
    func put(_ text: String) -> Bool

    var content: PasteboardContent { get }
}

/// The content of a pasteboard.
enum PasteboardContent {
    /// The text of the last call to ``SystemPasteboard/put(_:)``.
    case message
    case nothing
    case somethingElse
}

/// A text that stays on the pasteboard until something else replaces it.
///
/// Systems do not notify an app when another process changes the pasteboard. So this class checks the pasteboard every
/// 50 milliseconds while it has a message. A check does not read the text.
@MainActor
final class PasteboardMessage {
    private struct Message {
        let text: String
        let onTaken: @MainActor (_ isEmpty: Bool) -> Void
        var isThere = false
    }

    private let pasteboard: any SystemPasteboard
    private var message: Message?
    private var timer: (any DispatchSourceTimer)?

    init(_ pasteboard: any SystemPasteboard) { self.pasteboard = pasteboard }

    /// Puts a text on the pasteboard as soon as the system allows it, and calls `onTaken` when the text is gone.
    func put(_ text: String, onTaken: @escaping @MainActor (_ isEmpty: Bool) -> Void) {
        message = Message(text: text, onTaken: onTaken)
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
        guard let message, pasteboard.isAccessible else { return }
        guard message.isThere else {
            self.message?.isThere = pasteboard.put(message.text)
            return
        }
        let content = pasteboard.content
        guard content != .message else { return }
        self.message = nil
        message.onTaken(content == .nothing)
        // If `onTaken` has put the next message on the pasteboard, the timer continues.
        guard self.message == nil else { return }
        timer?.cancel()
        timer = nil
    }
}
