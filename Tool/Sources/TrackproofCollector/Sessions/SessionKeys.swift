import Foundation
import TrackproofWire

/// The search for the session that a request names.
enum SessionKeys {
    /// The session that a request names.
    enum Named: Equatable {
        /// The request names no session.
        case none
        /// The request names the session with this key. The key may be unknown to the collector.
        case key(String)
    }

    /// Returns the session key that a request names.
    ///
    /// If the path begins with `/s/KEY`, the result is this key. Otherwise, the result is the first text that looks like
    /// a session's key and is in a place where SDKs put their API key: in the path, in a header, or in the query or the
    /// body after a name such as `writeKey`. In another place, such as a property of an event, the text can be any data.
    /// If there is no key but the request contains the collector's token, the result is the token, which is a second key
    /// of the default session.
    static func named(in request: ArrivedRequest, token: String?) -> Named {
        let target = request.target
        if let key = target.sessionKey { return .key(key) }
        // A client that posts a recording names the session in the query. Even a misspelled key is returned here, so
        // that the collector refuses the recording instead of adding its events to the default session.
        if target.path == RequestTarget.events,
            let named = target.query.last(where: { $0.name == "session" })?.value, named != Session.mainKey
        {
            return .key(named)
        }
        if let key = key(in: Array(target.path.utf8), where: { $0.beginsPartOfPath($1) })
            ?? key(in: Array(target.text.utf8), where: { $0.followsNameOfKey($1) })
        {
            return .key(key)
        }
        // The address of a page can contain any text.
        for header in request.headers where header.name != "referer" {
            for bytes in [Array(header.value.utf8), basicCredentials(header.value) ?? []] {
                if let key = key(in: bytes, where: { _, _ in true }) { return .key(key) }
            }
        }
        if let key = key(in: request.body, where: { $0.followsNameOfKey($1) }) { return .key(key) }
        return token.flatMap { holds(request, token: $0) ? .key($0) : nil } ?? .none
    }

    private static func holds(_ request: ArrivedRequest, token: String) -> Bool {
        let token = Array(token.utf8)
        return Array(request.target.text.utf8).containsWord(token)
            || request.headers.contains { header in
                Array(header.value.utf8).containsWord(token)
                    || basicCredentials(header.value)?.containsWord(token) == true
            } || request.body.containsWord(token)
    }

    /// Returns the credentials of HTTP basic authentication. The SDKs of Segment and RudderStack send their API key
    /// there.
    private static func basicCredentials(_ value: String) -> [UInt8]? {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic" else { return nil }
        // Some clients omit the padding, which `Data` requires.
        let text = parts[1].filter { $0 != "=" }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { Array($0) }
    }

