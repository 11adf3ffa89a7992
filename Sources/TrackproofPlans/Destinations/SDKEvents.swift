public import Trackproof

/// The names of the events that vendors' SDKs track by themselves, without a call by the app.
public enum SDKEvents {
    /// The names in the requests of all vendors. PostHog and Mixpanel begin such names with `$`, and Countly with `[CLY]_`.
    public static let all: NameList = ["$*", "[Amplitude]*", "[CLY]_*"]

    /// The names of sessions in the requests and exports of Amplitude, without the beginning that its pages show.
    private static let amplitude: NameList = ["session_start", "session_end"]

    /// The names of the events that Google Analytics 4 tracks by itself, but that an app can use too: those of enhanced
    /// measurement on web pages, and screens and pages without a name.
    ///
    /// Source: <https://support.google.com/analytics/answer/9234069>
    private static let ga4ByItself = NameList(
        words: """
            click file_download form_start form_submit page_view screen_view scroll video_complete video_progress
            video_start view_search_results
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

    /// The names of the parameters that SDKs for web pages copy from the address of the page.
    ///
    /// An app can also send such a parameter itself. So a check of a request looks for these parameters in the context of
    /// the event too.
    ///
    /// Sources: `CAMPAIGN_KEYWORDS` and `CLICK_IDS` in mixpanel-js 2.82.1, and `CAMPAIGN_PARAMS` in posthog-js 1.418.10.
    public static let campaign = NameList(
        words: """
            utm_* _kx dclid epik fbclid gad_source gbraid gclid gclsrc igshid irclid ko_click_id li_fat_id mc_cid msclkid
            qclid rdt_cid sccid srsltid ttclid twclid wbraid
            """)

    /// Returns whether an SDK sent the event by itself.
    public static func contains(_ event: RecordedEvent) -> Bool {
        guard let vendor = event.source.vendor else { return false }
        let name = event.event.name
        if all.contains(name) { return true }
        guard event.event.kind == .track else { return false }
        switch vendor {
        case "ga4": return ga4.contains(name) || ga4ByItself.contains(name)
        case "amplitude": return amplitude.contains(name)
        default: return false
        }
    }
}
