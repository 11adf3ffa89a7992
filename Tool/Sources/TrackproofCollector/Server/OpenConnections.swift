internal import NIOConcurrencyHelpers
internal import NIOCore

/// The open connections. Where there are more than allowed, the one that has waited longest for its client is closed:
/// idle ones must not keep others out. One whose request is being answered stays.
final class OpenConnections: Sendable {
    private struct State {
        var open: Set<ObjectIdentifier> = []
        /// Those that wait for their client, and since when: the lower, the longer.
        var waiting: [ObjectIdentifier: (since: Int, channel: any Channel)] = [:]
        var now = 0
    }

    private let most: Int
    private let state = NIOLockedValueBox(State())

    init(most: Int) { self.most = most }

    /// A connection was opened, and waits.
    func add(_ channel: any Channel) {
        let surplus: (any Channel)? = state.withLockedValue { state in
            state.open.insert(ObjectIdentifier(channel))
            guard state.open.count > most,
                let longest = state.waiting.min(by: { $0.value.since < $1.value.since })
            else { return nil }
            state.open.remove(longest.key)
            state.waiting[longest.key] = nil
            return longest.value.channel
        }
        surplus?.close(promise: nil)
    }

    func remove(_ channel: any Channel) {
        state.withLockedValue { state in
            state.open.remove(ObjectIdentifier(channel))
            state.waiting[ObjectIdentifier(channel)] = nil
        }
    }

    /// It is its client's turn.
    func isWaiting(_ channel: any Channel) {
        state.withLockedValue { state in
            state.now += 1
            state.waiting[ObjectIdentifier(channel)] = (state.now, channel)
        }
    }

    /// It is our turn.
    func isBusy(_ channel: any Channel) {
        state.withLockedValue { $0.waiting[ObjectIdentifier(channel)] = nil }
    }
}
