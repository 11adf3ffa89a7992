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
    /// Returns a hint about the first event whose name looks like `name` but differs from `name`.
    ///
    /// Returns `nil` if there is no such event.
    func lookalikeHint(of name: String) -> String? {
        lazy.compactMap { logged in
            logged.event.lookalikeHint(of: name).map { "number \(logged.number): \($0)" }
        }.first
    }
}
