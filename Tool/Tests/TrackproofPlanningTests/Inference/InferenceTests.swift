import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlanning

/// Tests of the content of inferred plans.
struct InferenceTests {
    @Test func aPlanToBeginWith() throws {
        var inference = PlanInference()
        for id in 1...3 {
            inference.add(RecordedEvent(Event("movie_tapped", ["id": id, "slug": "\(id)-daredevil/\(id)"])))
        }
        inference.add(RecordedEvent(Event("app_opened")))
        try expectGolden("InferenceTests/a-plan-to-begin-with", inference.yaml())
    }

    @Test func noEventsGiveAPlanWithoutEvents() {
        #expect(Inferred.body([]) == "plan: 1\nevents: {}")
    }

    // MARK: Parameters

    /// Tests the line of one parameter in the plan.
    ///
    /// The first input line of a step is a JSON list with the values of the parameter, one for each event. An object in
    /// the list stands for its texts, each as often as its number says. A second line is the name of the parameter.
    @Test func parametersHaveTheLinesOfTheTranscript() throws {
        func expanded(_ value: EventValue) -> [EventValue] {
            switch value {
            case .object(let counts):
                counts.flatMap { Array(repeating: .string($0.name), count: Int($0.value.json) ?? 0) }
            case .array(let values): [.array(values.flatMap(expanded))]
            default: [value]
            }
        }
        try expectTranscript("InferenceTests/parameters") { _, lines in
            let values = try EventValue(json: Array(lines[0].utf8), of: "values")
            return Inferred.line(expanded(values)[0].array ?? [], name: lines.count > 1 ? lines[1] : "v")
        }
        #expect(
            Inferred.line([.number(-1.5), .number(.nan), .integer(1)]) == "v: {type: [string, number], required: true}")
    }

    @Test func propertiesOfObjectsHaveALineEach() throws {
        let parameters = try EventParameters(
            json: #"{"items": [{"sku": "a!", "price": 1.5}, {"sku": "b!"}], "place": {"x": -1}, "more": {}}"#)
        try expectGolden(
            "InferenceTests/properties-of-objects-have-a-line-each",
            Inferred.body([Event](repeating: Event("e", parameters), count: 3)))
    }

    // MARK: Required parameters

    @Test func aParameterOfEachEventIsRequired() {
        func line(_ with: Int, of count: Int) -> String {
            let events = (0..<count).map { Event("e", $0 < with ? ["v": true] : [:]) }
            return String(Inferred.body(events).split(separator: "\n").last ?? "")
        }
        #expect(line(3, of: 3) == "      v: {type: boolean, required: true}")
        #expect(line(2, of: 2) == "      v: {type: boolean, required: true}  # seen in 2 of 2 events")
        #expect(line(1, of: 1) == "      v: {type: boolean, required: true}  # seen in 1 of 1 event")
        #expect(line(2, of: 3) == "      v: {type: boolean}  # seen in 2 of 3 events")
    }

    @Test(arguments: [
        (
            "uuid", "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11", "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a12",
            "00000000-0000-0000-0000-000000000000"
        ),
        ("date-time", "2026-01-31T10:00:00Z", "2026-01-31T10:00:01Z", "2026-01-31T10:00:00.5+01:00"),
        ("date", "2026-01-31", "2026-02-01", "2026-02-02"),
        ("uri", "https://example.com/a", "https://example.com/b", "app://home"),
        ("ipv4", "10.0.0.1", "10.0.0.2", "10.0.0.3"),
    ])
    func threeTextsOfOneFormatHaveThatFormat(format: String, one: String, two: String, three: String) {
        let texts = [one, two, three].map(EventValue.string)
        #expect(Inferred.line(texts) == "v: {type: string, format: \(format), required: true}")
        #expect(Inferred.line(texts + [.null]) == "v: {type: [string, \"null\"], format: \(format), required: true}")
        #expect(Inferred.line(texts + [.string("other!")]) == "v: {type: string, required: true}")
        let few = Inferred.line([texts[0], texts[1], texts[1]])
        if ["uuid", "date-time"].contains(format) {
            #expect(few == "v: {type: string, format: \(format), required: true}")
        } else {
            #expect(few.hasPrefix("v: {type: string, required: true}  # format: \(format) fits so far"))
        }
        #expect(Inferred.line(texts + [.bool(true)]) == "v: {type: [string, boolean], required: true}")
    }
}
