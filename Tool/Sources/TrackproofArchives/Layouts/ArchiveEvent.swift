package import Trackproof

/// An event of an archive, with the app version and the platform that the event's record contains.
package struct ArchiveEvent: Sendable {
    package var event: RecordedEvent
    /// The version of the app, or an empty text if the record contains no version.
    package var version = ""
    /// The platform of the app in lower case, or an empty text if the record contains no platform.
    package var platform = ""
    /// Whether the record has the member that contains the parameters, even if it contains none.
    package var hasParameters = true
    /// The names of SDK parameters that the record contains twice. `event` has the first value.
    package var repeatedNames: [String] = []
    /// Whether the record may contain the parameters in another member, which the layout does not name.
    package var hasOtherMembers = true
}
