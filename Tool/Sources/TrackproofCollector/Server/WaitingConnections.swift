import NIOCore

/// The connections that wait for a request, in the order in which they began to wait.
///
/// Each operation takes constant time on average. This matters when many clients connect at once, because the server
/// then closes a waiting connection for each new connection.
struct WaitingConnections {
    private var waiting: [ObjectIdentifier: (number: Int, channel: any Channel)] = [:]
    /// All entries in the order of their numbers. An entry is out of date if `waiting` has no entry with the same
    /// number.
    private var line: [(number: Int, id: ObjectIdentifier)] = []
    /// The index in `line` of the first entry that ``removeFirst()`` has not examined yet.
    private var first = 0
    private var lastNumber = 0

    /// Adds a connection at the end, or moves it to the end if it already waits.
    mutating func append(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        lastNumber += 1
        waiting[id] = (lastNumber, channel)
        line.append((lastNumber, id))
        // Removes entries that are out of date, so that `line` does not become much longer than `waiting`.
        guard line.count > 2 * waiting.count + 64 else { return }
        line = line[first...].filter { waiting[$0.id]?.number == $0.number }
        first = 0
    }

    mutating func remove(_ id: ObjectIdentifier) { waiting[id] = nil }

    /// Removes and returns the connection that has waited longest. Returns `nil` if no connection waits.
    mutating func removeFirst() -> (any Channel)? {
        while first < line.count {
            let (number, id) = line[first]
            first += 1
            guard let entry = waiting[id], entry.number == number else { continue }
            waiting[id] = nil
            return entry.channel
        }
        return nil
    }
}
