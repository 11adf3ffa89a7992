import Trackproof

/// A coding key with any name.
struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Returns the event that a recorder receives for a typed event.
func tracked(_ event: some AnalyticsEvent) -> Event? {
    let recorder = EventRecorder()
    Analytics(providers: [recorder]).track(event)
    return recorder.events.first?.event
}
