import ArgumentParser
import TrackproofArchives
import TrackproofPlanning
import TrackproofPlans

/// The options of a check of a part of an archive, whose result `plan merge` merges with the results of other parts.
struct PartialOptions: ParsableArguments {
    @Flag(help: "Print partial results, which `plan merge` merges into one report.")
    var partial = false

    @Option(
        help: ArgumentHelp(
            "With --partial: check the records that start in this range of a file's bytes.",
            valueName: "path:start:length"))
    var split: [SplitArgument] = []

    @Option(
        help: ArgumentHelp(
            "With --partial: check the splits in this file, the output of `plan split` (- for standard input).",
            valueName: "file"))
    var splits: String?

    @Option(
        help: ArgumentHelp(
            "With --splits: check only the splits of one job of many: 0/3 is the first of three jobs.",
            valueName: "index/count"))
    var job: JobNumber?

    /// Whether the user named splits with `--split` or `--splits`.
    var hasSplits: Bool { !split.isEmpty || splits != nil }

    func validate() throws {
        if hasSplits, !partial { throw ValidationError("--split and --splits need --partial.") }
        if job != nil, splits == nil { throw ValidationError("--job needs --splits.") }
    }

    /// Checks the splits of the options and the files in `recordings`, and prints the results.
    func check(_ recordings: [String], _ plan: PlanFiles, _ archive: ArchiveOptions) throws {
        var (settings, origin) = try archive.settings(for: plan)
        // The rows of a table often arrive on standard input. A row has no file, so its findings have no places.
        if recordings == ["-"] { settings.hasPlaces = false }
        let list = try splits.map { try SplitList.read($0, of: job) } ?? []
        try PartialCheck(PlanChecker(plan.plan), settings, origin).print(recordings, split.map(\.split) + list)
    }
}

/// The value of `--split`.
struct SplitArgument: ExpressibleByArgument {
    let split: ArchiveSplit

    init?(argument: String) {
        guard let split = ArchiveSplit(argument) else { return nil }
        self.split = split
    }
}

/// The value of `--job`, such as `0/3`: the number of a job, from 0, and the number of all jobs.
struct JobNumber: ExpressibleByArgument {
    let index: Int
    let count: Int

    init?(argument: String) {
        let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let index = numbers[0], let count = numbers[1], index >= 0, index < count else {
            return nil
        }
        (self.index, self.count) = (index, count)
    }

    /// Returns whether this job checks the split at this index of the list.
    ///
    /// Adjacent splits belong to different jobs. So the splits of a large file are distributed over the jobs.
    func hasSplit(_ indexInList: Int) -> Bool { indexInList % count == index }
}
