import Trackproof
import TrackproofJSON
import TrackproofSnapshots

extension DocumentObject {
    /// Returns the event in the member `name`, or `nil` if the member is absent or null.
    func optionalEvent(_ name: String) throws(DocumentError) -> RecordedEvent? {
        guard let value = value(name) else { return nil }
        // `Recording` can read all members of an event. The header makes it read the value as a recording of one event.
        let line = Array((#"{"recording":1}"# + "\n" + value.json).utf8)
        do {
            if let event = try Recording(line, name: path(name)).events.first { return event }
        } catch let error as EventFormatError {
            throw DocumentError(place: path(name), message: "not an event: \(error.message)")
        } catch {
            throw DocumentError(place: path(name), message: "not an event: \(error)")
        }
        throw DocumentError(place: path(name), message: "not an event")
    }
}
