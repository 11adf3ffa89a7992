import Trackproof
import TrackproofPlans

extension Vendor {
    /// Snowplow.
    ///
    /// The layouts describe the rows of the table of events, which differ between data warehouses, the rows of the table
    /// of an event in Redshift, and the enriched events: each record is a line of 131 columns, which are separated by
    /// tabs.
    ///
    /// Sources: <https://docs.snowplow.io/docs/api-reference/loaders-storage-targets/schemas-in-warehouse/>,
    /// <https://docs.snowplow.io/docs/pipeline/enriched-tsv-format/>, and snowplow/schema-ddl (a3ad1de).
    package static let snowplow = Vendor(
        name: "snowplow",
        shown: [
            // The SDK chooses random ids. The previous screen has an event of its own.
            ShownEvent(
                "screen_view", .screen, names: ["name"], isNamedByParameter: true,
                ownParameters: ["id", "previous*"]),
            ShownEvent("page_view", .page, names: ["page", "url"], isNamedByParameter: true),
        ],
        // Snowplow gives the second of two events with one id and other content a new id: docs.snowplow.io, "Deduplication".
        identity: [.content],
        layouts: [
            rows, inSnowflake,
            ArchiveLayout(
                name: "snowplow-redshift",
                members: [["schema_vendor", "schema_name", "root_id"]],
                event: ["schema_name"],
                schemaVendor: ["schema_vendor"],
                form: .columns(except: ["schema_*", "root_*", "ref_*"]),
                time: ["root_tstamp"],
                names: .snakeCase,
                nesting: ".",
                areTypesLost: true,
                areNullsAbsent: true,
                identity: [["root_id", "root_tstamp"]],
                blindSpots: [.null, .unplannedParameter]),
            ArchiveLayout(
                name: "snowplow-tsv",
                columns: columns,
                event: ["se_action", "event_name"],
                schemaVendor: ["event_vendor"],
                parameters: ["unstruct_event.data.data"],
                extras: otherEvents,
                platform: ["os_family", "platform"],
                time: ["derived_tstamp", "collector_tstamp"],
                identity: rowKeys),
        ])
}

/// The rows in BigQuery and Databricks. BigQuery writes integers as texts.
private let rows = ArchiveLayout(
    name: "snowplow",
    members: [["event_name", "collector_tstamp"]],
    event: ["se_action", "event_name"],
    schemaVendor: ["event_vendor"],
    parameters: ["unstruct_event_*"],
    extras: otherEvents,
    version: [
        "contexts_com_snowplowanalytics_mobile_application_*[0].version",
        "contexts_com_snowplowanalytics_snowplow_application_*[0].version",
    ],
    platform: [
        "contexts_com_snowplowanalytics_snowplow_mobile_context_*[0].os_type",
        "contexts_com_snowplowanalytics_snowplow_mobile_context_*[0].osType", "os_family", "platform",
    ],
    time: ["derived_tstamp", "collector_tstamp"],
    names: .snakeCase,
    areTypesLost: true,
    areNullsAbsent: true,
    identity: rowKeys,
    blindSpots: [.null, .unplannedParameter])

/// Some pipelines compute no fingerprints.
private let rowKeys: [[FieldPath]] = [["event_id", "event_fingerprint"], ["event_id", "collector_tstamp"]]

/// In Snowflake, the members of events keep their names and types.
private let inSnowflake = {
    var layout = rows.inSnowflake("snowplow-snowflake")
    (layout.names, layout.areTypesLost, layout.areNullsAbsent) = (nil, false, false)
    return layout
}()

/// The columns of structured events and of pages, with the names of the protocol.
private let otherEvents = [
    ArchiveLayout.Extra("se_ca", "se_category"), ArchiveLayout.Extra("se_ac", "se_action"),
    ArchiveLayout.Extra("se_la", "se_label"), ArchiveLayout.Extra("se_pr", "se_property"),
    ArchiveLayout.Extra("se_va", "se_value", .number),
    ArchiveLayout.Extra("page", "page_title", of: "page_view"),
    ArchiveLayout.Extra("url", "page_url", of: "page_view"),
    ArchiveLayout.Extra("refr", "page_referrer", of: "page_view"),
]

/// The names of the columns in enriched events, in the order of the columns.
private let columns = """
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
