import Trackproof

/// A mode of a client script, and the events that the collector must record when the script runs in this mode.
struct Delivery: Sendable {
    /// Whether an SDK sends one event or many events in a request.
    enum Packing: Sendable { case one, many }

    let vendor: String
    let mode: String
    var packing = Packing.many
    var isZipped = false
    /// Whether the SDK gives each event an id.
    var hasIDs = true
    let events: [RecordedEvent]

    static let all =
        segment + rudderstack + amplitude + mixpanel + posthog + snowplow + ga4 + otlp
}

extension Delivery {
    /// An event that an app tracked, and its anonymous id.
    private typealias Tracked = (event: Event, anonymous: String?)

    private static func events(_ vendor: String, _ events: [Tracked]) -> [RecordedEvent] {
        events.enumerated().map { index, tracked in
            RecordedEvent(
                tracked.event, source: .wire(vendor), sequence: Int64(index + 1), anonymous: tracked.anonymous)
        }
    }

    private static func sixKinds(_ vendor: String) -> [RecordedEvent] {
        events(
            vendor,
            [
                (.identify("user-1", ["plan": "pro", "age": 41, "none": EventValue.null]), "anon-1"),
                (Event("Order Completed", Client.values).by("user-1"), nil),
                (.screen("Cart", ["count": 3, "category": "Shop"]).by("user-1"), nil),
                // The address of a page belongs to the context, because the SDK for browsers adds it to each page.
                (.page("Home"), "anon-2"),
                (.group("group-9", ["seats": 12]), nil),
                (.alias("user-1"), nil),
            ])
    }

    private static let segment = [
        Delivery(vendor: "segment", mode: "batch", events: sixKinds("segment")),
        Delivery(vendor: "segment", mode: "gzip", isZipped: true, events: sixKinds("segment")),
        Delivery(vendor: "segment", mode: "sync", packing: .one, events: sixKinds("segment")),
    ]

    private static let rudderstack = [
        Delivery(vendor: "rudderstack", mode: "batch", events: sixKinds("rudderstack")),
        Delivery(vendor: "rudderstack", mode: "gzip", isZipped: true, events: sixKinds("rudderstack")),
        Delivery(vendor: "rudderstack", mode: "sync", packing: .one, events: sixKinds("rudderstack")),
    ]

    /// Amplitude's SDK has no screens, aliases or gzip. It drops values that it cannot send, see `PLAIN_VALUES`.
    private static let amplitude: [Delivery] = {
        let operations: EventParameters = [
            "$set": ["plan": "pro"] as EventParameters, "$add": ["logins": 1] as EventParameters,
            "$append": ["tags": "ü"] as EventParameters, "$unset": ["trial": "-"] as EventParameters,
        ]
        let all = events(
            "amplitude",
            [
                (.identify("user-1", operations), "device-1"),
                (Event("Order Completed", Client.plainValues).by("user-1"), "device-1"),
                (.group("acme", ["seats": 12]), "device-1"),
            ])
        return ["v2", "batch"].map { Delivery(vendor: "amplitude", mode: $0, events: all) }
    }()

    /// Mixpanel's SDK has no screens and no gzip. Its updates of user profiles have no ids.
    private static let mixpanel: [Delivery] = {
        let list = EventValue.array([.integer(1), .number(2.5), .null])
        let tracked: [Tracked] = [
            (Event("Order Completed", Client.values).by("user-1"), nil),
            (Event("Second", ["a": ["b": list] as EventParameters]).by("user-1"), nil),
            (.identify("user-1", ["plan": "pro", "$email": "a@example.com", "none": EventValue.null]), nil),
            (.identify("user-1", ["$add": ["logins": 1] as EventParameters]), nil),
        ]
        let imported: Tracked = (Event("Imported", ["old": true]).by("user-1"), nil)
        let group: Tracked = (.group("acme", ["seats": 12]), nil)
        let alias: Tracked = (.alias("user-1"), nil)
        return [
            Delivery(
                vendor: "mixpanel", mode: "sync", packing: .one, hasIDs: false,
                events: events("mixpanel", tracked + [imported, group, alias])),
            // In this mode, the SDK first sends the alias, and then the other events, grouped by endpoint.
            Delivery(
                vendor: "mixpanel", mode: "batch", hasIDs: false,
                events: events("mixpanel", [alias] + tracked + [group, imported])),
        ]
    }()

