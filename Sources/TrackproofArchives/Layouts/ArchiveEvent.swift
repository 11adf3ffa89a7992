package import Trackproof

/// An event of an archive, with the facts that its record contains about the app.
package struct ArchiveEvent: Sendable {
    package var event: RecordedEvent
    /// The version of the app as the record has it, or an empty text.
    package var version = ""
    /// The platform of the app in lower case, or an empty text.
    package var platform = ""
}
