import Trackproof
import TrackproofText

/// The comparison of the users of paired events: whether the app tracked each event for the right user.
///
/// The ids of users can differ from run to run. So each user of the snapshot is compared with one user of the recording:
/// the user of most of its pairs. If two users have equally many pairs, the first of these pairs decides. Two users of the
/// snapshot are never the same user of the recording.
struct UserComparison {
    /// An expected event and the actual event with which it is paired, as indices in their lists.
    struct Pair {
        let expected: Int
        let actual: Int
        /// The class of equal events if each of these events could be paired with any other; `nil` if they could not.
        var exchange: Int32?
    }

    /// The pairs whose events have different users, in the order of the snapshot.
    private(set) var differing: [Pair] = []
    /// The labels of the recording's users. A user who is not in the snapshot gets a new label.
    private(set) var labels: UserLabels
    private let expected: EventUsers
    private let actual: EventUsers
    /// The number of the recording's user for each number of a snapshot's user.
    private let partners: [Int32: Int32]

    /// Compares the users of pairs. Returns `nil` if users are not compared.
    ///
    /// Users are not compared if the snapshot contains no users. They are also not compared if the recording contains no
    /// users and has a source of another kind: an SDK adds the user to each event, but an app does not.
    init?(_ expected: EventList, _ actual: EventList, _ plan: ComparisonPlan, _ pairs: [Pair]) {
        let (left, right) = (expected.users, actual.users)
        if left.ids.isEmpty || (right.ids.isEmpty && plan.types != .exact) { return nil }
        let compared = pairs.filter {
            left.numbers[$0.expected] != EventUsers.ignored && right.numbers[$0.actual] != EventUsers.ignored
        }
        let partners = Self.partners(of: compared, left, right)
        let known = partners.filter { $0.key >= 0 }.map { (ExactText(right.ids[Int($1)]), left.ids[Int($0)]) }
        labels = UserLabels(Dictionary(uniqueKeysWithValues: known), taken: left.ids)
        (self.expected, self.actual, self.partners) = (left, right, partners)
        differing = exchanged(compared.filter { !fits($0) }).sorted { $0.expected < $1.expected }
    }

    private static func partners(of pairs: [Pair], _ left: EventUsers, _ right: EventUsers) -> [Int32: Int32] {
        struct Vote {
            let expected: Int32
            let actual: Int32
            var count = 0
            let first: Int
        }
        var votes: [SIMD2<Int32>: Vote] = [:]
        for pair in pairs {
            let (one, two) = (left.numbers[pair.expected], right.numbers[pair.actual])
            if one < 0 || two < 0 { continue }
            votes[SIMD2(one, two), default: Vote(expected: one, actual: two, first: pair.expected)].count += 1
        }
        var partners = [EventUsers.none: EventUsers.none]
        var taken: Set<Int32> = []
        for vote in votes.values.sorted(by: { ($1.count, $0.first) < ($0.count, $1.first) })
        where partners[vote.expected] == nil && taken.insert(vote.actual).inserted {
            partners[vote.expected] = vote.actual
        }
        return partners
    }

    private func fits(_ pair: Pair) -> Bool { partners[expected.numbers[pair.expected]] == actual.numbers[pair.actual] }

    /// Pairs the events of some pairs anew, if they could be exchanged, and returns the pairs whose users still differ.
    private func exchanged(_ pairs: [Pair]) -> [Pair] {
        Dictionary(grouping: pairs, by: \.exchange).flatMap { group, pairs -> [Pair] in
            if group == nil { return pairs }
            var left = Dictionary(grouping: pairs.map(\.expected)) { partners[expected.numbers[$0]] }
            let right = pairs.map(\.actual).filter { left[actual.numbers[$0]]?.popLast() == nil }
            return zip(left.values.joined().sorted(), right).map { Pair(expected: $0, actual: $1) }
        }
    }

    /// Returns the difference between the users of a pair; `nil` if they are the same user or are not compared.
    mutating func difference(of pair: Pair) -> ParameterDifference? {
        let (left, right) = (expected.numbers[pair.expected], actual.numbers[pair.actual])
        if left == EventUsers.ignored || right == EventUsers.ignored || fits(pair) { return nil }
        return ParameterDifference(
            path: "user", change: .user, expected: left < 0 ? nil : .string(expected.ids[Int(left)]),
            actual: right < 0 ? nil : .string(labels.label(of: actual.ids[Int(right)])), isVolatile: false)
    }
}
