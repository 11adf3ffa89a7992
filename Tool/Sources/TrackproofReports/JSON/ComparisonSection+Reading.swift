import Trackproof
import TrackproofJSON
import TrackproofSnapshots

extension ComparisonSection {
    init(_ object: DocumentObject) throws(DocumentError) {
        var differences: [Difference] = []
        for (value, path) in try object.elements("differences") {
            differences.append(try Difference(DocumentObject(value, at: path)))
        }
        var unexamined = (expected: 0, actual: 0)
        if object.value("unexamined") != nil {
            let members = try object.object("unexamined")
            unexamined = (try members.count("expected"), try members.count("actual"))
        }
        let comparison = Comparison(
            matched: try object.count("matched"), differences: differences,
            unchangedAfter: try object.optionalCount("unchangedAfter") ?? 0, unexamined: unexamined)
        self.init(
            snapshot: try object.text("snapshot"), recording: try object.text("recording"), comparison: comparison,
            redactedBy: nil, isDelivery: try object.flag("delivery"), run: try object.optionalText("run"),
            failures: try object.optionalTexts("failures"))
    }
}

extension Difference {
    fileprivate init(_ object: DocumentObject) throws(DocumentError) {
        let position = try object.object("position")
        var parameters: [ParameterDifference] = []
        for (value, path) in try object.elements("parameters") {
            parameters.append(try ParameterDifference(value, path))
        }
        self.init(
            kind: try object.choice("kind"), expected: try object.optionalEvent("expected")?.event,
            actual: try object.optionalEvent("actual")?.event,
            expectedPosition: try position.optionalCount("expected"),
            actualPosition: try position.optionalCount("actual"), parameters: parameters)
        unchangedBefore = try object.optionalCount("unchangedBefore") ?? 0
    }
}

extension ParameterDifference {
    fileprivate init(_ value: EventValue, _ path: String) throws(DocumentError) {
        let object = try DocumentObject(value, at: path)
        // Here, JSON `null` is a value. If an event does not have the parameter, the member is absent.
        let members = value.object ?? [:]
        self.init(
            path: try object.text("path"), change: try object.choice("change"), expected: members["expected"],
            actual: members["actual"], isVolatile: try object.flag("volatile"),
            hasLookalike: try object.flag("lookalike"))
    }
}
