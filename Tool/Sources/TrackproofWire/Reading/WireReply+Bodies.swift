import Trackproof
import TrackproofJSON

extension WireReply {
    /// Returns a reply in JSON.
    static func json(_ members: EventParameters, status: Int = 200) -> WireReply {
        WireReply(status: status, contentType: "application/json", body: Array(EventValue.object(members).json.utf8))
    }

    /// Returns a reply in plain text.
    static func text(_ words: String, status: Int = 200) -> WireReply {
        WireReply(status: status, contentType: "text/plain; charset=utf-8", body: Array(words.utf8))
    }
}