    private static let posthog: [Delivery] = {
        let all = events(
            "posthog",
            [
                (.identify("user-1", ["plan": "pro", "none": EventValue.null]), nil),
                (Event("Order Completed", Client.values).by("user-1"), nil),
                (.page("Home", ["title": "Home"]).by("user-1"), nil),
                (.screen("Cart", ["count": 3]).by("user-1"), nil),
                (.group("acme", ["seats": 12]), nil),
                (.alias("user-1"), nil),
            ])
        return [
            Delivery(vendor: "posthog", mode: "batch", events: all),
            Delivery(vendor: "posthog", mode: "gzip", isZipped: true, events: all),
            Delivery(vendor: "posthog", mode: "sync", packing: .one, events: all),
            Delivery(vendor: "posthog", mode: "v1", events: all),
        ]
    }()

    /// Snowplow's SDK has no identify and no gzip. The mode `get` sends base64, and `get-plain` sends JSON.
    private static let snowplow: [Delivery] = {
        let all = events(
            "snowplow",
            [
                (Event("purchase", Client.values).by("user-7"), "device-1"),
                (.screen("Ćart", ["type": "feed"]).by("user-7"), "device-1"),
                (
                    .page("Übersicht", ["url": "https://example.com/ü?q=1&r=2", "refr": "https://example.com/"])
                        .by("user-7"), "device-1"
                ),
                // Snowplow sends numbers as text in its own fields, such as `se_va`. The collector converts them back.
                (
                    Event("add", ["se_ca": "shop", "se_la": "größe", "se_pr": "p & q", "se_va": 9.5])
                        .by("user-7"), "device-1"
                ),
            ])
        return [
            Delivery(vendor: "snowplow", mode: "batch", events: all),
            Delivery(vendor: "snowplow", mode: "sync", packing: .one, events: all),
            Delivery(vendor: "snowplow", mode: "get", packing: .one, events: all),
            Delivery(vendor: "snowplow", mode: "get-plain", packing: .one, events: all),
        ]
    }()

    /// GA4's client has no groups, ids or gzip. It sends the user's properties with each request.
    private static let ga4: [Delivery] = {
        let user: Tracked = (
            .identify("user-7", ["plan": "prémium", "visits": 9_007_199_254_740_993]), "client.1"
        )
        let purchase: Tracked = (Event("purchase", Client.values).by("user-7"), "client.1")
        let screen: Tracked = (.screen("Ćart", ["screen_class": "CartController"]).by("user-7"), "client.1")
        let page: Tracked = (
            .page("Übersicht", ["page_location": "https://example.com/ü"]).by("user-7"), "client.1"
        )
        let numbered: [Tracked] = (0..<26).map { (Event("event_\($0)", ["n": $0]), "instance1") }
        return [
            Delivery(
                vendor: "ga4", mode: "batch", hasIDs: false, events: events("ga4", [user, purchase, screen, page])),
            Delivery(
                vendor: "ga4", mode: "postponed", hasIDs: false,
                events: events("ga4", [user, purchase, user, screen, user, page])),
            Delivery(vendor: "ga4", mode: "app", hasIDs: false, events: events("ga4", numbered)),
        ]
    }()

    /// OTLP logs have names and attributes, but no kinds. They have ids only if the app sets them.
    private static let otlp: [Delivery] = {
        let all = events(
            "otlp",
            [
                (Event("purchase", Client.values).by("user-7"), nil),
                (Event("opened", ["body": ["screen": "Ćart", "depth": 2] as EventParameters]), nil),
                (Event("older", ["n": 1]), nil),
            ])
        return [
            Delivery(vendor: "otlp", mode: "batch", hasIDs: false, events: all),
            Delivery(vendor: "otlp", mode: "gzip", isZipped: true, hasIDs: false, events: all),
            Delivery(vendor: "otlp", mode: "sync", packing: .one, hasIDs: false, events: all),
        ]
    }()
}

extension Event {
    fileprivate func by(_ user: String) -> Event {
        var event = self
        event.user = user
        return event
    }
}
