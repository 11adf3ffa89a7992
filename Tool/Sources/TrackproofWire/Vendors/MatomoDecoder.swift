import Trackproof
import TrackproofPlans
import TrackproofVendors

/// The decoder of Matomo's Tracking HTTP API: one action in a query or a form, or many actions in JSON.
///
/// The name of an event is its action (`e_a`). The name of a page is its title (`action_name`), or its address if there
/// is no title. Goals, orders, searches, downloads, links, contents and crashes have fixed names; see ``decode(_:)``.
/// The fields of the action, custom dimensions and custom variables become parameters with the names that the API uses.
/// All other fields belong to the context. Matomo does not distinguish screens from pages, so this decoder reads both
/// as pages.
package enum MatomoDecoder: WireDecoder {
    package static let vendor = "matomo"

    /// Returns whether the path is `matomo.php` or `piwik.php`, in any folder.
    package static func recognizes(_ request: WireRequest) -> Bool {
        let file = request.trimmedPath.split(separator: "/").last
        return file == "matomo.php" || file == "piwik.php"
    }

    /// Returns the actions of a request.
    ///
    /// Actions that are neither events nor pages have these names: `ping`, `goal`, `ecommerce_order`, `ecommerce_cart`,
    /// `search`, `download`, `link`, `content_interaction`, `content_impression`, `crash`.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        guard request.body.beginsAsJSON else {
            // If the form and the query have the same field, Matomo uses the value in the query.
            let form = try EventParameters(form: request.body, at: "")
            let fields = form.merging(EventParameters(query: request.query))
            do throws(WireRejection) {
                return WireDecoding([.event(try event(WireFields(fields, at: ""), request.received).noted())])
            } catch {
                // Matomo answers as if it had stored the action.
                if error.kind == .droppedLater { return WireDecoding([.rejected(error)]) }
                throw error
            }
        }
        var bulk = try WireFields(request.json(), at: "")
        let requests = try bulk.array("requests")
        let common = bulk.rest
        return try WireDecoding(requests, at: "requests", sharing: common) { (one, place) throws(WireRejection) in
            try event(WireFields(common.merging(fields(one, at: place)), at: place), request.received)
        }
    }

    /// Returns the fields of one element of `requests`, which is an object or an address with a query.
    private static func fields(_ value: EventValue, at place: WirePlace) throws(WireRejection) -> EventParameters {
        if let members = value.object { return members }
        guard let address = value.string else { throw .wrongType("\(place)", expected: "a string", found: value) }
        guard let mark = address.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            throw WireRejection(field: "\(place)", "expected a query that starts with '?'")
        }
        let query = address.utf8[address.utf8.index(after: mark)...].prefix { $0 != UInt8(ascii: "#") }
        return try EventParameters(form: Array(query), at: place)
    }

    /// Returns an image, or no content if the request declined the image.
    ///
    /// A request with a JSON body gets the numbers of tracked and invalid actions instead.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        guard request.body.beginsAsJSON else {
            if case .failure = result { return .pixel(status: 400) }
            // `try?` hides no error: if the body is not a form, `result` is a failure, and the code above has returned.
            let form = try? EventParameters(form: request.body, at: "")
            let wantsImage = request.queryValue("send_image") ?? form?["send_image"]?.string
            return wantsImage == "0" ? WireReply(status: 204) : .pixel()
        }
        guard case .success(let decoding) = result else {
            return .json(["status": "error", "tracked": 0, "invalid": 0], status: 400)
        }
        let invalid = decoding.rejections.count { $0.kind != .droppedLater }
        return .json(["status": "success", "tracked": decoding.items.count - invalid, "invalid": invalid])
    }

    private static func event(_ item: WireFields, _ received: EventTime) throws(WireRejection) -> RecordedEvent {
        var fields = item
        guard fields.rest["idsite"] != nil else {
            throw WireRejection(field: fields.place(of: "idsite"), "missing, expected the id of the site")
        }
        // matomo-org/matomo, `VisitExcluded`
        if !isSet(fields["rec"]) {
            throw WireRejection(
                kind: .droppedLater, field: fields.place(of: "rec"),
                "expected 1; Matomo accepts the request and does not store the action")
        }
        let lacking = lacking(fields.rest)
        var event = try action(&fields)
        event.user = try fields.identifier("uid")
        let anonymous = try fields.identifier(firstOf: "cid", "_id")
        let time = time(&fields)
        var recorded = RecordedEvent(
            event, source: .wire(vendor), time: time, anonymous: anonymous, context: fields.rest)
        if event.kind == .page, lacking.count == 1 {
            recorded.note("Matomo stores an event as a page view if it lacks ", lacking)
        }
        let wrong = event.parameters.filter { numbers.contains($0.name) && !isNumber($0) }
        if !wrong.isEmpty {
            recorded.note("Matomo stores no number, or only what is before a comma: ", wrong.map(\.name))
        }
        // matomo-org/matomo, `CustomDimensionsRequestProcessor::prepareValue`
        let long = event.parameters.filter {
            $0.name.hasPrefix("dimension") && !($0.value.string ?? "").hasLength(from: 0, to: 250)
        }
        if !long.isEmpty {
            recorded.note("Matomo cuts custom dimensions after 250 characters, by default: ", long.map(\.name))
        }
        // matomo-org/matomo, `Request::isTimestampValid`
        recorded.note(aheadBy: 0, of: received, "Matomo stores an action of the future with the time of the request")
        if fields.rest["token_auth"] == nil {
            // Source: <https://matomo.org/faq/how-to/faq_30835/>
            recorded.note(
                olderThan: 24, at: received, "Matomo refuses actions that are older than 24 hours without `token_auth`")
        }
        return recorded
    }

    /// Whether Matomo reads the value of a field as a number (matomo-org/matomo, `Common::getRequestVar`).
    private static func isNumber(_ field: EventParameter) -> Bool {
        switch field.value {
        case .string(let text): text.isEmpty || field.name != "search_count" && Double(text)?.isFinite == true
        case .number: field.name != "search_count"
        default: true
        }
    }

    /// Whether a field has a number other than 0.
    private static func isSet(_ value: EventValue?) -> Bool {
        value?.readAsNumber.integer.map { $0 != 0 } ?? (value?.bool == true)
    }

    /// Returns which of the two fields that an event needs a request lacks.
    private static func lacking(_ fields: EventParameters) -> [String] {
        ["e_c", "e_a"].filter { [nil, .null, .string("")].contains(fields[$0]) }
    }

    private static func action(_ fields: inout WireFields) throws(WireRejection) -> Event {
        let sent = fields.rest
        func has(_ name: String) -> Bool { sent[name] != nil }
        let name: String
        var own: [String] = []
        var kind = EventKind.track
        if has("ping") {
            name = "ping"
        } else if lacking(sent).isEmpty {
            name = try fields.name("e_a")
            own = ["e_"]
        } else if let goal = fields.rest["idgoal"] {
            let isShop = goal == .string("0") || goal == .integer(0)
            name = !isShop ? "goal" : has("ec_id") ? "ecommerce_order" : "ecommerce_cart"
            own = isShop ? ["ec_", "revenue"] : ["idgoal", "revenue"]
        } else if has("search") {
            (name, own) = ("search", ["search"])
        } else if has("download") {
            (name, own) = ("download", ["download"])
        } else if has("link") {
            (name, own) = ("link", ["link"])
        } else if has("c_n") {
            (name, own) = (has("c_i") ? "content_interaction" : "content_impression", ["c_"])
        } else if has("cra") {
            (name, own) = ("crash", ["cra"])
        } else {
            // Matomo stores half an event as a page view. With `ca`, Matomo ignores the request.
            if lacking(sent).count == 1, isSet(fields["ca"]) {
                throw WireRejection(
                    kind: .droppedLater, field: fields.place(of: "ca"),
                    "the event lacks \(lacking(sent)[0]), and Matomo ignores it because of `ca`")
            }
            let title = try fields.string("action_name")
            guard let text = if let title { title } else { try fields.string("url") } else {
                throw WireRejection(field: "\(fields.place)", "expected `action_name`, `url` or the fields of an event")
            }
            (name, own, kind) = (text, ["url", "_pk"], .page)
        }
        let parameters = fields.take { field in
            own.contains(where: field.hasPrefix) || field.hasPrefix("dimension") || field == "cvar" || field == "_cvar"
        }
        return Event(
            name,
            parameters.reading(\.readAsNumber, where: numbers.contains).reading(\.readAsJSON, where: json.contains),
            kind: kind)
    }

    /// The fields whose text is a number.
    ///
    /// Source: <https://developer.matomo.org/api-reference/tracking-api>
    private static let numbers: Set<String> = ["e_v", "revenue", "ec_st", "ec_tx", "ec_sh", "ec_dt", "search_count"]
    /// The fields whose text is JSON.
    private static let json: Set<String> = ["ec_items", "cvar", "_cvar"]

    /// Returns the time in `cdt`: seconds since 1970, or a date and a time in UTC.
    private static func time(_ fields: inout WireFields) -> EventTime? {
        if let time = fields.time("cdt", TimeUnit.seconds.time) { return time }
        // The SDK for iOS sends RFC 3339. The documented form has no zone.
        guard let text = fields.rest["cdt"]?.string, let time = EventTime(text) ?? EventTime(text + "Z") else {
            return nil
        }
        _ = fields.take("cdt")
        return time
    }
}
