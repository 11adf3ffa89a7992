import Hummingbird
import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

extension ControlAPI {
    /// The time after which a check lets other readers read.
    private static let timeBetweenPauses = Duration.milliseconds(50)
    /// The maximum number of different names in the list of unplanned events.
    private static let maxUnplannedNames = 500

    /// Checks the events of a session against the collector's plan.
    func check(_ request: Request, _ context: CollectorContext) async throws -> Response {
        var input = try await body(request)
        let session = try session(&input)
        let source = try input.source()
        let vendor = try input.vendor()
        let failOn = try input.choice("failOn", Severity.self) ?? .error
        try input.end()
        let plan = try requiredPlan()
        let run = try await checked(RequestQuery(session: session.id, vendor: vendor), source, plan)
        let tally = run.result
        let obstacles = try await obstacles(of: session)
        var text = tally.text()
        if tally.eventCount == 0 { text = "nothing was checked: no event arrived\n" }
        text += obstacles.text
        return .json([
            "passed": tally.passes(failOn: failOn) && obstacles.isEmpty, "rejected": obstacles.rejected,
            "lost": EventValue.object(obstacles.losses.members), "text": text,
            "check": EventValue.object(tally.members), "coverage": run.coverage?.ratio().json,
        ])
    }

    /// Returns how often each event of the plan arrived, and which of its parameters, values and variants did not.
    func showPlan(_ request: Request) async throws -> Response {
        var input = ControlInput(query: request)
        let session = try sessionOrAll(&input)
        try input.end()
        let plan = try requiredPlan()
        let run = try await checked(RequestQuery(session: session?.id), nil, plan)
        let unseen = Dictionary(grouping: run.coverage?.unseen ?? [], by: \.event)
        let rows = plan.plan.eventsAndUser.map { event -> EventValue in
            let members: EventParameters = [
                "name": event.name, "kind": event.kind.rawValue, "description": event.description,
                "owner": event.owner, "events": run.tally.plannedNames[event.name] ?? 0,
                "violating": run.violating[event.name] ?? 0,
                "unseen": EventValue.array((unseen[event.name] ?? []).map { .string("\($0)") }),
            ]
            return .object(members)
        }
        let unplanned = run.tally.sortedGroups.filter { $0.key.id == .unplannedEvent }.prefix(Self.maxUnplannedNames)
        return .json([
            "path": plan.path, "name": plan.plan.name, "events": EventValue.array(rows),
            "unplanned": EventValue.array(unplanned.map { .object(["name": $0.key.event, "events": $0.eventCount]) }),
            "coverage": run.coverage?.ratio().json,
        ])
    }

    /// Returns the plan of the collector.
    ///
    /// - Throws: ``ControlError`` if the collector has no plan.
    func requiredPlan() throws(ControlError) -> LoadedPlan {
        guard let plan else {
            throw ControlError(.notFound, "the collector has no tracking plan; start it with --plan")
        }
        return plan
    }

    private func checked(
        _ query: RequestQuery, _ source: EventSource?, _ plan: LoadedPlan
    ) async throws -> PlanCheckRun {
        let end = ContinuousClock.now + .seconds(admission.limits.checkSeconds)
        var checked = PlanCheckRun(plan, measuresCoverage: true)
        var query = query
        var hasMore = true
        while hasMore {
            var events: [(event: RecordedEvent, request: Int64)] = []
            hasMore = try await store.readNext(&query) { received in
                for event in received.events where source == nil || event.source == source {
                    events.append((event, received.stored.id))
                }
                return true
            }
            var rest = events[...]
            while !rest.isEmpty { try await check(&rest, until: end, &checked) }
        }
        return checked
    }

    /// Checks the first of these events and removes them. Returns after a short time, so that other readers can read.
    private func check(
        _ events: inout ArraySlice<(event: RecordedEvent, request: Int64)>, until end: ContinuousClock.Instant,
        _ checked: inout PlanCheckRun
    ) async throws {
        try await store.turns.run {
            let pause = ContinuousClock.now + Self.timeBetweenPauses
            while let (event, request) = events.popFirst() {
                checked.add(event, at: EventPlace("request \(request)", number: Int(event.sequence ?? 0)))
                let now = ContinuousClock.now
                guard now < end else {
                    throw ControlError(
                        .serviceUnavailable,
                        "the check timed out after \(admission.limits.checkSeconds) seconds; check an export with "
                            + "`trackproof plan check` instead")
                }
                if now > pause { break }
            }
        }
    }
}

extension PlanCoverage.Ratio {
    fileprivate var json: EventValue { .object(["seen": seen, "total": total, "percent": percent]) }
}

extension LoadedPlan {
    /// Checks an event, and returns the result as JSON, such as `{"status":"planned","findings":[]}`.
    func mark(_ event: RecordedEvent) -> EventValue {
        let findings = findings(for: event)
        let list = findings.map { finding -> EventValue in
            let members: EventParameters = [
                "id": finding.id.rawValue, "severity": finding.severity.rawValue, "path": finding.path,
                "expected": finding.expected, "found": finding.found, "nearest": finding.nearest,
                "owner": finding.owner,
            ]
            return .object(members)
        }
        return .object(["status": PlanStatus(findings).rawValue, "findings": EventValue.array(list)])
    }
}
