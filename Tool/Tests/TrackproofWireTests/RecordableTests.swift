import Testing
import Trackproof
import TrackproofSnapshots
import TrackproofWire

/// Tests that the events of a decoder stay equal if they are written to a recording and read again.
@Suite struct RecordableTests {
    /// Requests with the placeholder `DEEP` for a deeply nested value, in the body or in a JSON text in a field.
    private static let places: [(path: String, body: String, query: String?)] = [
        ("/engage", #"{"$distinct_id":"u","$append":DEEP}"#, nil),
        ("/track", #"{"event":"A","properties":{},"deep":DEEP}"#, nil),
        ("/capture", #"{"api_key":"k","event":"A","distinct_id":"u","$set":{"deep":DEEP}}"#, nil),
        ("/v1/track", #"{"event":"A","userId":"u","deep":DEEP}"#, nil),
        ("/mp/collect", #"{"client_id":"c","deep":DEEP,"events":[{"name":"A"}]}"#, nil),
        ("/logs/v1/import/events", "", #"{"deep":DEEP}"#),
        ("/trackproof/v1/events", #"{"type":"event","identifier":"A","data":DEEP}"#, nil),
        ("/i", #"app_key=k&device_id=d&user_details={"deep":DEEP}"#, nil),
    ]

    @Test(arguments: places.indices) func deeplyNestedEventsSurviveARecording(index: Int) throws {
        let place = Self.places[index]
        var taken = 0
        for depth in [100, 115, 118, 119] + Array(120...130) {
            let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            var sent = request(place.path, place.body.replacing("DEEP", with: deep))
            if let json = place.query {
                sent.query = [
                    ("event_name", "A"), ("profile_id", "u"), ("event_json", json.replacing("DEEP", with: deep)),
                ]
            }
            guard let (decoder, request) = WireDecoders.decoder(for: sent),
                let events = try? decoder.events(request)  // `try?`: the decoder refuses values that are too deep.
            else { continue }
            taken = depth
            #expect(try Recording(Recording(events).bytes).events == events)
        }
        #expect(taken >= 120)
    }
}
