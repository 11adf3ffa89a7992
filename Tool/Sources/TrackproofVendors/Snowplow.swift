import Trackproof
import TrackproofPlans

extension Vendor {
    /// Snowplow.
    ///
    /// The layout `snowplow` describes the rows of the table of events, as JSON. The layout `snowplow-tsv` describes
    /// the enriched events: each record is a line of 131 columns, which are separated by tabs.
    ///
    /// Sources: <https://docs.snowplow.io/docs/api-reference/loaders-storage-targets/schemas-in-warehouse/> and
    /// <https://docs.snowplow.io/docs/pipeline/enriched-tsv-format/>
    package static let snowplow = Vendor(
        name: "snowplow",
        shown: [
            // The SDK chooses random ids. The previous screen has an event of its own.
            ShownEvent(
                "screen_view", .screen, names: ["name"], isNamedByParameter: true,
                ownParameters: ["id", "previousId", "previousName", "previousType"])
        ],
        layouts: [
            ArchiveLayout(
                name: "snowplow",
                members: [["event_name", "collector_tstamp"]],
                event: ["se_action", "event_name"],
                parameters: ["unstruct_event_*"],
                extras: structured,
                version: ["contexts_com_snowplowanalytics_mobile_application_1[0].version"],
                platform: [
                    "contexts_com_snowplowanalytics_snowplow_mobile_context_1[0].os_type", "os_family", "platform",
                ],
                time: ["derived_tstamp", "collector_tstamp"],
                areNullsAbsent: true,
                blindSpots: [.null, .unplannedParameter]),
            ArchiveLayout(
                name: "snowplow-tsv",
                columns: columns,
                event: ["se_action", "event_name"],
                parameters: ["unstruct_event.data.data"],
                extras: structured,
                platform: ["os_family", "platform"],
                time: ["derived_tstamp", "collector_tstamp"]),
        ])
}

/// The columns of structured events, with the names of the protocol.
private let structured = [
    ArchiveLayout.Extra("se_ca", "se_category"), ArchiveLayout.Extra("se_ac", "se_action"),
    ArchiveLayout.Extra("se_la", "se_label"), ArchiveLayout.Extra("se_pr", "se_property"),
    ArchiveLayout.Extra("se_va", "se_value", isNumber: true),
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
