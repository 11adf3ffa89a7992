internal import Foundation
internal import GRDB
internal import Trackproof

/// What one test, or one person, wants kept apart: the requests that name its key.
struct Session: Sendable, Hashable {
    /// Its row.
    let id: Int64
    /// What requests name it by, in their path (`/s/KEY/…`) or as the SDK's API key.
    let key: String
    /// What a person knows it by.
    let name: String
    let opened: EventTime

    /// The session of requests that name none.
    static let main: Int64 = 1
    static let mainKey = "default"
    /// What the keys of sessions begin with, so that they are found wherever an SDK puts its API key.
    static let keyPrefix = "tps_"
    static let keyLength = 28

    /// A key that nobody can guess: 24 characters, 120 bits.
    static func makeKey() -> String {
        keyPrefix + .random(letters: keyLength - keyPrefix.utf8.count)
    }
}

extension String {
    /// Letters and digits that nobody can guess, without those that look alike.
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
                id: row[0], key: row[1], name: row[2],
                opened: EventTime(millisecondsSince1970: row[3]) ?? .now)
        }
    }
}
