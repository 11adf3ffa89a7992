internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// The condition that the events of a variant meet.
struct VariantCondition: Sendable {
    /// The parameters on which the variant depends, each with the values that select the variant.
    private let values: [(name: String, values: ConstantSet)]

    init(_ variant: PlannedEvent.Variant) {
        values = variant.when.map { ($0.name.name, ConstantSet($0.values)) }
    }

    /// Returns whether an event with the parameters belongs to the variant.
    func isMet(by parameters: EventParameters) -> Bool {
        values.allSatisfy { name, values in parameters[name].map(values.contains) ?? false }
    }

    /// The condition in words: `"method" is "card"`.
    var words: String {
        values.map { name, values in
            name.quotedForDisplay + " is " + values.values.map(\.description).joined(separator: " or ")
        }.joined(separator: " and ")
    }
}
