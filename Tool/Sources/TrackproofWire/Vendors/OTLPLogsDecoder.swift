import Trackproof
import TrackproofPlans
import TrackproofVendors

/// The decoder of OpenTelemetry's logs over HTTP, as protocol buffers and as JSON.
///
/// - A log record is an event if it has a name: its field `event_name`, or the attribute `event.name` of older SDKs.
///   A record without a name is ordinary log output. The decoder ignores such records, spans and metrics.
/// - The attributes are the parameters. The body is the parameter `body`. If an attribute is called `body`, the body of
///   the record belongs to the context instead.
/// - The attribute `user.id` or `enduser.id` is the user, and `log.record.uid` is the event's id.
/// - Bytes become base64.
/// - If a message has members, but no list of log records, the decoder rejects it. Versions of the protocol before 0.16
///   had other lists.
/// - If a record cannot be read, the decoder rejects the whole request, as OTLP requires of servers ("Bad Data").
/// - Resource, scope, trace and severity belong to the context.
package enum OTLPLogsDecoder: WireDecoder {
    package static let vendor = Vendor.openTelemetry.name

    private enum Endpoint: String {
        case logs = "/v1/logs"
        case traces = "/v1/traces"
        case metrics = "/v1/metrics"

        init?(_ request: WireRequest) { self.init(rawValue: String(request.trimmedPath)) }
    }

    /// Returns whether the path is `/v1/logs`, `/v1/traces` or `/v1/metrics`.
    package static func recognizes(_ request: WireRequest) -> Bool { Endpoint(request) != nil }

    /// Returns an event for each log record that has a name. The request contains protocol buffers or JSON.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        switch Endpoint(request) {
        case .logs: return isJSON(request) ? try decodeJSON(request) : try decodeProtobuf(request)
        case .traces: return .ignored("trace spans")
        case .metrics: return .ignored("metrics")
        case nil: throw .unknownPath(request, "OpenTelemetry")
        }
    }

    /// Returns a reply in the encoding of the request.
    ///
    /// The reply contains the number of rejected records and the first reason, or the reason why the whole request was
    /// rejected. If nothing was rejected, the reply is an empty message.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        switch result {
        case .success(let decoding):
            let rejections = decoding.rejections
            guard let first = rejections.first else {
                return isJSON(request) ? .json([:]) : protobuf { _ in }
            }
            let message = first.description
            if isJSON(request) {
                // The JSON encoding of protocol buffers writes integers of 64 bits as text.
                let count = String(rejections.count)
                let members: EventParameters = ["rejectedLogRecords": count, "errorMessage": message]
                return .json(["partialSuccess": EventValue.object(members)])
            }
            // ExportLogsServiceResponse of opentelemetry.proto.collector.logs.v1
            var partialSuccess = ProtobufWriter()
            partialSuccess.write(1, UInt64(rejections.count))
            partialSuccess.write(2, message.utf8)
            return protobuf { $0.write(1, partialSuccess.bytes) }
        case .failure(let rejection):
            // google.rpc.Status
            let (code, message) = (3, rejection.description)  // INVALID_ARGUMENT
            if isJSON(request) { return .json(["code": code, "message": message], status: 400) }
            return protobuf(status: 400) {
                $0.write(1, UInt64(code))
                $0.write(2, message.utf8)
            }
        }
    }

    private static let maxProtobufBytes = 2 << 20

    private static func isJSON(_ request: WireRequest) -> Bool {
        request.header("content-type").map { $0.lowercased().hasPrefix("application/json") }
            ?? request.body.beginsAsJSON
    }

    private static func protobuf(status: Int = 200, _ write: (inout ProtobufWriter) -> Void) -> WireReply {
        var message = ProtobufWriter()
        write(&message)
        return WireReply(status: status, contentType: "application/x-protobuf", body: message.bytes)
    }

    // MARK: The two encodings

    private static func decodeJSON(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        var decoding = WireDecoding()
        var shared = SharedContext()
        let body = try request.json(itemLevels: 5)
        let original = OTLPJSON.originalName(in: body)
        var root = try OTLPJSON.fields(body, at: "")
        for (index, value) in try root.list("resourceLogs").enumerated() {
            var resourceLogs = try OTLPJSON.fields(value, at: .item("resourceLogs", index))
            var roundedInResource: [WirePlace] = []
            let resource = try OTLPJSON.attributes(of: "resource", in: &resourceLogs, rounded: &roundedInResource)
            let scopes = try resourceLogs.list("scopeLogs")
            for (index, value) in scopes.enumerated() {
                var scopeLogs = try OTLPJSON.fields(value, at: resourceLogs.place.member("scopeLogs").item(index))
                var roundedInScope = roundedInResource
                let context = context(resource, try OTLPJSON.scope(&scopeLogs, rounded: &roundedInScope))
                let records = try scopeLogs.list("logRecords")
                try WireDecoding.check(count: decoding.items.count + records.count, at: "resourceLogs")
                try shared.spend(context, times: records.count)
                for (index, record) in records.enumerated() {
                    let place = scopeLogs.place.member("logRecords").item(index)
                    var rounded = roundedInScope
                    let read = try OTLPJSON.logRecord(record, at: place, rounded: &rounded)
                    append(at: place, context, to: &decoding, read, rounded: rounded)
                }
            }
        }
        guard let original else { return decoding }
        return decoding.noting("OTLP has no names with underscores, so a receiver can ignore ", [original])
    }

    private static func decodeProtobuf(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        // A nested message of two bytes may need 80 times as much memory. Therefore, `maxProtobufBytes` is low, but
        // high enough for the batches of 512 records that exporters send.
        guard request.body.count <= maxProtobufBytes else {
            throw WireRejection(
                "the body is larger than \(maxProtobufBytes >> 20) MiB, the limit for protocol buffers")
        }
        let message = try OTLPExportLogsRequest(protobuf: request.body)
        guard !message.resourceLogs.isEmpty || !message.hasUnknownFields else {
            throw .missing("resourceLogs", "an array")
        }
        let scopes = message.resourceLogs.lazy.flatMap(\.scopeLogs)
        try WireDecoding.check(count: scopes.reduce(0) { $0 + $1.logRecords.count }, at: "resourceLogs")
        var decoding = WireDecoding()
        var shared = SharedContext()
        for (r, resourceLogs) in message.resourceLogs.enumerated() {
            let place = WirePlace.item("resourceLogs", r).member("scopeLogs")
            if resourceLogs.scopeLogs.isEmpty, resourceLogs.hasUnknownFields {
                decoding.items.append(.rejected(.missing("\(place)", "an array")))
            }
            for (s, scopeLogs) in resourceLogs.scopeLogs.enumerated() {
                let context = context(resourceLogs.resource, scopeLogs.scope)
                try shared.spend(context, times: scopeLogs.logRecords.count)
                for (l, record) in scopeLogs.logRecords.enumerated() {
                    let place = place.item(s).member("logRecords").item(l)
                    append(at: place, context, to: &decoding, record)
                }
            }
        }
        return decoding
    }

    // MARK: Events

    private static func context(_ resource: [EventParameter], _ scope: OTLPScope) -> EventParameters {
        var context = EventParameters()
        if !resource.isEmpty { context["resource"] = .object(EventParameters(resource)) }
        var members = EventParameters()
        if !scope.name.isEmpty { members["name"] = .string(scope.name) }
        if !scope.version.isEmpty { members["version"] = .string(scope.version) }
        if !scope.attributes.isEmpty { members["attributes"] = .object(EventParameters(scope.attributes)) }
        if !members.isEmpty { context["scope"] = .object(members) }
        return context
    }

    private static func append(
        at place: WirePlace, _ context: EventParameters, to decoding: inout WireDecoding,
        _ record: OTLPLogRecord, rounded: [WirePlace] = []
    ) {
        let attributes = EventParameters(record.attributes)
        guard let name = name(record, attributes) else {
            let what = "a log record without an event name"
            return decoding.items.append(.ignored(WireIgnored(field: "\(place)", what)))
        }
        decoding.append {
            var event = event(record, name, attributes, context)
            if !rounded.isEmpty { event.note("numbers that were rounded: ", rounded.map(\.description)) }
            return event
        }
    }

    /// Returns the name of an event, or `nil` if the record has no name and therefore is ordinary log output.
    private static func name(_ record: OTLPLogRecord, _ attributes: EventParameters) -> String? {
        let name = record.eventName.isEmpty ? attributes["event.name"]?.string ?? "" : record.eventName
        return name.isEmpty ? nil : name
    }

    private static func event(
        _ record: OTLPLogRecord, _ name: String, _ attributes: EventParameters, _ shared: EventParameters
    ) -> RecordedEvent {
        var attributes = attributes
        if record.eventName.isEmpty { attributes["event.name"] = nil }
        var context = shared
        func take(_ names: String...) -> String? {
            for name in names {
                guard let value = attributes[name], let id = value.identifier else { continue }
                attributes[name] = nil
                if value.string == nil { context[name] = value }
                return id
            }
            return nil
        }
        let user = take("user.id", "enduser.id")
        let id = take("log.record.uid")
        // Some SDKs send a body without a value. Such a body counts as absent.
        if let body = record.body {
            if attributes["body"] == nil { attributes["body"] = body } else { context["body"] = body }
        }
        var fields = WireFields(context.merging(record.context), at: "")
        let time =
            fields.time("timeUnixNano", TimeUnit.nanoseconds.time)
            ?? fields.time("observedTimeUnixNano", TimeUnit.nanoseconds.time)
        let (own, parameters) = attributes.divided(by: Vendor.openTelemetry.ownParameters.contains)
        var event = Event(name, parameters)
        event.user = user
        return RecordedEvent(
            event, source: .wire(vendor), time: time, id: id, context: fields.rest(completedWith: own))
    }
}

extension WireFields {
    /// Returns the elements of an array, which is absent or null if it is empty.
    ///
    /// - Throws: A rejection if the array is absent, but the message has members that the decoder has not taken.
    fileprivate mutating func list(_ name: String) throws(WireRejection) -> [EventValue] {
        _ = take("schemaUrl")
        guard self[name] != nil || !rest.filter({ $0.value != .null }).isEmpty else { return [] }
        return try array(name)
    }
}
