/// The kinds of names in Google Analytics 4. The kind determines the reserved names and the maximum length.
enum GA4Names {
    case event, parameter, property

    var longest: Int {
        switch self {
        case .event, .parameter: 40
        case .property: 24
        }
    }

    func isReserved(_ name: String) -> Bool {
        if ["firebase_", "ga_", "google_", "gtag."].contains(where: name.hasPrefix) { return true }
        switch self {
        case .event: return Self.events.contains(name)
        case .parameter: return false
        case .property: return Self.properties.contains(name)
        }
    }

    private static let events: Set = [
        "ad_activeview", "ad_click", "ad_exposure", "ad_query", "ad_reward", "adunit_exposure", "app_background",
        "app_clear_data", "app_exception", "app_remove", "app_store_refund", "app_store_subscription_cancel",
        "app_store_subscription_convert", "app_store_subscription_renew", "app_update", "app_upgrade",
        "dynamic_link_app_open", "dynamic_link_app_update", "dynamic_link_first_open", "error", "first_open",
        "first_visit", "notification_dismiss", "notification_foreground", "notification_open", "notification_receive",
        "notification_send", "os_update", "session_start", "session_start_with_rollout", "user_engagement",
    ]

    private static let properties: Set = [
        "first_open_after_install", "first_open_time", "first_visit_time", "last_deep_link_referrer", "user_id",
    ]
}
