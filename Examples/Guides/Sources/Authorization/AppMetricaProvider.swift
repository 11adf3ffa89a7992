import Trackproof

struct AppMetricaProvider: AnalyticsProvider {
    let id: ProviderID = "appmetrica"

    func track(_ event: Event) {
        AppMetrica.reportEvent(name: event.name, parameters: event.parameters.dictionary)
    }
}

extension Analytics {
    /// The facade as the app makes it, with the vendor's SDK off the main thread.
    static func live(vendor: some AnalyticsProvider = AppMetricaProvider()) -> Analytics {
        Analytics(providers: [vendor.queued()])
    }
}
