import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.Locale
import struct Foundation.TimeZone
import struct Foundation.URL
import struct Foundation.UUID

/// The encoder of a single value: an event, or a value inside an event.
final class EncodingNode: Encoder {
    private enum Shape { case empty, single, keyed, unkeyed }

    // `@exclusivity(unchecked)` turns off Swift's run-time checks of exclusive access. Only one thread uses a node,
    // through one container at a time, so these checks would find nothing. They would take a tenth of the time of
    // tracking an event.
    @exclusivity(unchecked) private var shape = Shape.empty
    @exclusivity(unchecked) private var single: EventValue?
    /// The encoded elements of a keyed or unkeyed container. The elements of an unkeyed container have empty names.
    @exclusivity(unchecked) private var elements: [EventParameter] = []
    /// The nodes of nested containers, and the index in `elements` at which the value of each node belongs.
    ///
    /// The value of a nested container is complete only when the event has been encoded. Until then, `elements`
    /// contains null at this index.
    @exclusivity(unchecked) private var pending: [(place: Int, node: EncodingNode)] = []
    @exclusivity(unchecked) private var nestedCase: (name: String, node: EncodingNode)?

    let plan: EventTypePlan
    /// The node of the event, which converts the names for all nodes inside the event.
    ///
    /// `nil` if this node is itself the node of the event.
    private let root: EncodingNode?
    @exclusivity(unchecked) private var nextName = 0
    /// Whether two elements may have the same name.
    ///
    /// The value is `false` if the event encodes its keys in the order of `plan`, and all names in `plan` differ.
    @exclusivity(unchecked) private var mayRepeatNames: Bool
    /// The keys that are not in the plan yet, with their converted names. Used only in the node of the event.
    @exclusivity(unchecked) private(set) var learnedNames: [(key: String, name: String)] = []
    /// Whether the encoder leaves out a value that throws an error, and adds the error to ``problems``.
    ///
    /// Used only in the node of the event.
    @exclusivity(unchecked) var continuesAfterErrors = false
    /// The problems of the values that could not be encoded. Used only in the node of the event.
    @exclusivity(unchecked) private(set) var problems: [ParameterProblem] = []
    /// Whether the value is a dictionary.
    ///
    /// The keys of a dictionary are data and not names in Swift, so the node does not convert them.
    private let keepsKeys: Bool
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ plan: EventTypePlan) {
        self.plan = plan
        root = nil
        codingPath = []
        mayRepeatNames = plan.mayRepeatNames
        keepsKeys = false
    }

    private init(root: EncodingNode, codingPath: [any CodingKey], keepsKeys: Bool) {
        plan = root.plan
        mayRepeatNames = true
        self.root = root
        self.codingPath = codingPath
        self.keepsKeys = keepsKeys
    }

    /// The name of the enum's case and the node of its associated values, or `nil` if the event encoded anything else.
    var enumCase: (name: String, node: EncodingNode)? {
        elements.count == 1 ? nestedCase : nil
    }

    /// The raw value, or `nil` if the event is not an enum whose raw values are strings.
    var rawValue: String? {
        if plan.isEnum, case .string(let string)? = single { string } else { nil }
    }

    /// Clears the node of an event, so that the node can encode another event.
    ///
    /// The node of the event and the nodes inside it refer to each other. Without this method, the memory of the nodes
    /// would never be freed.
    func reset() {
        shape = .empty
        single = nil
        nextName = 0
        mayRepeatNames = plan.mayRepeatNames
        if !elements.isEmpty { elements = [] }
        if !pending.isEmpty { pending = [] }
        if nestedCase != nil { nestedCase = nil }
        if !learnedNames.isEmpty { learnedNames = [] }
        continuesAfterErrors = false
        if !problems.isEmpty { problems = [] }
    }

    /// Returns the encoded value, or `nil` if the value was `nil` or did not encode anything.
    func takeValue() -> EventValue? {
        switch shape {
        case .empty: return nil
        case .single: return single
        case .keyed: return .object(takeParameters())
        case .unkeyed:
            takePending()
            return .array(elements.map(\.value))
        }
    }

    /// Whether the value was encoded with a keyed container.
    var isKeyed: Bool { shape == .keyed }

    func takeParameters() -> EventParameters {
        if !pending.isEmpty { takePending() }
        var taken: [EventParameter] = []
        swap(&taken, &elements)
        return mayRepeatNames ? EventParameters(noting: taken) : EventParameters(distinct: taken)
    }

    private func takePending() {
        for (place, node) in pending {
            elements[place].value = node.takeValue() ?? .null
        }
        pending = []
    }

    // MARK: Encoder

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        shape = .keyed
        if root == nil { elements.reserveCapacity(Swift.max(plan.names.count, 4)) }
        return KeyedEncodingContainer(KeyedNodeContainer<Key>(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        shape = .unkeyed
        return UnkeyedNodeContainer(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleNodeContainer(node: self)
    }

    // MARK: What the containers call

    var count: Int { elements.count }

    func set(_ value: EventValue?) {
        shape = .single
        single = value
    }

    func put(_ value: EventValue, _ key: String) {
        elements.append(EventParameter(name(of: key), value))
    }

    func append(_ value: EventValue) {
        elements.append(EventParameter("", value))
    }

    private func name(of key: String) -> String {
        if keepsKeys { return key }
        guard let root else { return convert(key) }
        return root.convert(key)
    }

    /// Returns the name for `key` from the plan.
    ///
    /// If the plan does not contain `key`, converts it and remembers the result.
    @inline(__always)
    private func convert(_ key: String) -> String {
        guard let place = plan.place(of: key, guess: nextName) else { return learn(key) }
        if place < nextName { mayRepeatNames = true }
        nextName = place + 1
        return plan.names[place].name
    }

    @inline(never)
    private func learn(_ key: String) -> String {
        mayRepeatNames = true
        let name = plan.naming.convert(key)
        learnedNames.append((key, name))
        return name
    }

    /// Returns a node for a nested container.
    ///
    /// The caller must then append null to the elements of this node. When the event has been encoded, the value of the
    /// returned node replaces the null.
    func child(at key: some CodingKey) -> EncodingNode {
        let child = EncodingNode(root: root ?? self, codingPath: path(key), keepsKeys: false)
        pending.append((elements.count, child))
        return child
    }

    /// Remembers `key` and `child` as the case of the enum, if the event is an enum.
    ///
    /// The `Encodable` conformance that the compiler synthesizes for an enum encodes only a nested container, whose key
    /// is the name of the case.
    func noteNested(_ key: String, _ child: EncodingNode) {
        if root == nil && plan.isEnum && elements.isEmpty { nestedCase = (name(of: key), child) }
    }

    /// Returns a value in encoded form, or `nil` if the container must leave the value out.
    @inline(__always)
    func value<T: Encodable>(of value: T, at key: (some CodingKey)?) throws -> EventValue? {
        // If the compiler knows the type, it removes the lines for other types, and casts nothing.
        if T.self == String.self, let value = value as? String { return .string(value) }
        if T.self == Int.self, let value = value as? Int { return .integer(Int64(value)) }
        if T.self == Double.self, let value = value as? Double { return EventValue(value) }
        if T.self == Bool.self, let value = value as? Bool { return .bool(value) }
        return try encodedValue(of: value, at: key)
    }

    @inline(never)
    private func encodedValue<T: Encodable>(of value: T, at key: (any CodingKey)?) throws -> EventValue? {
        if Self.isScalar(T.self), let convertible = value as? any EventValueConvertible {
            return convertible.eventValue
        }
        let root = root ?? self
        let node = EncodingNode(
            root: root, codingPath: key.map(path) ?? codingPath, keepsKeys: T.self is any KeysAreData.Type)
        do {
            guard codingPath.count < Self.depthLimit else { throw TooDeep() }
            try value.encode(to: node)
        } catch  where root.mayContinue {
            root.note(error, at: node.codingPath)
            return nil
        }
        guard let result = node.takeValue() else { return nil }
        return (T.self as? any IsUnordered.Type)?.sort(result) ?? result
    }

    /// Returns whether values of a type are encoded as in a dictionary of parameters, and not by their own `encode(to:)`.
    @inline(__always)
    private static func isScalar<T>(_ type: T.Type) -> Bool {
        type == Float.self || type == Int64.self || type == Int32.self || type == Int16.self || type == Int8.self
            || type == UInt.self || type == UInt64.self || type == UInt32.self || type == UInt16.self
            || type == UInt8.self || type == EventValue.self || type == EventParameters.self || type == Date.self
            || type == URL.self || type == UUID.self || type == Decimal.self || type == Data.self
            || type == Duration.self || type == Locale.self || type == TimeZone.self
    }
}

// Problems.
extension EncodingNode {
    /// The maximum depth of nested values. Without a limit, an object that refers to itself would be encoded forever.
    ///
    /// `JSONCursor` accepts 128 levels, so that Trackproof can read every event that it has written.
    private static let depthLimit = 100

    private struct TooDeep: Error, CustomStringConvertible {
        var description: String { "nested deeper than \(EncodingNode.depthLimit) levels" }
    }

    /// Whether the encoder may leave out one more value that throws an error.
    ///
    /// The number of such values has a limit, because a type that refers to itself may throw any number of errors.
    private var mayContinue: Bool { continuesAfterErrors && problems.count < ParameterNotes.problemLimit }

    /// Adds an error to ``problems``.
    ///
    /// - Parameter place: The path of the value that threw the error. If the error itself contains a longer path, the
    ///   problem has that longer path.
    func note(_ error: any Error, at place: [any CodingKey]) {
        var path = place
        if case EncodingError.invalidValue(_, let context) = error, context.codingPath.count > path.count {
            path = context.codingPath
        }
        problems.append(ParameterProblem(path.map { $0 is DataKey ? $0.stringValue : convert($0.stringValue) }, error))
    }

    /// Returns the path that leads to a key of this value.
    private func path(_ key: any CodingKey) -> [any CodingKey] {
        codingPath + [keepsKeys ? DataKey(stringValue: key.stringValue) : key]
    }
}

/// A key of a dictionary. The encoder does not convert the key, because it is data and not a name in Swift.
private struct DataKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A protocol that only dictionaries conform to. Their keys are data, so the encoder does not convert them.
private protocol KeysAreData {}

/// A set or a dictionary, which encodes its elements in a different order each time the app is launched.
private protocol IsUnordered {
    static func sort(_ value: EventValue) -> EventValue
}

extension Set: IsUnordered where Element: Encodable {
    fileprivate static func sort(_ value: EventValue) -> EventValue { value.sortedArray }
}

extension Dictionary: KeysAreData, IsUnordered where Key: Encodable, Value: Encodable {
    fileprivate static func sort(_ value: EventValue) -> EventValue {
        switch value {
        case .object(let parameters): return .object(parameters.sorted())
        case .array(let values):
            // If the keys are not strings, a dictionary encodes an array, in which each key is followed by its value.
            let places = stride(from: 0, to: values.count - 1, by: 2)
            return .array(
                places.sorted { values[$0].precedes(values[$1]) }.flatMap { [values[$0], values[$0 + 1]] })
        default: return value
        }
    }
}
