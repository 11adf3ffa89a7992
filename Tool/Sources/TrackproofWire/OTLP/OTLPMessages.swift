import Foundation
import Trackproof

/// A reader of OTLP's JSON encoding. It returns the same message types as the binary encoding.
///
/// In OTLP, ids are hexadecimal, unlike in the standard JSON encoding of protocol buffers. A number may be a string. The
/// reader skips unknown fields, as the protocol requires.
///
/// A `doubleValue` that is spelled as an integer becomes the nearest double, as at every receiver. An `intValue` may be
/// spelled as `3.0` or `3e2`, but must be an integer of 64 bits, because no receiver reads another one.
///
/// Source: <https://protobuf.dev/programming-guides/json/>
enum OTLPJSON {
    /// Returns the fields of a message, by their names in lowerCamelCase, such as `resourceLogs`.
    ///
    /// The JSON encoding of protocol buffers also allows the original names of fields, such as `resource_logs`.
    static func fields(_ value: EventValue, at place: WirePlace) throws(WireRejection) -> WireFields {
        let fields = try WireFields(value, at: place)
        let members = fields.rest
        guard members.contains(where: { $0.name.utf8.contains(UInt8(ascii: "_")) }) else { return fields }
        var names: Set<String> = []
        var renamed: [EventParameter] = []
        for member in members {
            let name = member.name.inLowerCamelCase
            guard names.insert(name).inserted else {
                throw WireRejection(field: fields.place(of: member.name), "the message has two members for this field")
            }
            renamed.append(EventParameter(name, member.value))
        }
        return WireFields(EventParameters(renamed), at: place)
    }

    private static func fields(
        _ name: String, in fields: inout WireFields
    ) throws(WireRejection) -> WireFields? {
        guard let value = fields.take(name) else { return nil }
        return try Self.fields(value, at: fields.place.member(name))
    }

    /// - Parameter rounded: Receives the places of the numbers that the reader had to change.
    static func logRecord(
        _ value: EventValue, at place: WirePlace, rounded: inout [WirePlace]
    ) throws(WireRejection) -> OTLPLogRecord {
        var fields = try Self.fields(value, at: place)
        var record = OTLPLogRecord()
        record.timeUnixNano = try integer("timeUnixNano", in: &fields) ?? 0
        record.observedTimeUnixNano = try integer("observedTimeUnixNano", in: &fields) ?? 0
        record.severityNumber = try integer("severityNumber", in: &fields) ?? 0
        record.severityText = try fields.string("severityText") ?? ""
        record.flags = try integer("flags", in: &fields) ?? 0
        record.droppedAttributesCount = try integer("droppedAttributesCount", in: &fields) ?? 0
        record.eventName = try fields.string("eventName") ?? ""
        record.traceID = try id("traceId", in: &fields)
        record.spanID = try id("spanId", in: &fields)
        record.attributes = try keyValues("attributes", in: &fields, &rounded)
        if let body = fields.take("body") {
            record.body = try anyValue(body, at: fields.place.member("body"), &rounded)
        }
        return record
    }

    static func scope(_ fields: inout WireFields, rounded: inout [WirePlace]) throws(WireRejection) -> OTLPScope {
        var scope = OTLPScope()
        guard var own = try Self.fields("scope", in: &fields) else { return scope }
        scope.name = try own.string("name") ?? ""
        scope.version = try own.string("version") ?? ""
        scope.attributes = try keyValues("attributes", in: &own, &rounded)
        return scope
    }

    /// Returns the attributes of a member that is an object, such as `resource`.
    static func attributes(
        of name: String, in fields: inout WireFields, rounded: inout [WirePlace]
    ) throws(WireRejection) -> [OTLPKeyValue] {
        guard var own = try Self.fields(name, in: &fields) else { return [] }
        return try keyValues("attributes", in: &own, &rounded)
    }

    // MARK: Values

    private static func keyValues(
        _ name: String, in fields: inout WireFields, _ rounded: inout [WirePlace]
    ) throws(WireRejection) -> [OTLPKeyValue] {
        guard fields[name] != nil else { return [] }
        let place = fields.place.member(name)
        var pairs: [OTLPKeyValue] = []
        for (index, value) in try fields.array(name).enumerated() {
            var members = try Self.fields(value, at: place.item(index))
            var pair = OTLPKeyValue()
            guard let key = try members.string("key") else { throw .missing(members.place(of: "key"), "a string") }
            pair.key = key
            if let value = members.take("value") {
                pair.value = try anyValue(value, at: members.place.member("value"), &rounded)
            }
            pairs.append(pair)
        }
        return pairs
    }

