import Foundation
import TrackproofArchives
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning

/// A check that Spark distributes. It runs the command `spark-sql` of the user's Spark installation.
///
/// The user installs nothing on the workers. Spark copies `trackproof`, the plan and a script to them.
struct SparkJob {
    /// The options that say how to run Spark.
    let options: SparkOptions
    let plan: PlanFiles
    let events: EventOptions
    let archive: ArchiveOptions
    /// The day to assume for events without a time, as `YYYY-MM-DD`.
    ///
    /// All workers get this day from here. Their own clocks or time zones can differ.
    let today: String
    let origin: PartialResult.Origin
    /// The map from places in the compiled plan to places in the user's files. Workers report places in the compiled
    /// plan.
    let places: PlanPlaceMap

    init(
        _ options: SparkOptions, _ plan: PlanFiles, _ events: EventOptions, _ archive: ArchiveOptions, today: String,
        _ origin: PartialResult.Origin
    ) throws {
        (self.options, self.plan, self.today, self.origin) = (options, plan, today, origin)
        (self.events, self.archive) = (events, archive)
        places = try PlanPlaceMap(plan)
    }

    /// The number of tasks for a small archive, if there are enough splits. Starting a task takes about 0.1 seconds.
    private static let fewJobs = 64
    /// The number of bytes, and the number of splits, for which a large archive gets one more task.
    private static let bytesOfJob: UInt64 = 128 << 20
    private static let splitsOfJob = 500

    /// Returns the number of tasks that check the splits.
    static func jobCount(_ splits: [ArchiveSplit]) -> Int {
        let byteCount = splits.reduce(0) { $0 + $1.length }
        let wanted = max(fewJobs, Int(byteCount / bytesOfJob), splits.count / splitsOfJob)
        return max(1, min(splits.count, wanted))
    }

    // MARK: Records of URLs and queries

    /// The result of ``checkRecords(urls:)``.
    struct Records {
        var tally = ArchiveTally()
        /// The signal that ended the check early, or `nil` if the check is complete.
        var signal: Int32?
    }

    /// Checks the records of text files at URLs, or the records that a query returns.
    ///
    /// - Parameter urls: The URLs of the files. The check ignores them if the options contain a query or a table.
    /// - Throws: ``CommandError`` if Spark fails, or if the number of checked records is not the number that Spark
    ///   counts.
    func checkRecords(urls: [String]) throws -> Records {
        var merger = PartialMerger()
        var counted: Int?
        let query = options.recordsQuery.map(SparkScript.query(of:)) ?? SparkScript.query(urls: urls)
        let script = SparkScript.checkRecords(arguments: arguments(layoutIn: ".") + " --plan plan.json")
        let folder = try folder(query, script)
        defer { folder.remove() }
        let signals = StopSignals()
        let isComplete = try run(folder, isTable: options.recordsQuery != nil, shouldStop: { signals.first != nil }) {
            line in
            if line.hasPrefix(SparkScript.countPrefix) {
                counted = Int(line.dropFirst(SparkScript.countPrefix.count))
            } else if let result = try self.result(line) {
                try merger.add(result)
            }
        }
        let signal = signals.stop()
        let tally = merger.resultSoFar()
        if !isComplete { return Records(tally: tally, signal: signal) }
        guard let counted else {
            throw CommandError("spark-sql did not print the number of records", .notUnderstood)
        }
        guard tally.summary.recordCount == counted else {
            throw CommandError(
                "Spark counted \(counted) records, but \(tally.summary.recordCount) were checked: the result is incomplete, "
                    + "or the data changed in the meantime", .notUnderstood)
        }
        return Records(tally: tally, signal: nil)
    }

    // MARK: The folder and the process

    /// Returns the options of the check on a worker, quoted for the shell.
    ///
    /// - Parameter folder: The folder of the layout file on the worker, quoted for the shell.
    private func arguments(layoutIn folder: String) -> String {
        let words = events.words + archive.words + ["--today", today]
        let layout = archive.records.path == nil ? [] : ["--layout", "\(folder)/layout.yaml"]
        return (words.map(SparkScript.quoted) + layout).joined(separator: " ")
    }

