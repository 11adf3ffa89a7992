internal import Trackproof
@_spi(Tooling) internal import TrackproofPlans
@_spi(Tooling) internal import TrackproofSnapshots

// The forms of the report for programs and CI servers.
extension CoverageReport {
    /// The members of the JSON form, in version 1 of its format.
    var members: EventParameters {
        func object(_ rows: [Row]) -> EventValue {
            .object(EventParameters(rows.map { EventParameter($0.name, .object($0.ratio.members)) }))
        }
        let unseen = gaps.map { gap -> EventValue in
            let place: EventParameters = [
                "file": gap.item.place.file, "line": gap.item.place.line, "column": gap.item.place.column,
            ]
            let members: EventParameters = [
                "kind": gap.item.kind.rawValue, "event": gap.item.event, "path": gap.item.path,
                "detail": gap.item.detail, "owner": gap.item.owner, "platform": gap.platform,
                "plan": EventValue.object(place),
            ]
            return .object(members)
        }
        return [
            "coverage": 1, "seen": coverage.ratio().seen, "total": coverage.ratio().total,
            "percent": coverage.ratio().percent, "minimum": minimum, "events": coverage.eventCount,
            "unplanned": coverage.unplannedCount, "kinds": object(kinds), "owners": object(owners),
            "platforms": object(platforms), "unseen": EventValue.array(unseen),
        ]
    }

    /// The report as JUnit XML: a test case for the share of the plan, and one for each event.
    ///
    /// The test case of an event is skipped if parts of the event were not seen.
    var junit: String {
        let name = Report.attribute(plan)
        let gaps = Dictionary(grouping: gaps, by: \.item.event)
        let events = coverage.map.items.filter { $0.kind == .event }.map(\.event)
        let skipped = events.count { gaps[$0] != nil }
        let numbers = #"tests="\#(events.count + 1)" failures="\#(isPassed ? 0 : 1)""#
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuites name="trackproof" \#(numbers) time="0">"#,
            #"  <testsuite name="\#(name)" \#(numbers) errors="0" skipped="\#(skipped)" time="0">"#,
        ]
        func add(_ title: String, _ content: String?) {
            let start = #"    <testcase classname="\#(name)" name="\#(Report.attribute(title))" time="0""#
            lines += content.map { [start + ">", "      " + $0, "    </testcase>"] } ?? [start + "/>"]
        }
        let message = Report.attribute(headline)
        add("coverage", isPassed ? nil : #"<failure type="coverage" message="\#(message)">\#(message)</failure>"#)
        for event in events {
            let words = gaps[event].map {
                Report.attribute("never seen: " + $0.map(Self.words).joined(separator: "; "))
            }
            add(event, words.map { #"<skipped message="\#($0)"/>"# })
        }
        lines += ["  </testsuite>", "</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The share of the plan, and a notice for each of the first parts that were not seen.
    ///
    /// Each notice is on the line of the plan that declares the part.
    var gitHubAnnotations: String {
        let level = isPassed ? "notice" : "error"
        var lines = ["::\(level) title=trackproof::\(Report.message("\(plan): \(headline)"))"]
        lines += gaps.prefix(GitHubLimits.annotations - 1).map { gap in
            let place = gap.item.place
            return "::notice file=\(Report.property(place.file)),line=\(place.line),col=\(place.column),"
                + "title=never seen::\(Report.message(Self.words(gap)))"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func words(_ gap: (item: CoverageItem, platform: String?)) -> String {
        "\(gap.item)" + (gap.platform.map { " on \($0)" } ?? "")
    }
}

extension PlanCoverage.Ratio {
    fileprivate var members: EventParameters { ["seen": seen, "total": total] }
}
