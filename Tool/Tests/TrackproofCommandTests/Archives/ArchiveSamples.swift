/// A plan, and events as Segment exports them, that several tests of archives use.
enum ArchiveSamples {
    static let plan = """
        plan: 1
        events:
          purchase:
            parameters:
              price: {type: number, minimum: 0, required: true}
              currency: {type: string}

        """

    /// Returns the line of an event as Segment exports it.
    static func call(_ day: Int, _ version: String, _ os: String, currency: String = #""EUR""#) -> String {
        """
        {"type":"track","event":"purchase","userId":"mmmm","timestamp":"2026-11-\(day < 10 ? "0" : "")\(day)T09:30:00Z",\
        "context":{"app":{"version":"\(version)"},"os":{"name":"\(os)"}},"properties":{"price":1,"currency":\(currency)}}

        """
    }

    static func workplace() throws -> Workplace {
        let place = try Workplace()
        try place.write(plan, to: "Tracking/plan.yaml")
        return place
    }
}
