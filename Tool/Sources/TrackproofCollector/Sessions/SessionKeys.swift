internal import Foundation
internal import TrackproofWire

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
    /// If the path begins with `/s/KEY`, the result is this key. Otherwise, the result is the first text in the target,
    /// the headers or the body that looks like a session's key. A request contains such a text if the app uses the
    /// session's key as the API key of its SDK. If there is no such text but the request contains the collector's
    /// token, the result is the token, which is a second key of the default session.
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
        if let key = key(in: Array(request.target.text.utf8)) { return .key(key) }
        for header in request.headers {
            if let key = key(in: Array(header.value.utf8)) ?? basicCredentials(header.value).flatMap({ key(in: $0) }) {
                return .key(key)
            }
        }
        if let key = key(in: request.body) { return .key(key) }
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
        guard value.hasPrefix("Basic ") else { return nil }
        return Data(base64Encoded: String(value.dropFirst(6))).map { Array($0) }
    }

    /// Returns the first text that looks like a session's key and is not the end of a longer word.
    ///
    /// The collector searches every request for a key. Therefore, this method uses the fast function `memchr` of the
    /// system.
    private static func key(in bytes: [UInt8]) -> String? {
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
                    return String(decoding: candidate, as: UTF8.self)
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
