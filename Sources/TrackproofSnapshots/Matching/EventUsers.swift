import Trackproof
import TrackproofText

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

    /// Replaces the ids with labels. Call this method for the events of a recording that is used as a snapshot.
    mutating func useLabels() {
        var labels = UserLabels()
        ids = ids.map { labels.label(of: $0) }
    }

    /// Returns the event at `index` with its user as ``ids`` has it. An identity event keeps its user.
    func labeling(_ recorded: RecordedEvent, at index: Int) -> RecordedEvent {
        guard numbers[index] >= 0 else { return recorded }
        var labeled = recorded
        labeled.event.user = ids[Int(numbers[index])]
        return labeled
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
