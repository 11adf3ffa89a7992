// The three containers of the Encoder protocol. Each container writes into its `EncodingNode`. A keyed container leaves
// out nil. An unkeyed container writes null for nil, so that the other values keep their positions.

struct KeyedNodeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingNode
    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil(forKey key: Key) {}
    func encode(_ value: Bool, forKey key: Key) { node.put(.bool(value), key.stringValue) }
    func encode(_ value: String, forKey key: Key) { node.put(.string(value), key.stringValue) }
    func encode(_ value: Double, forKey key: Key) { node.put(EventValue(value), key.stringValue) }
    func encode(_ value: Float, forKey key: Key) { node.put(EventValue(value), key.stringValue) }
    func encode(_ value: Int, forKey key: Key) { node.put(.integer(Int64(value)), key.stringValue) }
    func encode(_ value: Int8, forKey key: Key) { node.put(.integer(Int64(value)), key.stringValue) }
    func encode(_ value: Int16, forKey key: Key) { node.put(.integer(Int64(value)), key.stringValue) }
    func encode(_ value: Int32, forKey key: Key) { node.put(.integer(Int64(value)), key.stringValue) }
    func encode(_ value: Int64, forKey key: Key) { node.put(.integer(value), key.stringValue) }
    func encode(_ value: UInt, forKey key: Key) { node.put(EventValue(unsigned: UInt64(value)), key.stringValue) }
    func encode(_ value: UInt8, forKey key: Key) { node.put(.integer(Int64(value)), key.stringValue) }
    func encode(_ value: UInt16, forKey key: Key) { node.put(.integer(Int64(value)), key.stringValue) }
    func encode(_ value: UInt32, forKey key: Key) { node.put(.integer(Int64(value)), key.stringValue) }
    func encode(_ value: UInt64, forKey key: Key) { node.put(EventValue(unsigned: value), key.stringValue) }

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
    func encode(_ value: Bool) { node.append(.bool(value)) }
    func encode(_ value: String) { node.append(.string(value)) }
    func encode(_ value: Double) { node.append(EventValue(value)) }
    func encode(_ value: Float) { node.append(EventValue(value)) }
    func encode(_ value: Int) { node.append(.integer(Int64(value))) }
    func encode(_ value: Int8) { node.append(.integer(Int64(value))) }
    func encode(_ value: Int16) { node.append(.integer(Int64(value))) }
    func encode(_ value: Int32) { node.append(.integer(Int64(value))) }
    func encode(_ value: Int64) { node.append(.integer(value)) }
    func encode(_ value: UInt) { node.append(EventValue(unsigned: UInt64(value))) }
    func encode(_ value: UInt8) { node.append(.integer(Int64(value))) }
    func encode(_ value: UInt16) { node.append(.integer(Int64(value))) }
    func encode(_ value: UInt32) { node.append(.integer(Int64(value))) }
    func encode(_ value: UInt64) { node.append(EventValue(unsigned: value)) }

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
    func encode(_ value: Bool) { node.set(.bool(value)) }
    func encode(_ value: String) { node.set(.string(value)) }
    func encode(_ value: Double) { node.set(EventValue(value)) }
    func encode(_ value: Float) { node.set(EventValue(value)) }
    func encode(_ value: Int) { node.set(.integer(Int64(value))) }
    func encode(_ value: Int8) { node.set(.integer(Int64(value))) }
    func encode(_ value: Int16) { node.set(.integer(Int64(value))) }
    func encode(_ value: Int32) { node.set(.integer(Int64(value))) }
    func encode(_ value: Int64) { node.set(.integer(value)) }
    func encode(_ value: UInt) { node.set(EventValue(unsigned: UInt64(value))) }
    func encode(_ value: UInt8) { node.set(.integer(Int64(value))) }
    func encode(_ value: UInt16) { node.set(.integer(Int64(value))) }
    func encode(_ value: UInt32) { node.set(.integer(Int64(value))) }
    func encode(_ value: UInt64) { node.set(EventValue(unsigned: value)) }
    func encode<T: Encodable>(_ value: T) throws { node.set(try node.value(of: value, at: nil)) }
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
