import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans

extension ArchiveTally {
    /// Throws an error if the numbers of the tally of a check contradict each other.
    ///
    /// A check can only have such a result if it was damaged or changed. For example, an event that does not fit the
    /// plan must have a finding. Otherwise, a merged check would succeed although this event failed.
    ///
    /// - Parameter object: The JSON object of the tally, for the place in the error.
    func checkCounts(_ object: DocumentObject) throws(DocumentError) {
        func require(_ isTrue: Bool, _ name: String, _ message: String) throws(DocumentError) {
            if !isTrue { throw DocumentError(place: object.path(name), message: message) }
        }
        let failed = check.eventCount - check.fittingCount
        try require(failed >= 0, "planned", "expected at most as many events as in \"events\"")
        // Above a limit, a tally drops names of unplanned events and of sources.
        let named = check.plannedNames.values.total + check.unplannedNames.values.total
        try require(
            named == check.eventCount
                || named < check.eventCount && check.unplannedNames.count >= CheckTally.groupLimit,
            "names", "expected \(check.eventCount) events, as in \"events\"")
        let records = check.eventCount + summary.unreadableCount + skipped.total
        try require(
            summary.recordCount == records || summary.recordCount > records && skipped.count >= Self.sourceLimit,
            "archive", "expected \(records) records, because the result has as many events and unreadable records")
        try require(
            summary.unreadFileCount <= summary.unreadableCount
                && summary.parameterCount + summary.bareCount <= check.eventCount,
            "archive", "expected numbers that are not greater than the numbers of records and events")
        try checkFindings(failed, require)
    }

    /// - Parameter failed: The number of events that have an error or a warning.
    private func checkFindings(
        _ failed: Int, _ require: (Bool, String, String) throws(DocumentError) -> Void
    ) throws(DocumentError) {
        var explained = check.uncounted.reduce(0) { $1.key == .info ? $0 : $0 + $1.value }
        for group in check.groups.values {
            let isAboutRecords = group.key.id == .unreadable
            let most = isAboutRecords ? summary.unreadableCount : group.severity == .info ? check.eventCount : failed
            try require(
                group.eventCount >= 1 && group.eventCount <= min(group.count, most), "findings",
                "expected a finding in 1 to \(most) events, found \(group.eventCount)")
            if !isAboutRecords, group.severity != .info { explained += group.eventCount }
        }
        try require(
            failed <= explained, "findings",
            "expected findings in at least \(failed) events, because as many events do not fit the plan")
    }
}

extension NameCounts {
    /// The number of events with any of the names. The limit prevents an overflow.
    fileprivate var total: Int { sorted.reduce(0) { min($0 + $1.count, 1 << 60) } }
}
