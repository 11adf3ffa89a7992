public import Trackproof
import TrackproofPlatform

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

/// The users of the events in a list, as numbers.
///
/// The ids of users can differ from run to run. So a comparison asks only which events have the same user. The ids in
/// identity events are compared as values; see ``Trackproof/Event/comparedUser(_:)``.
struct EventUsers: Sendable {
    /// For each event, the index of its user in ``ids``, or ``none``, or ``ignored``.
    private(set) var numbers: [Int32] = []
    /// The ids of the users, or their labels, in the order of the events.
    private(set) var ids: [String] = []
    private var known: [ExactText: Int32] = [:]

    /// The number of an event without a user.
    static let none: Int32 = -1
    /// The number of an event whose user is not compared in this way.
    static let ignored: Int32 = -2

    /// Adds the user of an event.
    ///
    /// - Parameter rule: The snapshot's rule for the event. If it has a rule for the path `user`, and the event has no
    ///   parameter with this name, the user is not compared.
    mutating func append(_ event: Event, _ rule: ValueRule?) {
        let hasRule = rule?.user != nil && event.parameters["user"] == nil
        numbers.append(event.kind.isIdentity || hasRule ? Self.ignored : number(of: event.user))
    }

    fileprivate mutating func useLabels() {
        var labels = UserLabels()
        ids = ids.map { labels.label(of: $0) }
    }

    private mutating func number(of user: String?) -> Int32 {
        guard let user else { return Self.none }
        if let number = known[ExactText(user)] { return number }
        let number = Int32(ids.count)
        known[ExactText(user)] = number
        ids.append(user)
        return number
    }
}

extension EventList {
    /// Replaces the ids of users with labels. Call this method for a recording that is used as a snapshot.
    public mutating func useLabels() { users.useLabels() }

    /// Returns the event at `index` as a snapshot contains it, with the label of its user. An identity event keeps its
    /// user.
    public func labeling(_ recorded: RecordedEvent, at index: Int) -> RecordedEvent {
        var labeled = recorded.asExpected
        if users.numbers[index] >= 0 { labeled.event.user = users.ids[Int(users.numbers[index])] }
        return labeled
    }
}

/// Labels for the users of a recording: `A` for the first user, `B` for the second.
///
/// A snapshot contains these labels, because the ids of users can differ from run to run.
struct UserLabels {
    private var labels: [ExactText: String]
    private var taken: Set<String>
    private var last = 0

    /// Creates labels.
    ///
    /// - Parameters:
    ///   - labels: The labels of users that have one, by the ids of the users.
    ///   - taken: Labels that no further user gets.
    init(_ labels: [ExactText: String] = [:], taken: [String] = []) {
        self.labels = labels
        self.taken = Set(taken)
    }

    /// Returns the label of a user. A new user gets the next label.
    mutating func label(of user: String) -> String {
        if let label = labels[ExactText(user)] { return label }
        var label: String
        repeat {
            last += 1
            label = Self.letters(last)
        } while taken.contains(label)
        labels[ExactText(user)] = label
        return label
    }

    /// Returns an event with the label of its user in place of the user's id. An identity event keeps the id.
    mutating func labeling(_ recorded: RecordedEvent) -> RecordedEvent {
        guard !recorded.event.kind.isIdentity, let user = recorded.event.user else { return recorded }
        var labeled = recorded
        labeled.event.user = label(of: user)
        return labeled
    }

    /// Returns the letters for a number from 1, as spreadsheets name their columns: `A` to `Z`, then `AA`.
    private static func letters(_ number: Int) -> String {
        let (rest, last) = (number - 1).quotientAndRemainder(dividingBy: 26)
        return (rest > 0 ? letters(rest) : "") + String(UnicodeScalar(UInt8(ascii: "A") + UInt8(last)))
    }
}
