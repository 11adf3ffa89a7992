internal import struct Foundation.Data
internal import struct Foundation.Date
internal import struct Foundation.Decimal
internal import struct Foundation.URL
internal import struct Foundation.UUID

/// One value in the making: the encoder that an event, or a value inside it, encodes itself into.
final class EncodingNode: Encoder {
    private enum Shape { case empty, single, keyed, unkeyed }

    // A node is used by one thread, by one container at a time: the run-time checks of exclusive access would only
    // cost (a tenth of an event).
    @exclusivity(unchecked) private var shape = Shape.empty
    @exclusivity(unchecked) private var single: EventValue?
    /// A keyed value's elements, or an unkeyed one's with empty names.
    @exclusivity(unchecked) private var elements: [EventParameter] = []
    /// Containers handed out inside this one; their values are taken when all is encoded.
    @exclusivity(unchecked) private var pending: [(place: Int, node: EncodingNode)] = []
    @exclusivity(unchecked) private(set) var enumCase: (name: String, node: EncodingNode)?

    @exclusivity(unchecked) var names: NameConverter
    /// Whether keys are taken as they are: a dictionary's keys are data, not names in Swift.
    private let keepsKeys: Bool
    /// The node of the event itself, which converts the names of all; nil in that node.
    private let root: EncodingNode?
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ names: NameConverter) {
        self.names = names
        root = nil
        codingPath = []
        keepsKeys = false
    }

    private init(root: EncodingNode, codingPath: [any CodingKey], keepsKeys: Bool) {
        names = root.names
        self.root = root
        self.codingPath = codingPath
        self.keepsKeys = keepsKeys
    }

    /// Whether the event is an enum whose case gives its name.
    var namesItsEvent: Bool {
        if enumCase != nil { return true }
        if case .string? = single { return true }
        return false
    }

    /// The encoded value; nil where the value was nil or empty of itself.
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

    /// Whether the value has named elements.
    var isKeyed: Bool { shape == .keyed }

    func takeParameters() -> EventParameters {
        takePending()
        return EventParameters(elements)
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
        if root == nil { elements.reserveCapacity(8) }
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
        return root?.names.convert(key) ?? names.convert(key)
    }

    /// A container inside this one, whose place is kept now and filled at the end.
    func child(at key: some CodingKey) -> EncodingNode {
        let child = EncodingNode(root: root ?? self, codingPath: codingPath + [key], keepsKeys: false)
        pending.append((elements.count, child))
        return child
    }

    /// A synthesized enum encodes its case as a nested container, and that alone; no struct does.
    func noteNested(_ key: String, _ child: EncodingNode) {
        enumCase = root == nil && elements.isEmpty ? (name(of: key), child) : nil
    }

    /// The value that anything else encodes to; nil leaves it out.
    func value<T: Encodable>(of value: T, at key: (any CodingKey)?) throws -> EventValue? {
        if T.self == EventValue.self || T.self == EventParameters.self || T.self == Date.self
            || T.self == URL.self || T.self == UUID.self || T.self == Decimal.self || T.self == Data.self,
            let convertible = value as? any EventValueConvertible
        {
            return convertible.eventValue
        }
        let node = EncodingNode(
            root: root ?? self, codingPath: key.map { codingPath + [$0] } ?? codingPath,
            keepsKeys: T.self is any KeysAreData.Type)
        try value.encode(to: node)
        guard let result = node.takeValue() else { return nil }
        if T.self is any IsUnordered.Type { return result.sorted }
        return result
    }
}

/// A dictionary: its keys are data, in no order.
private protocol KeysAreData: IsUnordered {}
/// A set or a dictionary.
private protocol IsUnordered {}
extension Dictionary: KeysAreData, IsUnordered where Key == String, Value: Encodable {}
extension Set: IsUnordered where Element: Encodable {}

extension EventValue {
    fileprivate var sorted: EventValue {
        if case .object(let parameters) = self { return .object(parameters.sorted()) }
        return sortedArray
    }
}

/// Converts keys to names as the type's plan has them, and remembers those that it lacks.
struct NameConverter {
    private let plan: EventTypePlan
    private let naming: EventNaming
    private var next = 0
    private(set) var learned: [(key: String, name: String)] = []

    init(plan: EventTypePlan, naming: EventNaming) {
        self.plan = plan
        self.naming = naming
    }

    mutating func convert(_ key: String) -> String {
        if case .asWritten = naming { return key }
        if let place = plan.place(of: key, guess: next) {
            next = place + 1
            return plan.names[place].name
        }
        let name = naming.convert(key)
        learned.append((key, name))
        return name
    }
}
