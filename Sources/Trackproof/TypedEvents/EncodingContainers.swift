// The three containers of the Encoder protocol. Each container writes into its `EncodingNode`. A keyed container leaves
// out nil. An unkeyed container writes null for nil, so that the other values keep their positions.
//
// The generic `encode` of each container also implements the protocol's functions for `Bool`, `Int` and so on. The
// compiler inlines it into each of these functions, so that these do not examine the type of the value.

struct KeyedNodeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingNode
    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil(forKey key: Key) {}
    @inline(__always)
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if let value = try node.value(of: value, at: key) { node.put(value, key.stringValue) }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    {
        let child = node.child(at: key)
        node.noteNested(key.stringValue, child)
        node.put(.null, key.stringValue)
        return child.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let child = node.child(at: key)
        node.put(.null, key.stringValue)
        return child.unkeyedContainer()
    }

    func superEncoder() -> any Encoder { superEncoder(at: SuperKey()) }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(at: key) }

    private func superEncoder(at key: some CodingKey) -> any Encoder {
        let child = node.child(at: key)
        node.put(.null, key.stringValue)
        return child
    }
}

struct UnkeyedNodeContainer: UnkeyedEncodingContainer {
    let node: EncodingNode
    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int { node.count }

    func encodeNil() { node.append(.null) }
    @inline(__always)
    func encode<T: Encodable>(_ value: T) throws {
        node.append(try node.value(of: value, at: IndexKey(index: count)) ?? .null)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
    func superEncoder() -> any Encoder { nested() }

    private func nested() -> EncodingNode {
        let child = node.child(at: IndexKey(index: count))
        node.append(.null)
        return child
    }
}

struct SingleNodeContainer: SingleValueEncodingContainer {
    let node: EncodingNode
    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil() { node.set(nil) }
    @inline(__always)
    func encode<T: Encodable>(_ value: T) throws { node.set(try node.value(of: value, at: IndexKey?.none)) }
}

private struct SuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

private struct IndexKey: CodingKey {
    let index: Int
    var stringValue: String { String(index) }
    var intValue: Int? { index }
    init(index: Int) { self.index = index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { index = intValue }
}
