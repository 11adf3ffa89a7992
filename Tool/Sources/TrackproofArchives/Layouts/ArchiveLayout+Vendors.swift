import Trackproof
import TrackproofPlans

extension ArchiveLayout {
    /// The layouts of all vendors that Trackproof knows.
    package static let vendors: [ArchiveLayout] = [
        .segment, .rudderStack, .amplitude, .mixpanel, .postHog, .ga4, .snowplow, .snowplowTSV,
    ]

    /// The objects that Segment writes to Amazon S3. Each record is one complete call of Segment's SDK.
    ///
    /// Source: <https://segment.com/docs/connections/storage/catalog/aws-s3/>
    static let segment = calls(name: "segment")

    /// The objects that RudderStack writes to object storage. Traits can also be in the member `context`.
    ///
    /// Source: <https://www.rudderstack.com/docs/destinations/streaming-destinations/amazon-s3/>
    static let rudderStack = {
        var layout = calls(name: "rudderstack")
        layout.traits.append("context.traits")
        return layout
    }()

    private static func calls(name: String) -> ArchiveLayout {
        var layout = ArchiveLayout(name: name, source: .wire(name))
        layout.event = ["event", "name"]
        layout.kind = ["type"]
        layout.parameters = ["properties"]
        layout.traits = ["traits"]
        layout.extras = [Extra("category", "category")]
        layout.version = ["context.app.version"]
        layout.platform = ["context.device.type", "context.os.name"]
        layout.time = ["timestamp", "originalTimestamp"]
        return layout
    }

    /// The files of Amplitude's Export API, and the files that Amplitude writes to Amazon S3.
    ///
    /// Source: <https://amplitude.com/docs/apis/analytics/export>
    static let amplitude = {
        var layout = ArchiveLayout(name: "amplitude", source: .wire("amplitude"))
        layout.event = ["event_type"]
        layout.parameters = ["event_properties"]
        layout.version = ["version_name"]
        layout.platform = ["platform", "os_name"]
        layout.time = ["event_time"]
        layout.ownNames = ["[Amplitude] *"]
        layout.shown = [
            ShownName(event: "[Amplitude] Screen Viewed", kind: .screen, names: ["[Amplitude] Screen Name"]),
            ShownName(event: "[Amplitude] Page Viewed", kind: .page, names: ["[Amplitude] Page Title"]),
        ]
        return layout
    }()

    /// The lines of Mixpanel's raw export.
    ///
    /// Source: <https://docs.mixpanel.com/reference/raw-data-export-api>
    static let mixpanel = {
        var layout = ArchiveLayout(name: "mixpanel", source: .wire("mixpanel"))
        layout.event = ["event", "event_name"]
        layout.parameters = ["properties"]
        layout.version = ["properties.$app_version_string", "properties.$app_version"]
        layout.platform = ["properties.$os"]
        layout.time = ["properties.time"]
        layout.timeUnit = .seconds
        layout.ownNames = ["$*", "mp_*", "distinct_id", "time", "token"]
        layout.shown = [ShownName(event: "$mp_web_page_view", kind: .page, names: ["current_page_title"])]
        return layout
    }()

    /// The lines of PostHog's batch exports. The member `properties` is an object, or a text with the object's JSON.
    ///
    /// Source: <https://posthog.com/docs/cdp/batch-exports/s3>
    static let postHog = {
        var layout = ArchiveLayout(name: "posthog", source: .wire("posthog"))
        layout.event = ["event"]
        layout.parameters = ["properties"]
        layout.version = ["properties.$app_version"]
        layout.platform = ["properties.$os_name", "properties.$os"]
        layout.time = ["timestamp"]
        layout.ownNames = ["$*", "distinct_id", "token"]
        layout.shown = [
            ShownName(event: "$screen", kind: .screen, names: ["$screen_name"]),
            ShownName(event: "$pageview", kind: .page, names: ["title", "$title", "$pathname", "$current_url"]),
        ]
        return layout
    }()

    /// The rows that Google Analytics 4 exports to BigQuery, as JSON.
    ///
    /// The export has no booleans, no null and no nested values. So the check converts numbers and texts to the types
    /// that the plan expects.
    ///
    /// Source: <https://support.google.com/analytics/answer/7029846>
    static let ga4 = {
        var layout = ArchiveLayout(name: "ga4", source: .wire("ga4"))
        layout.event = ["event_name"]
        layout.parameters = ["event_params"]
        layout.form = .list(name: "key", value: "value")
        layout.version = ["app_info.version"]
        layout.platform = ["platform"]
        layout.time = ["event_timestamp"]
        layout.timeUnit = .microseconds
        layout.ownNames = [
            "firebase_*", "ga_*", "engagement_time_msec", "engaged_session_event", "session_engaged", "batch_page_id",
            "batch_ordering_id", "debug_mode", "page_location", "page_referrer", "page_title", "entrances",
            "ignore_referrer", "gclid", "gclsrc", "dclid", "srsltid",
        ]
        layout.shown = [
            ShownName(event: "screen_view", kind: .screen, names: ["firebase_screen", "screen_name"]),
            ShownName(event: "page_view", kind: .page, names: ["page_title", "page_location"]),
        ]
        layout.blindSpots = [.wrongType, .null, .integerAsFloat]
        return layout
    }()

