public import Trackproof
import TrackproofSnapshots
import TrackproofText

/// The condition of a variant. An event belongs to the variant if its parameters fulfil the condition.
public struct VariantCondition: Sendable {
    /// The parameters in the condition, each with the values that fulfil the condition.
    public let values: [(name: String, values: ConstantSet)]

    /// Creates the condition of a variant.
    public init(_ variant: PlannedEvent.Variant) {
        values = variant.when.map { ($0.name.name, ConstantSet($0.values)) }
    }

    /// Returns whether an event with these parameters belongs to the variant.
    public func isMet(by parameters: EventParameters) -> Bool { isMet(by: parameters) { _, value, _ in value } }

    /// Returns whether an event with these parameters belongs to the variant.
    ///
    /// - Parameter read: A closure that returns the value to compare. It gets the name and the value of a parameter, and
    ///   the values that fulfil the condition.
    func isMet(by parameters: EventParameters, _ read: (String, EventValue, ConstantSet) -> EventValue) -> Bool {
        values.allSatisfy { name, values in
            parameters[name].map { values.contains(read(name, $0, values)) } ?? false
        }
    }

    /// The condition, as a text for messages: `"method" is "card"`. Shows at most ten values of a parameter.
    public var words: String {
        values.map { name, values in
            let shown = values.values.prefix(10).map(\.description) + (values.values.count > 10 ? ["…"] : [])
            return name.quotedForDisplay + " is " + shown.joined(separator: " or ")
        }.joined(separator: " and ")
    }
}
