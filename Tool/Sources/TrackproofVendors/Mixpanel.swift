import Trackproof
import TrackproofPlans

extension Vendor {
    /// Mixpanel.
    ///
    /// In a request, any parameter that is not in `ownParameters` comes from the app, even if its name begins with a
    /// dollar sign. The names come from the source code of mixpanel-js 2.82.1, mixpanel-swift 6.5.1, mixpanel-iphone
    /// 5.0.8, mixpanel-android 8.9.0 and mixpanel-python 5.3.0. In an export, the servers have added further parameters.
    ///
    /// Sources: <https://docs.mixpanel.com/reference/raw-data-export-api> for the raw export, and mixpanel/docs,
    /// reserved-properties.mdx (ba22906) for reserved names.
    package static let mixpanel = Vendor(
        name: "mixpanel",
        destination: .mixpanel,
        ownParameters: NameList(
            words: """
                distinct_id time token $ae_* $el_* $experiment_*
                $anon_distinct_id $app_build_number $app_release $app_version $app_version_string $bluetooth_enabled
                $bluetooth_version $brand $browser $browser_version $captured_for_heatmap $carrier $clientX $clientY
                $current_url $device $device_id $distinct_ids $duration $elements $event_type $fold_line_percentage
                $had_persisted_distinct_id $has_nfc $has_telephone $host $initial_referrer $initial_referring_domain
                $insert_id $is_experiment_active $is_qa_tester $lib_version $manufacturer $max_scroll_percentage
                $max_scroll_view_depth $model $mp_autocapture $mp_replay_id $offsetX $offsetY $os $os_version
                $pageHeight $pageWidth $pageX $pageY $pathname $persisted_at_in_ms $radio $referrer $referring_domain
                $screenX $screenY $screen_dpi $screen_height $screen_width $scroll_checkpoint $scroll_height
                $scroll_percentage $scroll_top $search_engine $target $ttl_in_ms $user_id $variant_source
                $viewportHeight $viewportWidth $watch_model $wifi $x $y mp_device_model mp_keyword mp_lib mp_loader
                mp_name_tag mp_sent_by_lib_version
                """) + SDKEvents.campaign,
        ownTraits: [
            "$ios_*", "$android_*", "$swift_*", "$ae_*", "$browser", "$browser_version", "$initial_referrer",
            "$initial_referring_domain", "$os", "initial_utm_*",
        ],
        shown: [
            ShownEvent("$mp_web_page_view", .page, names: ["current_page_title"], ownParameters: ["current_*"]),
            // The event of `trackScreenView` in mixpanel-swift since June 2026, and in mixpanel-android since 8.9.0.
            ShownEvent("$mp_page_view", .screen, names: ["current_page_title"]),
        ],
        reserved: ReservedNames(parameters: [
            "token", "ip", "bucket", "$bucket", "distinct_id", "$distinct_id", "$event_name", "time", "$time",
            "$insert_id", "$ignore", "alias", "$distinct_ids",
        ]),
        // mixpanel/docs, reference/import-events.mdx (1500514)
        identity: [.name, .time, .person],
        layouts: [
            // The members of a pipeline's row decide, even if it also has the member `event`.
            pipeline, export, pipeline.inSnowflake("mixpanel-snowflake"),
        ])
}

/// Each exported event has `time` and `distinct_id` inside `properties`, and the properties of Mixpanel's servers. PostHog's
/// SDKs also write `distinct_id` and `token` there.
///
/// Source: mixpanel/docs, reserved-properties.mdx (ba22906), "mp_processing_time_ms" and "$mp_api_timestamp_ms".
private let export = ArchiveLayout(
    name: "mixpanel",
    members: [
        ["properties.time", "properties.distinct_id"], ["properties.mp_lib"], ["properties.mp_processing_time_ms"],
        ["properties.$mp_api_timestamp_ms"],
    ].map { ["event", "properties"] + $0 },
    sharedMembers: [["properties.distinct_id"], ["properties.time"], ["properties.token"]].map {
        ["event", "properties"] + $0
    },
    event: ["event", "event_name"],
    parameters: ["properties"],
    version: ["properties.$app_version_string", "properties.$app_version"],
    platform: ["properties.$os"],
    time: ["properties.time"],
    // The export has milliseconds if the request asks for `time_in_ms`.
    timeUnit: .secondsOrMilliseconds,
    ownNames: ["$*", "mp_*"],
    identity: [["event", "properties.distinct_id", "properties.time", "properties.$insert_id"]],
    blindSpots: [.limit])

/// The rows of the JSON pipelines. Source: json-pipelines.mdx in mixpanel/docs (ba22906).
private let pipeline = {
    var layout = export
    layout.name = "mixpanel-pipeline"
    layout.members = [["event_name", "properties", "insert_id"], ["event_name", "properties", "device_id"]]
    layout.sharedMembers = []
    (layout.event, layout.time) = (["event_name"], ["time"])
    layout.identity = [["event_name", "distinct_id", "time", "insert_id"]]
    return layout
}()
