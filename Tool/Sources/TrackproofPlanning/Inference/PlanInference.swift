package import Trackproof
@_spi(Tooling) internal import TrackproofPlans

/// An inference of a tracking plan from the events of recordings.
///
/// The events fit the plan. Comments in the plan say what the events do not prove, so that a person can decide. Memory
/// is limited: if there are too many names of events or parameters, the inference leaves some of them out and counts
/// them.
///
/// ```swift
/// var inference = PlanInference()
/// for event in recording.events { inference.add(event) }
/// let text = inference.yaml(name: "Movies")
/// ```
package struct PlanInference: Sendable {
    private var events: [ObservedEvent] = []
    private var indices: [String: Int] = [:]
    private(set) var room = InferenceRoom()
    private var count = 0
    /// The number of events that are left out because the plan cannot have their names.
    private var leftOut = 0

    /// Creates an inference without events.
    package init() {}

    /// Adds an event of a recording.
    package mutating func add(_ event: RecordedEvent) {
        count += 1
        let event = event.event
        // The checker treats an identify event with an unknown name like an identify event without a name.
        let name = ExactName(event.displayName)
        guard let index = index(of: name) ?? (event.kind == .identify ? index(of: Self.user) : nil) else {
            // The checker accepts an alias that the plan does not have.
            if event.kind != .alias { leftOut += 1 }
            return
        }
        events[index].add(event, &room)
    }

    /// The name of identify events without a name.
    private static let user = ExactName(EventKind.identify.rawValue)

    /// Returns the index of a name, or `nil` if the plan cannot have the name. Adds the name if it is new.
    private mutating func index(of name: ExactName) -> Int? {
        if let index = indices[name.text] { return events[index].name == name ? index : nil }
        let isFull = events.count >= InferenceLimits.names && name != Self.user
        guard !isFull, !name.text.isEmpty, room.take(name: name.text) else { return nil }
        indices[name.text] = events.count
        events.append(ObservedEvent(name: name))
        return events.count - 1
    }

    /// Returns the plan as the text of a YAML file.
    ///
    /// The order of the events decides only which names are left out.
    ///
    /// - Parameter name: The name of the app, or `nil` to leave it out.
    package func yaml(name: String? = nil) -> String {
        var members = [YAMLMember("plan", .word("1"))]
        if let name { members.append(YAMLMember("name", .text(name))) }
        members += InferredPlan(events).yaml
        if leftOut > 0 {
            let severity = YAMLMember(FindingID.unplannedEvent.rawValue, .text(Severity.warning.rawValue))
            members.append(YAMLMember("check", .block([severity])))
        }
        var text = header
        YAMLNode.block(members).write(to: &text)
        return text
    }

    private var header: String {
        var text = """
            # A tracking plan to begin with, inferred from \(Self.words(count)).
            # TODO: describe each event and each parameter. `trackproof plan lint` lists what is missing.
            # A comment at the end of a line says what the recorded events do not prove.

            """
        if leftOut > 0 {
            text += """
                # The plan lacks \(Self.words(leftOut)), so an event that is not planned is only a warning. Either there
                # are too many names, or a name is empty, long, personal or another Unicode form of a name below.

                """
        }
        return text
    }

    private static func words(_ count: Int) -> String { count == 1 ? "1 event" : "\(count) events" }
}
