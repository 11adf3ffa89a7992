import Trackproof
import TrackproofCSV
import TrackproofVendors

/// The decoder of AppMetrica's Post API, which uploads events that happened outside of the app.
///
/// A request has one event in its query, or many events in a CSV table. The parameters of an event are the members of
/// `event_json`. AppMetrica's SDK for apps uses a different protocol, which this decoder does not read.
package enum AppMetricaDecoder: WireDecoder {
    package static let vendor = "appmetrica"

    private static let path = "/logs/v1/import/events"

    /// Returns whether the path is `/logs/v1/import/events` or `/logs/v1/import/events.csv`.
    package static func recognizes(_ request: WireRequest) -> Bool {
        request.trimmedPath == path || request.trimmedPath == path + ".csv"
    }

    /// Returns the event of the query, or one event for each row of the table.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        let common = EventParameters(query: request.query)
        guard request.trimmedPath.hasSuffix(".csv") else {
            return try WireDecoding(whole: { () throws(WireRejection) in
                try event(WireFields(common, at: ""), request.received)
            })
        }
        var rows = try rows(of: request.body)
        guard !rows.isEmpty else { throw WireRejection("the table has no header") }
        let header = rows.removeFirst()
        guard header.contains("event_name") || common["event_name"] != nil else {
            throw WireRejection(
                field: "header",
                "expected the names of the columns, among them event_name, in the first line of the table")
        }
        try WireDecoding.check(count: rows.count, at: "rows")
        var shared = SharedContext()
        let names = EventParameters(header.map { EventParameter($0, .null) })
        try shared.spend(common.merging(names), times: rows.count)
        var decoding = WireDecoding()
        for (index, row) in rows.enumerated() {
            let place = WirePlace.item("rows", index)
            decoding.append { () throws(WireRejection) in
                guard row.count == header.count else {
                    throw WireRejection(
                        field: "\(place)", "expected \(header.count) fields as in the header, found \(row.count)")
                }
                // An empty cell means that the row has no value for the column.
                let cells = zip(header, row).filter { !$0.1.isEmpty }
                let members = EventParameters(cells.map { EventParameter($0.0, .string($0.1)) })
                return try event(WireFields(common.merging(members), at: place), request.received)
            }
        }
        return decoding
    }

    /// Returns the cells of a table's rows that are not blank. If there are more rows than a request may have, returns one
    /// row more.
    private static func rows(of table: [UInt8]) throws(WireRejection) -> [[String]] {
        var reader = CSVRows(table, .comma)
        var rows: [[String]] = []
        do throws(CSVError) {
            while rows.count <= WireDecoding.maxItems + 1, let cells = try reader.next()?.map(\.text) {
                if cells != [""] { rows.append(cells) }
            }
        } catch {
            throw WireRejection("line \(error.line): \(error.message)")
        }
        return rows
    }

    /// Returns an empty reply, or an error in the format of AppMetrica if the decoder rejected the whole request.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        guard case .failure(let rejection) = result else { return WireReply() }
        let message = rejection.description
        let error = EventValue.object(["error_type": "invalid_parameter", "message": message])
        return .json(["errors": EventValue.array([error]), "code": 400, "message": message], status: 400)
    }

    private static func event(_ request: WireFields, _ received: EventTime) throws(WireRejection) -> RecordedEvent {
        var fields = request
        let name = try fields.name("event_name")
        let profile = try fields.identifier("profile_id")
        let device = try fields.identifier("appmetrica_device_id")
        guard (profile == nil) != (device == nil) else {
            throw WireRejection(
                field: fields.place(of: "profile_id"),
                profile == nil
                    ? "missing, expected profile_id or appmetrica_device_id"
                    : "expected either profile_id or appmetrica_device_id, found both")
        }
        var event = Event(name)
        if let json = try fields.string("event_json") {
            let place = fields.place.member("event_json")
            event.parameters = try WireFields(EventValue(wire: Array(json.utf8), at: place), at: place).rest
        }
        event.user = profile
        let time =
            fields.time("event_timestamp", TimeUnit.seconds.time) ?? fields.time("timestamp", TimeUnit.seconds.time)
        var recorded = RecordedEvent(event, source: .wire(vendor), time: time, anonymous: device, context: fields.rest)
        // appmetrica.yandex.com/docs/en/mobile-api/post/restrictions
        recorded.note(olderThan: 14 * 24, at: received, "AppMetrica refuses events that are older than 14 days")
        return recorded
    }
}
