import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofVendors

/// The fast part of a check. It counts events that certainly fit the plan, without decoding the events.
struct QuickCheck {
    private let checker: PlanChecker
    private var reader: QuickReader
    /// Whether the records are events of recordings. If a recording's event has no parameters, the reader reads only
    /// events without other members.
    private let isOfRecording: Bool
    /// Whether the layout and the plan are simple. Otherwise, this part of the check counts no events.
    private let isUsable: Bool
    private let plausibleTimes: ClosedRange<EventTime>
    private let countsRowsOnce: Bool

    // A check creates a ``QuickCheck`` even if it counts no events. An optional ``QuickCheck`` would be slower: to change a
    // part of an optional value, Swift copies the whole value.

    /// Creates the fast part of a check.
    ///
    /// - Parameter isUsed: Whether this part of the check may count events.
    init(_ checker: PlanChecker, _ settings: ArchiveSettings, _ layout: ArchiveLayout?, isUsed: Bool) {
        let source = layout?.source ?? settings.source
        self.checker = checker
        plausibleTimes = settings.plausibleTimes
        countsRowsOnce = settings.countsRowsOnce
        isOfRecording = layout == nil
        reader = QuickReader(layout, source: source ?? .app, checker: checker)
        isUsable = isUsed && reader.isUsable && source.map(checker.canCheckQuickly) ?? false
    }

    /// Counts the event of a record if it certainly fits the plan.
    ///
    /// - Returns: `false` if the event was not counted, because it may have findings or is not plain.
    mutating func count(
        _ bytes: UnsafeBufferPointer<UInt8>, _ counter: inout EventCounter, _ summary: inout ArchiveSummary,
        _ rows: inout RowIDs
    ) -> Bool {
        guard isUsable, let record = reader.read(bytes), record.time.map(plausibleTimes.contains) ?? true,
            let index = planned(record, bytes),
            // The full check compares an event with the older version that the event names.
            record.definitionVersion.bytes(of: bytes).map({ checker.isNewest(version: $0, of: index) }) ?? true
        else { return false }
        let row = countsRowsOnce ? bytes.baseAddress.flatMap { reader.rowID($0) } : nil
        if let row, rows.contains(row) {
            summary.copyCount += 1
            return true
        }
        let app = counter.apps.number(record.version.bytes(of: bytes), record.platform.bytes(of: bytes))
        guard counter.addFitting(index, app: app, record.time) else { return false }
        if let row { summary.count(row, &rows) }
        if counter.coverage.isUsed {
            let isUntyped = reader.form.areTypesLost
            _ = reader.withParameters(of: record, bytes) { parameters in
                counter.coverage.add(parameters: parameters, of: index, isUntyped: isUntyped, app: app)
                return true
            }
        }
        if record.parameters.start >= 0 {
            summary.parameterCount += 1
        } else if !isOfRecording, checker.plansParameters(index) {
            summary.bareCount += 1
        }
        return true
    }

    /// Returns the index of the planned event whose rules the event of a record certainly follows, or `nil`.
    private func planned(_ record: QuickReader.Record, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if record.fitting >= 0 { return checker.kind(of: record.fitting) == record.kind ? record.fitting : nil }
        guard let name = record.name.bytes(of: bytes), let index = checker.index(ofName: name, record.kind),
            reader.withParameters(
                of: record, bytes,
                { checker.certainlyFits(parameters: $0, index, storedAs: reader.form) })
        else { return nil }
        return index
    }
}
