import Hummingbird
import Trackproof
import TrackproofPlanning
package import TrackproofPlans
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
        var checked = try await checked(RequestQuery(session: session.id, vendor: vendor), source, plan)
        checked.tally.suggestNames(of: plan.plan)
        let obstacles = try await obstacles(of: session)
        var text = checked.tally.text()
        if checked.tally.eventCount == 0 { text = "nothing was checked: no event arrived\n" }
        text += obstacles.text
        let isFit = checked.tally.worst.map { $0 < failOn } ?? true
        return .json([
            "passed": isFit && checked.tally.eventCount > 0 && obstacles.isEmpty, "rejected": obstacles.rejected,
            "lost": EventValue.object(obstacles.losses.members), "text": text,
            "check": EventValue.object(checked.tally.members), "coverage": checked.coverage.ratio().json,
        ])
    }

    /// Returns how often each event of the plan arrived, and which of its parameters, values and variants did not.
    func showPlan(_ request: Request) async throws -> Response {
        var input = ControlInput(query: request)
        let session = try sessionOrAll(&input)
        try input.end()
        let plan = try requiredPlan()
        let checked = try await checked(RequestQuery(session: session?.id), nil, plan)
        let unseen = Dictionary(grouping: checked.coverage.unseen, by: \.event)
        let events = plan.plan.events + (plan.plan.user.map { [$0] } ?? [])
        let rows = events.map { event -> EventValue in
            let count = checked.counts[event.name] ?? .init()
            let members: EventParameters = [
                "name": event.name, "kind": event.kind.rawValue, "description": event.description,
                "owner": event.owner?.name, "events": count.events, "violating": count.violating,
                "unseen": EventValue.array((unseen[event.name] ?? []).map { .string("\($0)") }),
            ]
            return .object(members)
        }
        let unplanned = checked.unplanned.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return .json([
            "path": plan.path, "name": plan.plan.name, "events": EventValue.array(rows),
            "unplanned": EventValue.array(unplanned.map { .object(["name": $0.key, "events": $0.value]) }),
            "coverage": checked.coverage.ratio().json,
        ])
    }

    /// Returns the plan of the collector.
    ///
    /// - Throws: ``ControlError`` if the collector has no plan.
    func requiredPlan() throws(ControlError) -> CollectorPlan {
        guard let plan else {
            throw ControlError(.notFound, "the collector has no tracking plan; start it with --plan")
        }
        return plan
    }

    /// The result of checking stored events against the plan.
    private struct Checked {
        /// The number of events that match a planned event, and the number of those events that violate the plan.
        struct Count {
            var events = 0
            var violating = 0
        }

        var tally = CheckTally()
        var coverage: PlanCoverage
        /// For the name of each planned event, the counts of the events that match it.
        var counts: [String: Count] = [:]
        /// For each event name that is not in the plan, the number of arrived events with that name.
        var unplanned: [String: Int] = [:]

        mutating func add(_ event: RecordedEvent, _ plan: CollectorPlan, request: Int64) {
            let place = EventPlace("request \(request)", number: Int(event.sequence ?? 0))
            let findings = tally.add(event, checkedBy: plan.checker, plan.context, at: place)
            coverage.add(event)
            if let name = plan.map.plannedName(of: event) {
                counts[name, default: Count()].events += 1
                if CollectorPlan.Status(findings) == .violating { counts[name, default: Count()].violating += 1 }
            } else if CollectorPlan.Status(findings) == .unplanned {
                let name = event.event.displayName
                if unplanned[name] != nil || unplanned.count < maxUnplannedNames { unplanned[name, default: 0] += 1 }
            }
        }
    }

    private func checked(
        _ query: RequestQuery, _ source: EventSource?, _ plan: CollectorPlan
    ) async throws -> Checked {
        let end = ContinuousClock.now + .seconds(admission.limits.checkSeconds)
        var checked = Checked(coverage: PlanCoverage(plan.map))
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
            while !rest.isEmpty { try await check(&rest, plan, until: end, &checked) }
        }
        return checked
    }

    /// Checks the first of these events and removes them. Returns after a short time, so that other readers can read.
    private func check(
        _ events: inout ArraySlice<(event: RecordedEvent, request: Int64)>, _ plan: CollectorPlan,
        until end: ContinuousClock.Instant, _ checked: inout Checked
    ) async throws {
        try await store.turns.run {
            let pause = ContinuousClock.now + Self.timeBetweenPauses
            while let (event, request) = events.popFirst() {
                checked.add(event, plan, request: request)
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

/// The tracking plan that a collector checks arriving events against.
package struct CollectorPlan: Sendable {
    /// The path of the plan's file, as the user wrote it on the command line.
    package let path: String
    let plan: TrackingPlan
    let checker: PlanChecker
    let map: CoverageMap
    let context: CheckContext

    /// Creates a collector plan from a tracking plan that was read from the file at `path`.
    package init(path: String, plan: TrackingPlan, context: CheckContext = CheckContext()) {
        self.path = path
        self.plan = plan
        self.context = context
        checker = PlanChecker(plan)
        map = CoverageMap(plan, platforms: context.platform.map { [$0] })
    }

    /// The result of checking one event against the plan.
    enum Status: String, CaseIterable {
        /// The event has no finding of severity `error`.
        case planned
        /// The event has a finding of severity `error`.
        case violating
        /// The plan does not contain the event.
        case unplanned

        init(_ findings: [PlanFinding]) {
            if findings.contains(where: { $0.id == .unplannedEvent }) {
                self = .unplanned
            } else {
                self = findings.contains { $0.severity == .error } ? .violating : .planned
            }
        }
    }

    func findings(for event: RecordedEvent) -> [PlanFinding] { checker.findings(for: event, context) }

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
        return .object(["status": Status(findings).rawValue, "findings": EventValue.array(list)])
    }
}
