import Trackproof

/// A key of any name.
struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// What the facade makes of a typed event, as a recorder sees it.
func tracked(_ event: some AnalyticsEvent) -> Event? {
    let recorder = EventRecorder()
    Analytics(providers: [recorder]).track(event)
    return recorder.events.first?.event
}
