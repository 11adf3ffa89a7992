import Trackproof

/// The names of parameters that a check ignores, unless the plan has them for the event or for a variant of the event.
///
/// This is a class, because the check of each event gets a reference to it.
public final class IgnoredNames: Sendable {
    private let names: [[UInt8]]
    private let prefixes: [[UInt8]]

    /// Creates a list of names. `*` at the end of a name matches zero or more characters.
    public init(_ names: [String]) {
        self.names = names.filter { !$0.hasSuffix("*") }.map { Array($0.utf8) }
        prefixes = names.filter { $0.hasSuffix("*") }.map { Array($0.dropLast().utf8) }
    }

    /// Returns whether the list contains a name.
    public func contains(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { contains($0) }
    }

    /// Returns whether the list contains a name, in UTF-8.
    package func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        prefixes.contains { name.starts(with: $0) }
            || names.contains { name.count == $0.count && name.starts(with: $0) }
    }

    /// Returns an event without the parameters to ignore. Parameters that `rules` has are not removed.
    func removed(from event: RecordedEvent, _ rules: ObjectRules) -> RecordedEvent {
        func isKept(_ parameter: EventParameter) -> Bool {
            !contains(parameter.name) || rules.table.index(of: parameter.name) != nil
        }
        if event.event.parameters.allSatisfy(isKept) { return event }
        var event = event
        event.event.parameters = EventParameters(event.event.parameters.filter(isKept))
        return event
    }
}
