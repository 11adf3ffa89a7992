public import Trackproof

/// The names of the events and parameters that vendors' SDKs add by themselves, without a call by the app.
///
/// The names come from the source code of the SDKs, in the versions of August 2026: analytics-swift 1.10.0,
/// analytics-kotlin 1.25.0, analytics-react-native 2.23.0, rudder-sdk-swift 1.3.1, rudder-sdk-kotlin 1.7.0,
/// posthog-ios 3.69.3, posthog-android 3.60.4, posthog-react-native 4.63.5, Amplitude-Swift 1.18.6, Amplitude-Kotlin 1.30.1,
/// analytics-browser 2.45.6, snowplow-ios-tracker 6.2.5, snowplow-android-tracker 6.3.2, snowplow-javascript-tracker 4.10.1,
/// countly-sdk-web 26.1.2, matomo.js 5.2.0, opentelemetry-swift 2.5.2 and opentelemetry-android 1.6.0.
public enum SDKEvents {
    /// The names in the requests of all vendors.
    public static let all: NameList = ["$*", "[Amplitude]*", "[CLY]_*"]

    /// The events of the life of an app, in the SDKs of Segment, RudderStack and PostHog.
    private static let lifeOfApps: NameList = [
        "Application Backgrounded", "Application Became Active", "Application Foregrounded", "Application Hidden",
        "Application Installed", "Application Opened", "Application Terminated", "Application Unhidden",
        "Application Updated", "Deep Link Opened",
    ]

    /// For each vendor, the events that its SDKs can track by themselves. An app can also track some of these events
    /// itself. Then the plan should have them.
    private static let byVendor: [String: NameList] = [
        "segment": lifeOfApps,
        "rudderstack": lifeOfApps + ["Page Unloaded"],
        "posthog": lifeOfApps,
        // Amplitude's pages show these names with the beginning `[Amplitude] `.
        "amplitude": ["session_end", "session_start"],
        "ga4": ga4 + ga4ByItself,
        "countly": ["formSubmit", "linkClick"],
        // The decoder of Matomo's requests chooses these names.
        "matomo": ["content_impression", "content_interaction", "download", "link", "ping"],
        "otlp": [
            "app.crash", "app.jank", "app.navigation.complete", "app.screen.click", "app.screen.fling",
            "app.screen.longpress", "app.screen.scroll", "app.widget.click", "app.widget.fling",
            "app.widget.longpress", "app.widget.scroll", "browser.*", "device.*", "exception", "metrickit.*",
            "network.change", "rum.sdk.*", "session.end", "session.start", "websocket.*",
        ],
    ]

    /// The events that Snowplow's trackers can track by themselves. Their schemas belong to Snowplow.
    private static let snowplow: NameList = [
        "application_background", "application_error", "application_foreground", "application_install", "button_click",
        "change_form", "deep_link_received", "diagnostic_error", "focus_form", "link_click", "page_ping", "screen_end",
        "submit_form", "web_vitals",
    ]

    /// The names of the events that Google Analytics 4 tracks by itself, but that an app can use too: those of enhanced
    /// measurement on web pages, and screens and pages without a name.
    ///
    /// Source: <https://support.google.com/analytics/answer/9234069>
    private static let ga4ByItself = NameList(
        words: """
            ad_impression click file_download form_start form_submit page_view personalization_assignment screen_view
            scroll video_complete video_progress video_start view_search_results
            """)

    /// The names that Google Analytics 4 reserves. Apps cannot use them.
    ///
    /// The list leaves out names that are reserved only on web pages, such as `click` and `page_view`.
    ///
    /// Sources: <https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference> and
    /// <https://support.google.com/analytics/answer/13316687>
    public static let ga4 = NameList(
        words: """
            firebase_* ga_* google_* ad_activeview ad_click ad_exposure ad_query ad_reward adunit_exposure app_background
            app_clear_data app_exception app_install app_remove app_store_refund app_store_subscription_cancel
            app_store_subscription_convert app_store_subscription_renew app_update app_upgrade dynamic_link_app_open
            dynamic_link_app_update dynamic_link_first_open error first_open first_visit in_app_purchase
            notification_dismiss notification_foreground notification_open notification_receive notification_send
            os_update session_start session_start_with_rollout user_engagement
            """)

    /// Returns whether an SDK sent the event by itself.
    public static func contains(_ event: RecordedEvent) -> Bool {
        guard let vendor = event.source.vendor else { return false }
        let name = event.event.name
        if all.contains(name) { return true }
        // The screens and pages that an SDK tracks by itself can have no name.
        if name.isEmpty, event.event.kind == .screen || event.event.kind == .page { return true }
        guard event.event.kind == .track else { return false }
        if vendor != "snowplow" { return byVendor[vendor]?.contains(name) ?? false }
        // The schemas of an app can have the same names.
        let isOfSnowplow = event.context?["schema"]?.string.map { $0.hasPrefix("iglu:com.snowplowanalytics.") } ?? true
        return isOfSnowplow && snowplow.contains(name)
    }

    // MARK: Parameters

    /// The names of the parameters that SDKs for web pages copy from the address of the page.
    ///
    /// Sources: `CAMPAIGN_KEYWORDS` and `CLICK_IDS` in mixpanel-js 2.82.1, `CAMPAIGN_PARAMS` in posthog-js 1.418.10, and
    /// `analytics-core/src/types/constants.ts` in Amplitude-TypeScript (6deb062)
    public static let campaign = NameList(
        words: """
            utm_* _kx dclid epik fbclid gad_source gbraid gclid gclsrc igshid irclid ko_click_id li_fat_id mc_cid msclkid
            qclid rdt_cid sccid srsltid ttclid twclid wbraid
            """)

    /// The names of the parameters that SDKs add to each page.
    ///
    /// Sources: `add-page-context.ts` in analytics-next 1.84.1, and `page.ts` in @rudderstack/analytics-js 3.31.6
    public static let ofPages = NameList(
        words: """
            initial_referrer initial_referring_domain path referrer referring_domain search tab_url title url
            """)

    /// Returns whether SDKs can add a parameter of this name to an event of this kind, and apps can too.
    public static func copies(_ name: String, _ kind: EventKind) -> Bool {
        campaign.contains(name) || kind == .page && ofPages.contains(name)
    }
}