    private static func anyValue(
        _ value: EventValue, at place: WirePlace, _ rounded: inout [WirePlace]
    ) throws(WireRejection) -> OTLPAnyValue {
        var fields = try Self.fields(value, at: place)
        var any = OTLPAnyValue()
        for name in ["intValue", "doubleValue", "boolValue"] where fields.rest[name] == .null {
            throw .wrongType(fields.place(of: name), expected: "a value", found: .null)
        }
        if let text = try fields.string("stringValue") {
            any.stringValue = text
        } else if let value = fields.take("boolValue") {
            guard let bool = value.bool else {
                throw .wrongType(fields.place(of: "boolValue"), expected: "a bool", found: value)
            }
            any.boolValue = bool
        } else if let number: Int64 = try integer("intValue", in: &fields) {
            any.intValue = number
        } else if let value = fields.take("doubleValue") {
            any.doubleValue = try double(value, at: fields.place.member("doubleValue"))
            if case .integer(let integer) = value.readAsNumber, Double(exactly: integer) == nil {
                rounded.append(fields.place.member("doubleValue"))
            }
        } else if var list = try Self.fields("arrayValue", in: &fields) {
            any.arrayValue = OTLPArrayValue()
            guard list["values"] != nil else { return any }
            for (index, value) in try list.array("values").enumerated() {
                any.arrayValue.values.append(
                    try anyValue(value, at: list.place.member("values").item(index), &rounded))
            }
        } else if var list = try Self.fields("kvlistValue", in: &fields) {
            any.kvlistValue = OTLPKeyValueList()
            any.kvlistValue.values = try keyValues("values", in: &list, &rounded)
        } else if let text = try fields.string("bytesValue") {
            guard let bytes = [UInt8](base64: Array(text.utf8)) else {
                throw WireRejection(field: fields.place(of: "bytesValue"), "not base64")
            }
            any.bytesValue = Data(bytes)
        }
        return any
    }

    private static func integer<Integer: FixedWidthInteger>(
        _ name: String, in fields: inout WireFields
    ) throws(WireRejection) -> Integer? {
        guard let value = fields.take(name) else { return nil }
        guard let integer: Integer = value.readAsInteger() else {
            let place = fields.place(of: name)
            throw WireRejection(field: place, "expected a \(Integer.bitWidth)-bit integer, found \(value)")
        }
        return integer
    }

    private static func double(_ value: EventValue, at place: WirePlace) throws(WireRejection) -> Double {
        switch value.readAsNumber {
        case .number(let number): return number
        case .integer(let integer): return Double(integer)
        case .string("NaN"): return .nan
        case .string("Infinity"): return .infinity
        case .string("-Infinity"): return -.infinity
        default: break
        }
        throw .wrongType("\(place)", expected: "a number", found: value)
    }

    private static func id(_ name: String, in fields: inout WireFields) throws(WireRejection) -> Data {
        guard let text = try fields.string(name) else { return Data() }
        var bytes = Data()
        var rest = text.utf8[...]
        while !rest.isEmpty {
            let digits = rest.prefix(2)
            guard digits.count == 2, let byte = UInt8(String(digits) ?? "", radix: 16) else {
                throw WireRejection(field: fields.place(of: name), "not a hexadecimal id")
            }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

extension String {
    /// The text with each underscore and the letter after it replaced by the letter in upper case.
    fileprivate var inLowerCamelCase: String {
        let parts = split(separator: "_", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}

extension EventValue {
    /// Returns the integer that the value spells, also as `"31"`, `31.0` or `"3.1e1"`; `nil` if it is not an integer of
    /// this type.
    fileprivate func readAsInteger<Integer: FixedWidthInteger>() -> Integer? {
        // The JSON reader returns an integer above `Int64.max` as a `Double`.
        if let text = string, let integer = Integer(text) { return integer }
        return switch readAsNumber {
        case .integer(let integer): Integer(exactly: integer)
        case .number(let number): Integer(exactly: number)
        default: nil
        }
    }

    /// Creates a value from an OpenTelemetry value. Bytes become base64, and a value that is not set becomes null.
    init(_ value: OTLPAnyValue) {
        switch value.value {
        case nil: self = .null
        case .stringValue(let text)?: self = .string(text)
        case .boolValue(let bool)?: self = .bool(bool)
        case .intValue(let integer)?: self = .integer(integer)
        case .doubleValue(let number)?: self = .number(number)
        case .arrayValue(let array)?: self = .array(array.values.map { EventValue($0) })
        case .kvlistValue(let list)?: self = .object(EventParameters(list.values))
        case .bytesValue(let bytes)?: self = .string(bytes.base64EncodedString())
        }
    }
}

extension EventParameters {
    /// Creates parameters from attributes, in the same order.
    init(_ attributes: [OTLPKeyValue]) {
        self.init(attributes.map { EventParameter($0.key, EventValue($0.value)) })
    }
}

extension OTLPLogRecord {
    /// The fields of the record except its name, attributes and body. Fields that are not set are left out.
    var context: EventParameters {
        var context = EventParameters()
        func add(_ name: String, _ number: some BinaryInteger) {
            guard number != 0 else { return }
            context[name] = Int64(exactly: number).map(EventValue.integer) ?? .string(String(number))
        }
        func add(_ name: String, _ id: Data) {
            guard !id.isEmpty else { return }
            context[name] = .string(id.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        }
        add("timeUnixNano", timeUnixNano)
        add("observedTimeUnixNano", observedTimeUnixNano)
        add("severityNumber", severityNumber)
        if !severityText.isEmpty { context["severityText"] = .string(severityText) }
        add("traceId", traceID)
        add("spanId", spanID)
        add("flags", flags)
        add("droppedAttributesCount", droppedAttributesCount)
        return context
    }
}