    /// Returns the first text that looks like a session's key, is not the end of a longer word, and is wanted.
    ///
    /// - Parameter isWanted: A closure that gets the bytes and the position of the text.
    ///
    /// The collector searches every request for a key. Therefore, this method uses the fast function `memchr` of the
    /// system.
    private static func key(
        in bytes: [UInt8], where isWanted: (UnsafeRawBufferPointer, Int) -> Bool
    ) -> String? {
        let mark = Array(Session.keyPrefix.utf8)
        guard let last = mark.last else { return nil }
        return bytes.withUnsafeBytes { bytes -> String? in
            guard let start = bytes.baseAddress else { return nil }
            var place = 0
            while place < bytes.count, let found = memchr(start + place, Int32(last), bytes.count - place) {
                place = UnsafeRawPointer(found) - start + 1
                let first = max(place - mark.count, 0)
                if bytes.isInsideWord(first) { continue }
                let candidate = bytes[first...].prefix(Session.keyLength)
                if candidate.count == Session.keyLength, candidate.starts(with: mark),
                    candidate.dropFirst(mark.count).allSatisfy(\.isKeyCharacter)
                {
                    if isWanted(bytes, first) { return String(decoding: candidate, as: UTF8.self) }
                }
            }
            return nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether the text at a position continues a word that starts before the position.
    ///
    /// In a URL-encoded form, an escape such as `%22` may precede the text. An escape is not part of a word.
    fileprivate func isInsideWord(_ place: Int) -> Bool {
        place > 0 && self[place - 1].isWordCharacter && !(place > 2 && self[place - 3] == UInt8(ascii: "%"))
    }

    /// Returns whether the text at a position begins a part of a path.
    fileprivate func beginsPartOfPath(_ place: Int) -> Bool { place > 0 && self[place - 1] == UInt8(ascii: "/") }

    /// The names, in lower case and without a `$`, that vendors give to the API key of an SDK.
    private static let namesOfKeys: Set<String> = [
        "aid", "api_key", "api_secret", "apikey", "app_key", "client", "firebase_app_id", "idsite", "measurement_id",
        "post_api_key", "tid", "token", "token_auth", "write_key", "writekey",
    ]

    /// Returns whether the text at a position is the value of a member such as `"writeKey":"…"` or `app_key=…`.
    ///
    /// Forms contain JSON with escapes such as `%22`.
    fileprivate func followsNameOfKey(_ place: Int) -> Bool {
        var end = place
        var isValue = false
        while end > 0, place - end < 32 {
            let byte = self[end - 1]
            if end > 2, self[end - 3] == UInt8(ascii: "%"), byte.isHexDigit {
                // The escapes `%3A` and `%3D` are a colon and an equals sign.
                isValue = isValue || self[end - 2] == UInt8(ascii: "3")
                end -= 3
            } else if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") {
                isValue = true
                end -= 1
            } else if byte <= UInt8(ascii: " ") || "\"\\+".utf8.contains(byte) {
                // In a form, a plus sign is a space.
                end -= 1
            } else {
                break
            }
        }
        guard isValue else { return false }
        var start = end
        while start > 0, end - start < 32, self[start - 1].isWordCharacter || self[start - 1] == UInt8(ascii: "_") {
            start -= 1
        }
        // An escape such as `%22` does not belong to the name.
        if start > 0, self[start - 1] == UInt8(ascii: "%") { start = Swift.min(start + 2, end) }
        return Self.namesOfKeys.contains(String(decoding: self[start..<end], as: UTF8.self).lowercased())
    }
}

extension [UInt8] {
    /// Returns whether the token is one of the words in these bytes.
    ///
    /// The duration of the search does not depend on how many characters of a guessed token are right. Therefore, an
    /// attacker who measures the duration learns nothing about the token.
    fileprivate func containsWord(_ token: [UInt8]) -> Bool {
        withUnsafeBufferPointer { bytes in
            var isFound = false
            var start = 0
            var place = 0
            while place < bytes.count {
                let byte = bytes[place]
                if byte.isTokenCharacter {
                    place += 1
                    continue
                }
                if place - start == token.count, bytes[start..<place].isEqualInConstantTime(to: token) {
                    isFound = true
                }
                // An escape such as `%22` does not belong to a word.
                let isEscape =
                    byte == UInt8(ascii: "%") && place + 2 < bytes.count && bytes[place + 1].isHexDigit
                    && bytes[place + 2].isHexDigit
                place += isEscape ? 3 : 1
                start = place
            }
            if bytes.count - start == token.count, bytes[start...].isEqualInConstantTime(to: token) { isFound = true }
            return isFound
        }
    }
}

extension UInt8 {
    /// Whether a token may contain this character. Such a character needs no escape in a URL, in JSON or in a form.
    var isTokenCharacter: Bool {
        isWordCharacter || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "~")
    }

    fileprivate var isHexDigit: Bool {
        self >= 0x30 && self <= 0x39 || self >= 0x41 && self <= 0x46 || self >= 0x61 && self <= 0x66
    }

    /// Whether this is an ASCII letter or digit.
    fileprivate var isWordCharacter: Bool {
        self >= 0x30 && self <= 0x39 || self >= 0x41 && self <= 0x5A || self >= 0x61 && self <= 0x7A
    }

    fileprivate var isKeyCharacter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(self)
    }
}
