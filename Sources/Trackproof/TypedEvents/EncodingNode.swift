internal import struct Foundation.Data
internal import struct Foundation.Date
internal import struct Foundation.Decimal
internal import struct Foundation.URL
internal import struct Foundation.UUID

/// One value in the making: the encoder that an event, or a value inside it, encodes itself into.
final class EncodingNode: Encoder {
    private enum Content {
        case empty
        case null
        case value(EventValue)
        case keyed
        case unkeyed
    }

    private var content = Content.empty
    /// A keyed value's elements, or an unkeyed one's with empty names.
    private var elements: [EventParameters.Element] = []
    /// Containers handed out inside this one; their values are taken when all is encoded.
    private var pending: [(place: Int, node: EncodingNode)] = []
    private(set) var enumCase: (name: String, node: EncodingNode)?

    let names: NameConverter
    /// Whether keys are taken as they are: a dictionary's keys are data, not names in Swift.
    private let keepsKeys: Bool
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ names: NameConverter, codingPath: [any CodingKey] = [], keepsKeys: Bool = false) {
        self.names = names
        self.codingPath = codingPath
        self.keepsKeys = keepsKeys
    }

    /// Whether the event is an enum whose case gives its name.
    var namesItsEvent: Bool {
        if enumCase != nil { return true }
        if case .value(.string) = content { return true }
        return false
    }

    var keyedElements: [EventParameters.Element] {
        if case .object(let parameters)? = takeValue() { return Array(parameters) }
        return []
    }

    /// The encoded value; nil where the value was nil or empty of itself.
    func takeValue() -> EventValue? {
        for (place, node) in pending {
            elements[place].value = node.takeValue() ?? .null
        }
        pending = []
        switch content {
        case .empty, .null: return nil
        case .value(let value): return value
        case .keyed: return .object(EventParameters(elements))
        case .unkeyed: return .array(elements.map(\.value))
        }
    }

    // MARK: Encoder

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        content = .keyed
        if codingPath.isEmpty { elements.reserveCapacity(8) }
        return KeyedEncodingContainer(KeyedNodeContainer<Key>(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        content = .unkeyed
        return UnkeyedNodeContainer(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleNodeContainer(node: self)
    }

    // MARK: What the containers call

    var count: Int { elements.count }

    func set(_ value: EventValue?) {
        content = value.map(Content.value) ?? .null
    }

    func put(_ value: EventValue, _ key: some CodingKey) {
        elements.append((name(of: key), value))
    }

    func append(_ value: EventValue) {
        elements.append(("", value))
    }

    func name(of key: some CodingKey) -> String {
        keepsKeys ? key.stringValue : names.convert(key.stringValue)
    }

    /// A container inside this one, whose place is kept now and filled at the end.
    func child(at key: some CodingKey) -> EncodingNode {
        let child = EncodingNode(names, codingPath: codingPath + [key])
        pending.append((elements.count, child))
        return child
    }

    /// A synthesized enum encodes its case as a nested container, and that alone; no struct does.
    func noteNested(_ key: some CodingKey, _ child: EncodingNode) {
        enumCase = codingPath.isEmpty && elements.isEmpty ? (name(of: key), child) : nil
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
            names, codingPath: key.map { codingPath + [$0] } ?? codingPath, keepsKeys: T.self is any KeysAreData.Type)
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
final class NameConverter {
    private let plan: EventTypePlan
    private let naming: EventNaming
    private var next = 0
    private(set) var learned: [(key: String, name: String)] = []

    init(plan: EventTypePlan, naming: EventNaming) {
        self.plan = plan
        self.naming = naming
    }

    func convert(_ key: String) -> String {
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
