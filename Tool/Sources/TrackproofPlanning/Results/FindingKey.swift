package import Trackproof
package import TrackproofJSON
import TrackproofText

/// The event, the path and the kind of a finding, which say whether two findings are the same.
package struct FindingKey<ID: RawRepresentable<String> & Hashable & Sendable>: Sendable, Hashable, Comparable {
    /// The name of the event. Empty if the finding is about no event.
    package let event: String
    /// The path without positions in lists, such as `items[].sku`. It is empty if the findings are about the event
    /// itself.
    package let path: String
    /// The kind of the findings.
    package let id: ID

    /// Creates a key.
    package init(event: String, path: String, id: ID) {
        self.event = event
        self.path = path
        self.id = id
    }

    /// The members of a JSON object with the key.
    package var members: EventParameters { ["event": event, "path": path, "id": id.rawValue] }

    /// Reads the key from the JSON object that ``members`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init(event: try object.text("event"), path: try object.text("path"), id: try object.choice("id"))
    }

    private var texts: (ExactText, ExactText, String) { (ExactText(event), ExactText(path), id.rawValue) }

    /// Returns whether both keys have the same texts, compared by their Unicode scalars.
    package static func == (left: Self, right: Self) -> Bool { left.texts == right.texts }

    /// Returns whether `left` is before `right`: first by event, then by path, then by id.
    package static func < (left: Self, right: Self) -> Bool { left.texts < right.texts }

    /// Hashes the event, the path and the id.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(event)
        hasher.combine(path)
        hasher.combine(id)
    }
}
