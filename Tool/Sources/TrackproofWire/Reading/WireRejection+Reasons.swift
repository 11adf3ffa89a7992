import Trackproof

extension WireRejection {
    /// Returns the rejection of a request or an item that lacks a required field.
    static func missing(_ field: String, _ expected: String) -> WireRejection {
        WireRejection(kind: .missing, field: field, "missing, expected \(expected)")
    }

    static func wrongType(_ field: String, expected: String, found value: EventValue) -> WireRejection {
        let found =
            switch value {
            case .null: "null"
            case .integer, .array, .object: "an \(value.typeName)"
            case .bool, .number, .string: "a \(value.typeName)"
            }
        return WireRejection(field: field, "expected \(expected), found \(found)")
    }

    /// Returns the rejection of a text whose values would need too much memory.
    static func tooMuch(_ field: String) -> WireRejection {
        WireRejection(
            field: field, "too many values: they would take more than \(maxDecodedBytes >> 20) MiB of memory")
    }

    /// Returns the rejection of a request with too many items.
    static func tooMany(_ field: String, _ count: Int) -> WireRejection {
        WireRejection(
            kind: .tooLarge, field: field, "expected at most \(WireDecoding.maxItems) items, found \(count)")
    }

    /// Returns the rejection of a request whose shared context is too large to be copied into each event.
    ///
    /// - Parameters:
    ///   - size: The size of the context as JSON, in bytes.
    ///   - times: The number of events.
    static func tooMuch(_ size: Int, times: Int) -> WireRejection {
        WireRejection(kind: .tooLarge, "\(times) events share \(size) bytes of context, too much to repeat in each")
    }

    /// Returns the rejection of a request to a path that the vendor's API does not have.
    static func unknownPath(_ request: WireRequest, _ vendor: String) -> WireRejection {
        WireRejection("\(request.method) \(request.path) is not part of the \(vendor) API")
    }
}
