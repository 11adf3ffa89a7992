import Trackproof
import TrackproofFiles
import TrackproofJSON
package import TrackproofPlanning
package import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots
import TrackproofVendors

/// A check of the records of one file, or of one split of a file, against a plan.
package struct SplitCheck: Sendable {
    private let checker: PlanChecker
    private let settings: ArchiveSettings
    private let inflate: @Sendable (any ByteSource) throws -> any ByteSource
    private let severityOfUnreadable: Severity?
    private let names: StoredNamesByLayout
    private let map: CoverageMap?
    /// Whether ``QuickCheck`` checks events without decoding them if it can. Tests compare the results of `true` and
    /// `false`.
    package var usesQuickCheck = true

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - map: The map of the whole plan, also of events that have ended, or `nil` to measure no coverage.
    ///   - inflate: A closure that takes a source of gzip data and returns a source of the decompressed bytes.
    package init(
        _ checker: PlanChecker, _ settings: ArchiveSettings, _ map: CoverageMap? = nil,
        inflate: @escaping @Sendable (any ByteSource) throws -> any ByteSource
    ) {
        self.checker = checker
        self.settings = settings
        self.inflate = inflate
        self.map = map
        names = StoredNamesByLayout(checker)
        severityOfUnreadable = checker.severityOfUnreadable
    }

    /// Checks one part of an archive.
    ///
    /// - Parameters:
    ///   - rows: The ids of rows that do not count. The check adds the ids of the rows that it has counted.
    ///   - onRead: A closure that is called each time the check has read bytes, with the number of these bytes. If
    ///   the closure throws an error, the check ends with this error.
    package func tally(
        _ part: PartialResult.Part, _ rows: inout RowIDs, onRead: @escaping (Int) throws -> Void = { _ in }
    ) throws -> ArchiveTally {
        switch part {
        case .records(let name): return try tally(ArchiveFile(path: name), rows: &rows, onRead: onRead)
        case .split(let split, let size):
            let file = try ArchiveFile(path: split.file, .regular)
            guard file.size == size else { throw ArchiveFile.changed(split.file) }
            let tally = try tally(file, from: split.start, length: split.length, rows: &rows, onRead: onRead)
            try file.checkSize()
            return tally
        }
    }

    /// Checks the records whose first byte is in a range of the file.
    ///
    /// A record that cannot be read becomes a finding and does not end the check. The memory that the check needs
    /// depends on the size of the largest record and on the number of findings, and not on the size of the file.
    ///
    /// - Parameters:
    ///   - start: The offset of the first byte of the range.
    ///   - length: The number of bytes of the range, or `nil` if the range ends at the end of the file.
    ///   - onRead: A closure that is called each time the check has read bytes from the file, with the number of these
    ///     bytes. If the closure throws an error, the check ends with this error.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file cannot be read, ``VendorRecordsError``, or the error
    ///   that `onRead` throws.
    package func tally(
        _ file: ArchiveFile, from start: UInt64 = 0, length: UInt64? = nil,
        onRead: @escaping (Int) throws -> Void = { _ in }
    ) throws -> ArchiveTally {
        var rows = RowIDs()
        return try tally(file, from: start, length: length, rows: &rows, onRead: onRead)
    }

    private func tally(
        _ file: ArchiveFile, from start: UInt64 = 0, length: UInt64? = nil, rows: inout RowIDs,
        onRead: @escaping (Int) throws -> Void
    ) throws -> ArchiveTally {
        if settings.areRows {
            return try tally(SplitOpening(rows: file, onRead: onRead), of: file.path, from: start, rows: &rows)
        }
        if try file.isZip() {
            // A zip archive is one part. The other splits have no records.
            return start == 0 && length != 0 ? try tally(zip: file, rows: &rows, onRead) : ArchiveTally()
        }
        let opening = try SplitOpening(
            file, from: start, length: length, settings.layout, inflate: inflate, onRead: onRead)
        return try tally(opening, of: file.path, from: start, rows: &rows)
    }

    /// Checks the files in a zip archive, one after the other.
    private func tally(
        zip file: ArchiveFile, rows: inout RowIDs, _ onRead: @escaping (Int) throws -> Void
    ) throws -> ArchiveTally {
        var tally = ArchiveTally()
        func add(unread error: DamagedBytes, of path: String) {
            var run = Run(self, RecordDecoder(nil), CommonParameters(), origin: path, offset: 0)
            run.add(unread: error.message)
            tally.merge(run.finished())
        }
        do {
            let archive = try ZipArchive(file)
            for member in archive.members {
                let path = file.path + "/" + member.name
                do {
                    let (bytes, isCompressed) = try archive.source(of: member)
                    let counted = CountingSource(bytes, onRead)
                    let opening = try SplitOpening(
                        file, member: isCompressed ? inflate(counted) : counted, path: path, settings.layout,
                        inflate: inflate, onRead: { _ in })
                    tally.merge(try self.tally(opening, of: path, from: 0, rows: &rows))
                } catch let error as DamagedBytes {
                    add(unread: error, of: path)
                }
            }
        } catch let error as DamagedBytes {
            add(unread: error, of: file.path)
        }
        return tally
    }

    private func tally(
        _ opening: SplitOpening, of path: String, from start: UInt64, rows: inout RowIDs
    ) throws -> ArchiveTally {
        if settings.refusesVendors, let vendor = opening.layout {
            throw VendorRecordsError(file: path, vendor: vendor.name)
        }
        var run = Run(self, decoder(opening), opening.common, origin: path, offset: start)
        if case .detected = settings.layout { run.recognized = opening.recognized }
        // Two sets with the same memory would be copied at the next change.
        swap(&run.rows, &rows)
        defer { swap(&run.rows, &rows) }
        if let problem = opening.problem { run.add(unread: problem) }
        guard let reader = opening.reader else { return run.finished() }
        while let item = try reader.next() {
            switch item {
            case .record(let bytes):
                if settings.areRows, let record = HexadecimalRow.record(bytes) {
                    record.withUnsafeBufferPointer { run.add($0, isLast: false) }
                } else {
                    run.add(bytes, isLast: false, line: reader.line)
                }
            case .lastLine(let bytes): run.add(bytes, isLast: true, line: reader.line)
            case .skipped(let reason, let byteCount): run.add(skipped: reason, byteCount: byteCount)
            case .unread(let reason): run.add(unread: reason)
            }
        }
        return run.finished()
    }

    private func decoder(_ opening: SplitOpening) -> RecordDecoder {
        var (layout, shape) = (opening.layout, opening.shape)
        switch settings.layout {
        case .detected: break
        case .recording: layout = nil
        case .layout(let named): (layout, shape) = (named, .trackproof)
        }
        return RecordDecoder(layout, shape: shape, header: opening.header)
    }
}