    /// Writes the files that Spark needs to a new folder.
    private func folder(_ query: String, _ script: String, splits: [ArchiveSplit]? = nil) throws -> SparkFolder {
        let folder = try SparkFolder()
        do {
            try folder.add(options.worker, as: "trackproof")
            try folder.write(plan.json, to: "plan.json")
            try folder.write(script, to: SparkScript.name)
            if let layout = archive.records.path { try folder.add(layout, as: "layout.yaml") }
            if let splits { try folder.write(splits.map { "\($0)\n" }.joined(), to: "splits") }
            try folder.write(query, to: SparkFolder.query)
        } catch {
            folder.remove()
            throw error
        }
        return folder
    }

    /// Runs `spark-sql` with the query in the folder.
    ///
    /// - Parameter isTable: Whether the query can read tables.
    private func run(
        _ folder: SparkFolder, isTable: Bool, shouldStop: () -> Bool, onLine: (Substring) throws -> Void
    ) throws -> Bool {
        var settings = ["spark.sql.session.timeZone=UTC"]
        // Without this setting, Spark with Hive's catalogue would create a database in the current folder. Only tables
        // need a catalogue.
        if !isTable { settings.append("spark.sql.catalogImplementation=in-memory") }
        if Console.error.isTerminal { settings.append("spark.ui.showConsoleProgress=true") }
        let master = options.master.map { ["--master", $0] } ?? []
        let all = (settings + options.sparkConf).flatMap { ["--conf", $0] }
        let files = ["--files", folder.files.joined(separator: ","), "-f", folder.path(SparkFolder.query)]
        return try SparkProcess(arguments: master + all + files).run(shouldStop: shouldStop, onLine: onLine)
    }

    /// Returns the result in a line that `spark-sql` printed, or `nil` if the line is a message.
    private func result(_ line: Substring) throws -> PartialResult? {
        guard line.hasPrefix(#"{"partial":"#) else { return nil }
        let output = "output of spark-sql"
        let result = try PartialResult(PartialLines.value(line.utf8, output, 1), at: "\(output):1:")
        guard result.origin == origin else {
            let versions = "trackproof \(result.origin.tool) on a worker, \(origin.tool) here"
            throw CommandError(
                "a worker checked with another plan, other options or another version: \(versions)", .notUnderstood)
        }
        var tally = result.tally
        tally.check = tally.check.mappingPlanPlaces(places.place(of:))
        return PartialResult(result.origin, result.part, tally)
    }
}

// MARK: Files

extension SparkJob: PartsChecker {
    /// Checks splits of files. Each worker must find the files under the same paths as this process.
    ///
    /// - Throws: ``CommandError`` if Spark fails, or if a part is not a split of a file.
    func run(
        _ parts: [PartialResult.Part], shouldStop: () -> Bool, onRead: (UInt64) -> Void,
        onResult: (PartialResult) throws -> Void
    ) throws -> Bool {
        let splits = try parts.map { part in
            guard case .split(let split, _) = part else {
                throw CommandError("--engine spark needs regular files, and cannot read pipes", .usage)
            }
            return try SplitList.checked(split)
        }
        if splits.isEmpty { return true }
        let jobs = Self.jobCount(splits)
        let script = SparkScript.checkSplits(
            jobs: jobs,
            folder: splits.allSatisfy { $0.file.hasPrefix("/") } ? nil : ".".realPath,
            arguments: arguments(layoutIn: "\"$tool\"") + #" --plan "$tool/plan.json""#)
        let folder = try folder(SparkScript.query(jobs: jobs), script, splits: splits)
        defer { folder.remove() }
        return try run(folder, isTable: false, shouldStop: shouldStop) { line in
            if let result = try result(line) { try onResult(result) }
        }
    }
}
