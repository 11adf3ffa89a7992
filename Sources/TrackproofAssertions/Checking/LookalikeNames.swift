internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension Event {
    /// Returns a hint if the event's name looks like `name` but has other characters; `nil` otherwise.
    func lookalikeHint(of name: String) -> String? {
        guard displayName.looksLike(name) else { return nil }
        return """
            its name differs only in \(displayName.form(of: name)): expected "\(name.spelledOut)", tracked \
            "\(displayName.spelledOut)"
            """
    }
}

extension [LoggedEvent] {
    /// Returns a line about the first event whose name looks like `name` but has other characters.
    ///
    /// The line is empty if there is no such event.
    func lookalikeHint(of name: String?) -> String {
        guard let name else { return "" }
        for logged in self {
            if let hint = logged.event.lookalikeHint(of: name) { return "number \(logged.number): \(hint)\n" }
        }
        return ""
    }
}