    /// The rows of Snowplow's table of events, as JSON.
    ///
    /// Source: <https://docs.snowplow.io/docs/api-reference/loaders-storage-targets/schemas-in-warehouse/>
    static let snowplow = {
        var layout = ArchiveLayout(name: "snowplow", source: .wire("snowplow"))
        layout.event = ["se_action", "event_name"]
        layout.extras = [
            Extra("se_ca", "se_category"), Extra("se_ac", "se_action"), Extra("se_la", "se_label"),
            Extra("se_pr", "se_property"), Extra("se_va", "se_value", isNumber: true),
        ]
        layout.parameters = ["unstruct_event_*"]
        layout.version = ["contexts_com_snowplowanalytics_mobile_application_1[0].version"]
        layout.platform = [
            "contexts_com_snowplowanalytics_snowplow_mobile_context_1[0].os_type", "os_family", "platform",
        ]
        layout.time = ["derived_tstamp", "collector_tstamp"]
        layout.shown = [ShownName(event: "screen_view", kind: .screen, names: ["name"])]
        layout.areNullsAbsent = true
        layout.blindSpots = [.null, .unplannedParameter]
        return layout
    }()

    /// The enriched events of Snowplow. Each record is a line of 131 columns, which are separated by tabs.
    ///
    /// Source: <https://docs.snowplow.io/docs/pipeline/enriched-tsv-format/>
    static let snowplowTSV = {
        var layout = ArchiveLayout(name: "snowplow-tsv", source: .wire("snowplow"))
        layout.columns = SnowplowColumns.names
        layout.event = ["se_action", "event_name"]
        layout.extras = [
            Extra("se_ca", "se_category"), Extra("se_ac", "se_action"), Extra("se_la", "se_label"),
            Extra("se_pr", "se_property"), Extra("se_va", "se_value", isNumber: true),
        ]
        layout.parameters = ["unstruct_event.data.data"]
        layout.platform = ["os_family", "platform"]
        layout.time = ["derived_tstamp", "collector_tstamp"]
        layout.shown = [ShownName(event: "screen_view", kind: .screen, names: ["name"])]
        return layout
    }()
}

/// The names of the columns in Snowplow's enriched events, in the order of the columns.
///
/// Source: <https://docs.snowplow.io/docs/pipeline/enriched-tsv-format/>
enum SnowplowColumns {
    static let names = """
        app_id platform etl_tstamp collector_tstamp dvce_created_tstamp event event_id txn_id name_tracker v_tracker
        v_collector v_etl user_id user_ipaddress user_fingerprint domain_userid domain_sessionidx network_userid
        geo_country geo_region geo_city geo_zipcode geo_latitude geo_longitude geo_region_name ip_isp ip_organization
        ip_domain ip_netspeed page_url page_title page_referrer page_urlscheme page_urlhost page_urlport page_urlpath
        page_urlquery page_urlfragment refr_urlscheme refr_urlhost refr_urlport refr_urlpath refr_urlquery
        refr_urlfragment refr_medium refr_source refr_term mkt_medium mkt_source mkt_term mkt_content mkt_campaign
        contexts se_category se_action se_label se_property se_value unstruct_event tr_orderid tr_affiliation tr_total
        tr_tax tr_shipping tr_city tr_state tr_country ti_orderid ti_sku ti_name ti_category ti_price ti_quantity
        pp_xoffset_min pp_xoffset_max pp_yoffset_min pp_yoffset_max useragent br_name br_family br_version br_type
        br_renderengine br_lang br_features_pdf br_features_flash br_features_java br_features_director
        br_features_quicktime br_features_realplayer br_features_windowsmedia br_features_gears
        br_features_silverlight br_cookies br_colordepth br_viewwidth br_viewheight os_name os_family os_manufacturer
        os_timezone dvce_type dvce_ismobile dvce_screenwidth dvce_screenheight doc_charset doc_width doc_height
        tr_currency tr_total_base tr_tax_base tr_shipping_base ti_currency ti_price_base base_currency geo_timezone
        mkt_clickid mkt_network etl_tags dvce_sent_tstamp refr_domain_userid refr_device_tstamp derived_contexts
        domain_sessionid derived_tstamp event_vendor event_name event_format event_version event_fingerprint true_tstamp
        """.split(whereSeparator: \.isWhitespace).map(String.init)
}
