import Foundation
import Trackproof

// The messages of OTLP's logs, and their binary encoding. The field numbers are those of
// opentelemetry.proto.collector.logs.v1, opentelemetry.proto.logs.v1, opentelemetry.proto.common.v1 and
// opentelemetry.proto.resource.v1. The reader skips all other fields. As protocol buffers require, a field that is not
// repeated has the last value that the message gives, and nested messages are merged.

/// A request with log records: `ExportLogsServiceRequest`.
struct OTLPExportLogsRequest {
    private(set) var resourceLogs: [OTLPResourceLogs] = []
    private(set) var hasUnknownFields = false

    init(protobuf bytes: [UInt8]) throws(WireRejection) {
        var reader = ProtobufReader(bytes[...])
        while let field = try reader.next() {
            guard case (1, .bytes(let bytes)) = field else {
                hasUnknownFields = true
                continue
            }
            var message = OTLPResourceLogs()
            try message.merge(reader.message(bytes))
            resourceLogs.append(message)
        }
    }
}

/// The log records of one resource, such as an app on a device.
struct OTLPResourceLogs {
    /// The attributes of the resource.
    private(set) var resource: [EventParameter] = []
    private(set) var scopeLogs: [OTLPScopeLogs] = []
    private(set) var hasUnknownFields = false

    fileprivate mutating func merge(_ message: ProtobufReader) throws(WireRejection) {
        var reader = message
        while let field = try reader.next() {
            switch field {
            case (1, .bytes(let bytes)):
                var own = try reader.message(bytes)
                while let field = try own.next() {
                    if case (1, .bytes(let bytes)) = field { resource.append(try own.keyValue(bytes)) }
                }
            case (2, .bytes(let bytes)):
                var message = OTLPScopeLogs()
                try message.merge(reader.message(bytes))
                scopeLogs.append(message)
            default: hasUnknownFields = true
            }
        }
    }
}

/// The log records of one scope, such as an instrumentation library.
struct OTLPScopeLogs {
    private(set) var scope = OTLPScope()
    private(set) var logRecords: [OTLPLogRecord] = []

    fileprivate mutating func merge(_ message: ProtobufReader) throws(WireRejection) {
        var reader = message
        while let field = try reader.next() {
            switch field {
            case (1, .bytes(let bytes)): try scope.merge(reader.message(bytes))
            case (2, .bytes(let bytes)):
                var record = OTLPLogRecord()
                try record.merge(reader.message(bytes))
                logRecords.append(record)
            default: break
            }
        }
    }
}

struct OTLPScope {
    var name = ""
    var version = ""
    var attributes: [EventParameter] = []

    fileprivate mutating func merge(_ message: ProtobufReader) throws(WireRejection) {
        var reader = message
        while let field = try reader.next() {
            switch field {
            case (1, .bytes(let bytes)): name = try reader.text(bytes)
            case (2, .bytes(let bytes)): version = try reader.text(bytes)
            case (3, .bytes(let bytes)): attributes.append(try reader.keyValue(bytes))
            default: break
            }
        }
    }
}

struct OTLPLogRecord {
    var timeUnixNano: UInt64 = 0
    var observedTimeUnixNano: UInt64 = 0
    var severityNumber: Int32 = 0
    var severityText = ""
    /// The body, or `nil` if it is absent or has no value.
    var body: EventValue?
    var attributes: [EventParameter] = []
    var droppedAttributesCount: UInt32 = 0
    var flags: UInt32 = 0
    var traceID: [UInt8] = []
    var spanID: [UInt8] = []
    var eventName = ""

    fileprivate mutating func merge(_ message: ProtobufReader) throws(WireRejection) {
        var reader = message
        var body = OTLPAnyValue()
        while let field = try reader.next() {
            switch field {
            case (1, .fixed64(let number)): timeUnixNano = number
            case (2, .varint(let number)): severityNumber = Int32(truncatingIfNeeded: number)
            case (3, .bytes(let bytes)): severityText = try reader.text(bytes)
            case (5, .bytes(let bytes)): try body.merge(reader.message(bytes))
            case (6, .bytes(let bytes)): attributes.append(try reader.keyValue(bytes))
            case (7, .varint(let number)): droppedAttributesCount = UInt32(truncatingIfNeeded: number)
            case (8, .fixed32(let number)): flags = number
            case (9, .bytes(let bytes)): traceID = Array(bytes)
            case (10, .bytes(let bytes)): spanID = Array(bytes)
            case (11, .fixed64(let number)): observedTimeUnixNano = number
            case (12, .bytes(let bytes)): eventName = try reader.text(bytes)
            default: break
            }
        }
        self.body = body.value
    }

    /// The fields of the record except its name, attributes and body. Fields that are not set are left out.
    var context: EventParameters {
        var context = EventParameters()
        func add(_ name: String, _ number: some BinaryInteger) {
            guard number != 0 else { return }
            context[name] = Int64(exactly: number).map(EventValue.integer) ?? .string(String(number))
        }
        func add(_ name: String, _ id: [UInt8]) {
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

/// A value of any type. Bytes become base64.
private struct OTLPAnyValue {
    /// The number of the field that the message gave last, or 0. Only the value of this field counts.
    private var last: UInt64 = 0
    private var scalar = EventValue.null
    // An array or object may come in many parts. Values that were made from each part would be copied for each part.
    private var elements: [EventValue] = []
    private var members: [EventParameter] = []

    /// The value, or `nil` if it is not set.
    var value: EventValue? {
        switch last {
        case 0: nil
        case 5: .array(elements)
        case 6: .object(EventParameters(members))
        default: scalar
        }
    }

    mutating func merge(_ message: ProtobufReader) throws(WireRejection) {
        var reader = message
        while let field = try reader.next() {
            switch field {
            case (1, .bytes(let bytes)): scalar = .string(try reader.text(bytes))
            case (2, .varint(let number)): scalar = .bool(number != 0)
            case (3, .varint(let number)): scalar = .integer(Int64(bitPattern: number))
            case (4, .fixed64(let number)): scalar = .number(Double(bitPattern: number))
            case (5, .bytes(let bytes)):
                if last != 5 { elements = [] }
                var list = try reader.message(bytes)
                while let field = try list.next() {
                    guard case (1, .bytes(let bytes)) = field else { continue }
                    var element = OTLPAnyValue()
                    try element.merge(list.message(bytes))
                    elements.append(element.value ?? .null)
                }
            case (6, .bytes(let bytes)):
                if last != 6 { members = [] }
                var list = try reader.message(bytes)
                while let field = try list.next() {
                    if case (1, .bytes(let bytes)) = field { members.append(try list.keyValue(bytes)) }
                }
            case (7, .bytes(let bytes)): scalar = .string(Data(bytes).base64EncodedString())
            default: continue
            }
            last = field.number
        }
    }
}

extension ProtobufReader {
    /// Reads a message `KeyValue`. A value that is not set becomes null.
    fileprivate func keyValue(_ bytes: ArraySlice<UInt8>) throws(WireRejection) -> EventParameter {
        var reader = try message(bytes)
        var (name, value) = ("", OTLPAnyValue())
        while let field = try reader.next() {
            switch field {
            case (1, .bytes(let bytes)): name = try reader.text(bytes)
            case (2, .bytes(let bytes)): try value.merge(reader.message(bytes))
            default: break
            }
        }
        return EventParameter(name, value.value ?? .null)
    }
}
