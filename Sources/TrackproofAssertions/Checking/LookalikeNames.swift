import Trackproof
import TrackproofSnapshots
import TrackproofText

extension Event {
    /// Returns a hint if the event's name looks like `name` but differs in invisible characters or Unicode form.
    ///
    /// Returns `nil` if the names are equal, or if the difference is visible.
    func lookalikeHint(of name: String) -> String? {
        guard displayName.looksLike(name) else { return nil }
        return """
            its name differs only in \(displayName.form(of: name)): expected "\(name.spelledOut)", tracked \
            "\(displayName.spelledOut)"
            """
    }
}

extension [LoggedEvent] {
    /// Returns a line with a hint about the first event whose name looks like `name` but differs from `name`.
    ///
    /// Returns an empty string if there is no such event.
    func lookalikeHint(of name: String?) -> String {
        guard let name else { return "" }
        for logged in self {
            if let hint = logged.event.lookalikeHint(of: name) { return "number \(logged.number): \(hint)\n" }
        }
        return ""
    }
}
