public import Trackproof
import TrackproofJSON

extension RecordedEvent {
    /// The event as a line of a recording, without the line break.
    public var json: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}

extension EventParameters {
    /// The parameters as a JSON object.
    public var json: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}
