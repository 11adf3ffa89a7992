package import Trackproof
import TrackproofPlans
import TrackproofPlatform

/// An inference of a tracking plan from recorded events.
///
/// All recorded events fit the inferred plan. Comments in the plan say what the events do not prove, so that a person
/// can decide. To limit memory, the inference leaves out names of events and parameters if there are too many, and
/// counts the events and values that it left out.
///
/// ```swift
/// var inference = PlanInference()
/// for event in recording.events { inference.add(event) }
/// let text = inference.yaml()
/// ```
package struct PlanInference: Sendable {
    private var events: [ObservedEvent] = []
    private var indices: [String: Int] = [:]
    private var count = 0
    /// The number of events that were left out because the plan cannot contain their names.
    private var leftOut = 0

    /// Creates an inference without events.
    package init() {}

    /// Adds a recorded event.
    package mutating func add(_ event: RecordedEvent) {
        count += 1
        let event = event.event
        // If the plan lacks the name of an identify event, the checker uses the plan's member `user` for the event.
        let name = ExactText(event.displayName)
        guard let index = index(of: name) ?? (event.kind == .identify ? index(of: Self.user) : nil) else {
            if event.kind.mustBePlanned { leftOut += 1 }
            return
        }
        events[index].add(event)
    }

    /// The name under which the inference stores identify events without a name.
    private static let user = ExactText(EventKind.identify.rawValue)

    /// Returns the index of a name, and adds the name if it is new. Returns `nil` if the plan cannot contain the name.
    private mutating func index(of name: ExactText) -> Int? {
        if let index = indices[name.text] { return events[index].name == name ? index : nil }
        let isFull = events.count >= InferenceLimits.names && name != Self.user
        guard !isFull, !name.text.isEmpty, InferenceLimits.canBeName(name.text) else { return nil }
        indices[name.text] = events.count
        events.append(ObservedEvent(name: name))
        return events.count - 1
    }

    /// Returns the inferred plan as the text of a YAML file, in the form in which `trackproof plan fmt` writes it.
    ///
    /// If there are too many names, the plan leaves out the names that were added last. Otherwise, the order in which
    /// events were added does not matter.
    package func yaml() -> String {
        var members = [FormattedItem("plan", .word("1"))] + InferredPlan(events).yaml
        if leftOut > 0 {
            let severity = FormattedItem(FindingID.unplannedEvent.rawValue, .text(Severity.warning.rawValue))
            members.append(FormattedItem("check", .object([severity])))
        }
        let root = FormattedItem()
        root.leading = header.map { .comment($0, column: 0) }
        root.value = .object(members)
        return FormattedFileWriter.text(FormattedFile(root: root))
    }

    /// The comments at the top of the plan.
    private var header: [String] {
        var lines = [
            "# A tracking plan to begin with, inferred from \(count.counted("event")).",
            "# TODO: describe each event and each parameter. `trackproof plan lint` lists what is missing.",
            "# A comment at the end of a line says what the recorded events do not prove.",
        ]
        if leftOut > 0 {
            lines += [
                "# The plan lacks \(leftOut.counted("event")), so an event that is not planned is only a warning. Either there",
                "# are too many names, or a name is empty, long, personal or another Unicode form of a name below.",
            ]
        }
        return lines
    }
}

/// The maximum amounts of data that ``PlanInference`` stores.
enum InferenceLimits {
    /// The maximum number of different names of events.
    static let names = 10_000
    /// The maximum length of a name of an event, a parameter or a property, in bytes.
    static let nameLength = 200
    /// The maximum number of parameters of an event, and of members of an object.
    static let members = 500
    /// The maximum depth of nested arrays and objects. The parameters of an event are the first level.
    static let depth = 8
    /// The maximum number of values that an inferred plan lists for a parameter.
    static let listedValues = 12

    /// Returns whether a plan can contain a name: it is not too long, and does not look like personal data.
    static func canBeName(_ name: String) -> Bool {
        name.utf8.count <= nameLength && PersonalData.kind(of: name) == nil
    }
}
