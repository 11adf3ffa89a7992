import Trackproof
import TrackproofPlans

extension Vendor {
    /// PostHog.
    ///
    /// In a request, any parameter that is not in `ownParameters` comes from the app, even if its name begins with a
    /// dollar sign. The names come from the source code of posthog-js 1.418.10 and the other packages in its
    /// repository, posthog-ios 3.69.3, posthog-android 3.60.4, posthog-python 7.42.0, posthog-flutter 5.36.6 and the
    /// former posthog-js-lite. In an export, the servers have added further parameters.
    ///
    /// The layout describes the lines of batch exports. The member `properties` is an object, or a text with the
    /// object's JSON. Only PostHog writes both `uuid` and `distinct_id` beside it, or `person_id`.
    ///
    /// Source: <https://posthog.com/docs/cdp/batch-exports/s3>
    package static let postHog = Vendor(
        name: "posthog",
        ownParameters: NameList(
            words: """
                distinct_id token
                $ai_* $dead_click* $dead_swipe* $exception_* $feature/* $feature_flag* $initial_* $mcp_* $network_*
                $notification_* $prev_pageview_* $product_tour* $replay_* $sdk_debug_* $sentry_* $session_* $survey*
                $web_vitals*
                $$client_ingestion_warning_message $active_feature_flags $anon_distinct_id $app_build $app_name
                $app_namespace $app_version $autocapture_disabled_server_side $browser $browser_language
                $browser_language_prefix $browser_type $browser_version $ce_version $config_defaults
                $configured_session_timeout_ms $context_tags $cookieless_mode $copy_type $current_url
                $debug_first_full_snapshot_timestamp $debug_images $device $device_id $device_manufacturer
                $device_model $device_name $device_type $duration $early_access_feature_name $el_text
                $element_selectors $elements $elements_chain $error_tracking_capture_extension_exceptions
                $event_time_override_provided $event_time_override_system_time $event_type $external_click_url
                $feature_enrollment $feature_enrollment_stage $geoip_disable $group_key $group_set $group_type $groups
                $had_persisted_distinct_id $heatmap_data $host $http_method $inference_data_present
                $initialization_time $insert_id $ip $is_emulator $is_identified $is_ios_running_on_mac
                $is_mac_catalyst_app $is_server $is_sideloaded $is_testflight $last_posthog_reset $lib
                $lib_custom_api_host $lib_feature $lib_rate_limit_remaining_tokens $lib_version $locale $os $os_distro
                $os_name $os_version $override_feature_flags $pageview_id $pathname $process_person_profile
                $python_runtime $python_version $raw_user_agent $recording_status $referrer $referring_domain
                $release_id $request_method $request_path $response_status_code $sample_threshold $sample_type
                $sampled_events $screen_density $screen_dpr $screen_height $screen_name $screen_width
                $sdk_dist_channel $search_engine $selected_content $set $set_once $snapshot_bytes $snapshot_data
                $snapshot_host $snapshot_max_depth_exceeded $snapshot_source $span_id $time $timezone $timezone_offset
                $touch_x $touch_y $trace_id $unset $use_manual_selector $used_bootstrap_value $user_agent $user_id
                $viewport_height $viewport_width $window_id ph_keyword
                """) + SDKEvents.campaign,
        ownTraits: ["$initial_*"],
        shown: [
            ShownEvent("$screen", .screen, names: ["$screen_name"]),
            // The address (`$current_url`) is the last choice, because its host and port can vary. A snapshot has rules
            // for varying parameters, but not for varying names.
            ShownEvent("$pageview", .page, names: ["title", "$title", "$pathname", "$current_url"]),
        ],
        // posthog.com/docs/cdp/unduplicator
        identity: [.name, .day, .person],
        layouts: [
            ArchiveLayout(
                name: "posthog",
                members: [
                    ["event", "properties", "uuid", "distinct_id"], ["event", "properties", "person_id"],
                ],
                sharedMembers: [["event", "properties", "distinct_id"], ["event", "properties", "uuid"]],
                event: ["event"],
                parameters: ["properties"],
                version: ["properties.$app_version"],
                platform: ["properties.$os_name", "properties.$os"],
                time: ["timestamp"],
                ownNames: ["$*"],
                identity: [["uuid"]])
        ])
}
