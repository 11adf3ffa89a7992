import Trackproof

struct AppMetricaProvider: AnalyticsProvider {
    let id: ProviderID = "appmetrica"

    func track(_ event: Event) {
        AppMetrica.reportEvent(name: event.name, parameters: event.parameters.dictionary)
    }
}

extension Analytics {
    /// Returns the facade of the app. It calls the vendor's SDK on another thread.
    static func live(vendor: some AnalyticsProvider = AppMetricaProvider()) -> Analytics {
        Analytics(providers: [vendor.queued()])
    }
}