extension SplitCheck {
    /// The state of one call of ``SplitCheck/tally(_:from:length:onRead:)``.
    private struct Run {
        var tally = ArchiveTally()
        /// The ids of the rows that were counted, and of the rows that do not count.
        var rows = RowIDs()
        private let check: SplitCheck
        private let origin: String
        private let offset: UInt64
        private var counter: EventCounter
        private var decoder: RecordDecoder
        private let common: CommonParameters
        private let names: StoredNames?
        private let plausibleTimes: ClosedRange<EventTime>
        private var isLayoutNoted = false
        /// The layout, if the first record of the file decided it.
        var recognized: RecognizedLayout?
        /// Counts the events that certainly fit the plan. This is faster than decoding the events.
        private var quick: QuickCheck

        init(
            _ check: SplitCheck, _ decoder: RecordDecoder, _ common: CommonParameters, origin: String, offset: UInt64
        ) {
            self.check = check
            self.decoder = decoder
            self.common = common
            self.origin = origin
            self.offset = offset
            names = check.names[decoder.layout]
            plausibleTimes = check.settings.plausibleTimes
            counter = EventCounter(check.checker, check.settings, decoder.layout, check.map)
            quick = QuickCheck(
                check.checker, check.settings, decoder.layout,
                isUsed: check.usesQuickCheck && decoder.allowsQuickCheck && !common.isGiven)
        }

        private var place: EventPlace {
            check.settings.hasPlaces
                ? EventPlace(origin, offset: offset, number: tally.summary.recordCount) : .unknown
        }

        /// Checks the event in a record.
        ///
        /// - Parameters:
        ///   - isLast: Whether the record is the last line and has no line break. Such a line can be cut short.
        ///   - line: The number of the record's first line if the record is the row of a table.
        mutating func add(_ record: UnsafeBufferPointer<UInt8>, isLast: Bool, line: Int = 0) {
            tally.summary.byteCount += UInt64(record.count)
            if !isLayoutNoted {
                tally.summary.add(decoder.layout, checksLimits: check.checker.checksLimits)
                if let recognized { tally.summary.add(recognized) }
                isLayoutNoted = true
            }
            defer { counter.flushIfFull(to: &tally) }
            if quick.count(record, &counter, &tally.summary, &rows) {
                tally.summary.recordCount += 1
                return
            }
            switch decoder.decode(record, line: line) {
            case .event(var event):
                common.complete(&event.event)
                event.hasParameters = event.hasParameters || !event.event.event.parameters.isEmpty
                add(event, byteCount: UInt64(record.count))
            case .header: break
            case .unreadable(let reason):
                let isCut = isLast && line == 0
                add(unreadable: isCut ? "the last line is cut short" : reason, byteCount: UInt64(record.count))
            }
        }

