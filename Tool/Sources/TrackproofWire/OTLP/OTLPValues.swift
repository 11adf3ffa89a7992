import Foundation
import Trackproof

extension EventValue {
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
