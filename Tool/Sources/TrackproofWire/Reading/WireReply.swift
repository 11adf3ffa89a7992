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

extension WireReply {
    /// Returns a reply with the transparent one-pixel image that website trackers load.
    static func pixel(status: Int = 200) -> WireReply {
        let gif: [UInt8] = [
            0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x01, 0x00, 0x01, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x00, 0x21, 0xF9, 0x04, 0x01, 0x00, 0x00, 0x00, 0x00, 0x2C, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00,
            0x00, 0x02, 0x02, 0x44, 0x01, 0x00, 0x3B,
        ]
        return WireReply(status: status, contentType: "image/gif", body: gif)
    }
}
