internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension Event {
    /// What to say of an event whose name only looks like another; nil where it does not.
    func lookalikeHint(of name: String) -> String? {
        guard displayName.looksLike(name) else { return nil }
        return """
            its name differs only in \(displayName.form(of: name)): expected "\(name.spelledOut)", tracked \
            "\(displayName.spelledOut)"
            """
    }
}

extension [LoggedEvent] {
    /// What to say of the first event whose name only looks like another, as a line; nothing where there is none.
    func lookalikeHint(of name: String?) -> String {
        guard let name else { return "" }
        for logged in self {
            if let hint = logged.event.lookalikeHint(of: name) { return "number \(logged.number): \(hint)\n" }
        }
        return ""
    }
}
