import Foundation
import GRDB
import Trackproof

/// A group of requests that belong to one test or one person. A request names its session by the session's key.
struct Session: Sendable, Hashable {
    /// The id of the session's row in the store.
    let id: Int64
    /// The key by which requests name the session, in their path (`/s/KEY/…`) or as the SDK's API key.
    let key: String
    /// The name that helps people to recognize the session.
    let name: String
    let opened: EventTime

    /// The id of the default session, for requests that name no session.
    static let main: Int64 = 1
    static let mainKey = "default"
    /// The prefix of all keys that ``makeKey()`` returns.
    ///
    /// An app can use a session's key as the API key of an SDK. By this prefix, the collector finds the key anywhere in
    /// a request.
    static let keyPrefix = "tps_"
    static let keyLength = 28

    /// Returns a new key that is hard to guess: the prefix and 24 random characters (120 bits).
    static func makeKey() -> String {
        keyPrefix + .random(letters: keyLength - keyPrefix.utf8.count)
    }
}

extension String {
    /// Returns random letters and digits that are hard to guess, without characters that look alike.
    static func random(letters count: Int) -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        var random = SystemRandomNumberGenerator()
        return String((0..<count).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
    }
}

extension Session {
    static func fetchAll(_ db: Database) throws -> [Session] {
        try Row.fetchAll(db, sql: "SELECT id, key, name, opened FROM session ORDER BY id").map { row in
            Session(
                id: try row.number(0), key: try row.text(1), name: try row.text(2), opened: try row.time(3))
        }
    }
}
