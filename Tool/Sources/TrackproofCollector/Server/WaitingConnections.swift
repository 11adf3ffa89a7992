internal import NIOCore

/// The connections that wait for their client, in the order in which they began to wait.
///
/// Each operation takes constant time on average, since a flood of connections closes as many as it opens.
struct WaitingConnections {
    private var waiting: [ObjectIdentifier: (number: Int, channel: any Channel)] = [:]
    /// The connections in their order. An entry whose number is not that in `waiting` is out of date.
    private var line: [(number: Int, id: ObjectIdentifier)] = []
    /// The place of the first entry that is not removed.
    private var first = 0
    private var lastNumber = 0

    /// Adds a connection at the end. If it is there, it moves to the end.
    mutating func append(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        lastNumber += 1
        waiting[id] = (lastNumber, channel)
        line.append((lastNumber, id))
        // Keeps the line about as short as the list of those that wait.
        guard line.count > 2 * waiting.count + 64 else { return }
        line = line[first...].filter { waiting[$0.id]?.number == $0.number }
        first = 0
    }

    mutating func remove(_ id: ObjectIdentifier) { waiting[id] = nil }

    /// Removes the connection that has waited longest; returns `nil` if no connection waits.
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
