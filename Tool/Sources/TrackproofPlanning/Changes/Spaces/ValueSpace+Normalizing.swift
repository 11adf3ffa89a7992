import Trackproof
import TrackproofPlans
import TrackproofSnapshots

// Some rules of a space have no effect: for example, a minimum if only texts are allowed. The normal form lacks such
// rules, so that a comparison does not report changes of these rules.
extension ValueSpace {
    /// Brings the space into its normal form.
    ///
    /// - Parameter isTrusting: Whether both plans report wrong types and unlisted values as errors everywhere. If this
    ///   is `false`, an accepted event can contain such values. All rules can apply to these values, so all rules stay.
    mutating func normalize(isTrusting: Bool) {
        types = types.withIntegers
        guard isTrusting else { return }
        if !listed.isEmpty { normalizeValues() }
        if types.isEmpty {
            self = .never
            return
        }
        if !types.families.contains(.number) { numbers = NumberSpace() }
        if !types.contains(.string) { texts = TextSpace() }
        if !types.contains(.array) { lists = ListSpace() }
        if !types.contains(.object) { objects = ObjectSpace() }
    }

    /// Removes types that have no listed value. Removes the list of a type if the list has all values of the type.
    private mutating func normalizeValues() {
        values = values.filter { value in
            types.contains(value.type) || (value.isInteger && types.contains(.integer))
        }
        for type in JSONTypes.listable where listed.contains(type) && !values.contains(where: { $0.type == type }) {
            types.subtract(type == .number ? [.number, .integer] : type)
        }
        if listed.contains(.number), values.allSatisfy({ $0.type != .number || $0.isInteger }) { types.remove(.number) }
        listed.formIntersection(types.families)
        let booleans: Set<CanonicalValue> = [.plain(.bool(true)), .plain(.bool(false))]
        if values.isSuperset(of: booleans) {
            listed.remove(.boolean)
            values.subtract(booleans)
        }
        listed.remove(.null)
        values.remove(.plain(.null))
    }
}

extension JSONTypes {
    /// The types that a listed value can have. Whole numbers have the type `number`.
    static let listable: [JSONTypes] = [.null, .boolean, .number, .string, .array, .object]

    /// The types, with `integer` replaced by `number`.
    var families: JSONTypes { contains(.integer) ? subtracting(.integer).union(.number) : self }

    /// The types, with `integer` added if the types contain `number`.
    var withIntegers: JSONTypes { contains(.number) ? union(.integer) : self }
}

extension CanonicalValue {
    /// The type of the value. A whole number has the type `number`, not `integer`.
    var type: JSONTypes {
        switch self {
        case .decimal: .number
        case .array: .array
        case .object: .object
        case .plain(.null): .null
        case .plain(.bool): .boolean
        case .plain: .string
        }
    }

    fileprivate var isInteger: Bool { if case .decimal(let number) = self { number.isInteger } else { false } }

    /// The text if the value is a text, or `nil` for all other values.
    var text: String? { if case .plain(.string(let text)) = self { text } else { nil } }
}
