/// The formats of other tools' tracking plans that Trackproof imports.
package enum OtherPlanFormat: String, CaseIterable, Sendable {
    case segment
    case segmentCSV = "segment-csv"
    case jsonSchema = "json-schema"
    case iglu
    case rudderstack
    case glean
    case duckduckgo
    case amplitude
    case mixpanel
    case snowplow
    case avo

    /// The name of the tool or the format, for messages.
    package var title: String {
        switch self {
        case .segment: "a tracking plan of Segment"
        case .segmentCSV: "a CSV file of Segment"
        case .jsonSchema: "JSON Schemas"
        case .iglu: "Iglu schemas"
        case .rudderstack: "a tracking plan of RudderStack"
        case .glean: "metrics of Glean"
        case .duckduckgo: "pixel definitions of DuckDuckGo"
        case .amplitude: "a CSV file of Amplitude"
        case .mixpanel: "the Lexicon of Mixpanel"
        case .snowplow: "data products of Snowplow"
        case .avo: "an export of Avo"
        }
    }
}