        /// Adds an `unreadable` finding for bytes that contain no record.
        mutating func add(skipped reason: String, byteCount: UInt64) {
            tally.summary.byteCount += byteCount
            add(unreadable: reason, byteCount: byteCount)
        }

        /// Adds an `unreadable` finding for an unread part of the file.
        mutating func add(unread reason: String) {
            tally.summary.unreadFileCount += 1
            add(unreadable: reason, byteCount: 0)
        }

        private mutating func add(unreadable reason: String, byteCount: UInt64) {
            tally.summary.recordCount += 1
            tally.summary.unreadableCount += 1
            tally.summary.unreadableByteCount += byteCount
            guard let severity = check.severityOfUnreadable else { return }
            tally.check.add(unreadable: PlanChecker.shownReason(reason), severity: severity, at: place)
        }

        private mutating func add(_ archived: ArchiveEvent, byteCount: UInt64) {
            if let row = archived.row, check.settings.countsRowsOnce {
                if rows.contains(row) {
                    tally.summary.recordCount += 1
                    tally.summary.copyCount += 1
                    return
                }
                tally.summary.count(row, &rows)
            }
            // The check ignores an event that an SDK sent by itself, so its parameters need not be readable.
            if let problem = archived.problem,
                check.checker.names.index(of: archived.event) != nil || !SDKEvents.contains(archived.event)
            {
                return add(unreadable: problem, byteCount: byteCount)
            }
            var event = names?.restored(archived.event) ?? archived.event
            if let name = archived.repeatedNames.first(where: { check.checker.plansParameter($0, of: event) }) {
                return add(unreadable: decoder.reason(repeated: name, in: event.event.kind), byteCount: byteCount)
            }
            tally.summary.recordCount += 1
            if decoder.layout == nil, let source = check.settings.source, event.source != source {
                tally.skip(event.source)
                return
            }
            if let time = archived.unreadTime { tally.summary.unreadTimes.add(time) }
            if let time = event.time, !plausibleTimes.contains(time) {
                tally.summary.wrongYears[String(time.description.prefix(4)), default: 0] += 1
                event.time = nil
            }
            let hasWrongTime = event.time == nil && (archived.event.time != nil || archived.unreadTime != nil)
            var (version, platform) = (archived.version, archived.platform)
            let number = version.withUTF8 { version in platform.withUTF8 { counter.apps.number(version, $0) } }
            let app = counter.apps[number]
            if archived.hasParameters {
                tally.summary.parameterCount += 1
            } else if archived.hasOtherMembers, check.checker.plansParameters(of: event) {
                tally.summary.bareCount += 1
            }
            var context = context(app.context, of: event, numbers: archived.numbers)
            // The event has a day, although the record does not say it. So the day of the check cannot stand for it, and
            // the event cannot be too late.
            if hasWrongTime { context.today = "" }
            let checked = tally.check.check(event, checkedBy: check.checker, context, at: place)
            counter.add(checked.index, checked.name, app: number, event.time)
            if let version = event.definitionVersion, let index = checked.index,
                !check.checker.events[index].has(version: version)
            {
                tally.summary.unknownDefinitions.add(
                    "\(checked.name.bounded.quotedForDisplay) \(version.prefix(20))", 1)
            }
            counter.coverage.add(event, app: number)
            for key in Set(checked.findings.map { FindingGroup.Key($0) }) {
                tally.summary.breakdown.add(key, version: app.version, platform: app.platform, time: event.time)
            }
        }

        /// Returns the context of an event, with what the store of the event has dropped or changed.
        private mutating func context(
            _ context: CheckContext, of event: RecordedEvent, numbers: [String]
        ) -> CheckContext {
            var context = context
            if let names { context.losses.dropped = names.dropped(of: event) }
            let texts = numbers.isEmpty ? [] : check.checker.texts(among: numbers, of: event)
            if texts.isEmpty { return context }
            let findings = check.checker.check(event, context).findings
            let isBlind = findings.contains { finding in
                StoreLosses.idsOfTexts.contains(finding.id)
                    && texts.contains { finding.path.isExactly($0.text.escapedInPath) }
            }
            if isBlind { tally.summary.add(blindSpots: StoreLosses.idsOfTexts, of: decoder.layout) }
            context.losses.numbers = texts
            return context
        }

        mutating func finished() -> ArchiveTally {
            counter.flush(to: &tally)
            return tally
        }
    }
}
