internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// The condition under which an event is of a variant.
struct VariantCondition: Sendable {
    /// The parameters on which the variant depends, each with the values that select it.
    private let values: [(name: String, values: ConstantSet)]

    init(_ variant: PlannedEvent.Variant) {
        values = variant.when.map { ($0.name.name, ConstantSet($0.values)) }
    }

    /// Returns whether an event with the parameters is of the variant.
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
