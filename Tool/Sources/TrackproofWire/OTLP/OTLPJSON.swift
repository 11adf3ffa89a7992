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

    /// Returns the first name of a member that OTLP does not allow, because it is not in lowerCamelCase, or `nil`.
    ///
    /// Some receivers read the original names of fields, and others ignore them as unknown members. Source:
    /// <https://opentelemetry.io/docs/specs/otlp/>, "JSON Protobuf Encoding"
    static func originalName(in value: EventValue) -> String? {
        for element in value.array ?? [] {
            if let name = originalName(in: element) { return name }
        }
        for member in value.object ?? [:] {
            if member.name.utf8.contains(UInt8(ascii: "_")), originalNames.contains(member.name) { return member.name }
            if let name = originalName(in: member.value) { return name }
        }
        return nil
    }

    private static let originalNames: Set = [
        "resource_logs", "scope_logs", "log_records", "time_unix_nano", "observed_time_unix_nano", "severity_number",
        "severity_text", "event_name", "trace_id", "span_id", "string_value", "bool_value", "int_value", "double_value",
        "array_value", "kvlist_value", "bytes_value",
    ]

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
        if let number = fields["severityNumber"], number.string != nil {
            throw .wrongType(fields.place(of: "severityNumber"), expected: "an integer", found: number)
        }
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
    ) throws(WireRejection) -> [EventParameter] {
        guard var own = try Self.fields(name, in: &fields) else { return [] }
        return try keyValues("attributes", in: &own, &rounded)
    }

    // MARK: Values

    private static func keyValues(
        _ name: String, in fields: inout WireFields, _ rounded: inout [WirePlace]
    ) throws(WireRejection) -> [EventParameter] {
        guard fields[name] != nil else { return [] }
        let place = fields.place.member(name)
        var pairs: [EventParameter] = []
        for (index, value) in try fields.array(name).enumerated() {
            var members = try Self.fields(value, at: place.item(index))
            guard let key = try members.string("key") else { throw .missing(members.place(of: "key"), "a string") }
            var pair = EventParameter(key, .null)
            if let value = members.take("value") {
                pair.value = try anyValue(value, at: members.place.member("value"), &rounded) ?? .null
            }
            pairs.append(pair)
        }
        return pairs
    }

    /// Returns the value that a message `AnyValue` contains, or `nil` if it is not set. Bytes become base64.
    private static func anyValue(
        _ value: EventValue, at place: WirePlace, _ rounded: inout [WirePlace]
    ) throws(WireRejection) -> EventValue? {
        var fields = try Self.fields(value, at: place)
        for name in ["intValue", "doubleValue", "boolValue"] where fields.rest[name] == .null {
            throw .wrongType(fields.place(of: name), expected: "a value", found: .null)
        }
        if fields.rest.count > 1,
            case let kinds = fields.rest.filter({ valueKinds.contains($0.name) && $0.value != .null }), kinds.count > 1
        {
            let names = kinds.map(\.name).joined(separator: " and ")
            throw WireRejection(field: "\(place)", "expected one value, found \(names)")
        }
        if let text = try fields.string("stringValue") { return .string(text) }
        if let flag = try fields.bool("boolValue") { return .bool(flag) }
        if let number: Int64 = try integer("intValue", in: &fields) { return .integer(number) }
        if let value = fields.take("doubleValue") {
            let number = try double(value, at: fields.place.member("doubleValue"))
            if case .integer(let integer) = value.readAsNumber, Double(exactly: integer) == nil {
                rounded.append(fields.place.member("doubleValue"))
            }
            return .number(number)
        }
        if var list = try Self.fields("arrayValue", in: &fields) {
            var elements: [EventValue] = []
            guard list["values"] != nil else { return .array([]) }
            for (index, value) in try list.array("values").enumerated() {
                let place = list.place.member("values").item(index)
                elements.append(try anyValue(value, at: place, &rounded) ?? .null)
            }
            return .array(elements)
        }
        if var list = try Self.fields("kvlistValue", in: &fields) {
            return .object(EventParameters(try keyValues("values", in: &list, &rounded)))
        }
        guard let text = try fields.string("bytesValue") else { return nil }
        guard let bytes = [UInt8](base64: Array(text.utf8)) else {
            throw WireRejection(field: fields.place(of: "bytesValue"), "not base64")
        }
        return .string(Data(bytes).base64EncodedString())
    }

    private static let valueKinds: Set = [
        "stringValue", "boolValue", "intValue", "doubleValue", "arrayValue", "kvlistValue", "bytesValue",
    ]

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

    private static func id(_ name: String, in fields: inout WireFields) throws(WireRejection) -> [UInt8] {
        guard let text = try fields.string(name) else { return [] }
        var bytes: [UInt8] = []
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
}
