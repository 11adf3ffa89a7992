import ArgumentParser
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofPlatform

/// The options that say which findings make a check fail. A baseline is a file with the findings that a team accepts for
/// now.
struct FindingOptions: ParsableArguments {
    @Option(
        name: .customLong("baseline"),
        help: ArgumentHelp("The file with the findings that are accepted for now.", valueName: "file"))
    var file: String?

    @Flag(help: "Write the findings of this check to the baseline.")
    var updateBaseline = false

    @Option(help: "The lowest severity that makes the command fail.")
    var failOn: FailOn = .error

    /// Whether the user has set one of the options.
    var isSet: Bool { file != nil || failOn != .error }

    /// The file that the options name.
    var files: [CommandFile] { (updateBaseline ? CommandFile.written : CommandFile.read)("--baseline", file) }

    func validate() throws {
        if updateBaseline, file == nil { throw ValidationError("--update-baseline needs --baseline.") }
    }

    /// Returns the baseline, and says which of its findings are fixed.
    ///
    /// With `--update-baseline`, the method writes all findings to the baseline, and returns them.
    ///
    /// - Parameters:
    ///   - found: All findings of the check.
    ///   - shares: The shares of events that have the findings, or `nil` if the findings are not about events.
    ///   - place: The words for the place that has no fixed findings, such as `in these recordings`.
    ///   - isIncomplete: Why the check does not know which findings are fixed, or `nil` if it knows it. If it does not
    ///     know it, the baseline stays as it is.
    func accepted<ID>(
        among found: Set<FindingKey<ID>>, shares: [FindingKey<ID>: FindingShare]? = nil, _ place: String,
        isIncomplete: String? = nil
    ) throws -> FindingBaseline<ID> {
        guard let file else { return FindingBaseline([]) }
        if updateBaseline, isIncomplete == nil {
            return try update(file, with: FindingBaseline(found, shares: shares ?? [:]))
        }
        if updateBaseline, let isIncomplete {
            Console.note("\(file): not updated, because \(isIncomplete)")
            if FileStatus(ofTarget: file) == nil { return FindingBaseline([]) }
        }
        let baseline = try FindingBaseline<ID>(path: file)
        if shares != nil, let key = baseline.keys.subtracting(baseline.shares.keys).min() {
            throw CommandError(
                """
                \(file): the finding \(key.id.rawValue) of \(key.event.nameForDisplay) has no share of events ("events" and \
                "of"); --update-baseline writes the shares
                """, .notUnderstood)
        }
        let fixed = baseline.keys.subtracting(found).count
        if fixed > 0 {
            let words = fixed == 1 ? "1 accepted finding does" : "\(fixed) accepted findings do"
            let change = "--update-baseline removes \(fixed == 1 ? "it" : "them"), and accepts all other findings"
            Console.note("\(file): \(words) not occur \(place); \(change)")
        }
        return baseline
    }

    /// Writes all findings to the baseline, and prints how many findings it added and removed.
    private func update<ID>(_ file: String, with baseline: FindingBaseline<ID>) throws -> FindingBaseline<ID> {
        let known = FileStatus(ofTarget: file) == nil ? FindingBaseline([]) : try FindingBaseline<ID>(path: file)
        try baseline.write(to: file)
        let added = baseline.keys.subtracting(known.keys).count
        let removed = known.keys.subtracting(baseline.keys).count
        let risen = baseline.shares.count { key, share in known.shares[key].map { share.isRise(from: $0) } ?? false }
        let words = risen == 0 ? "" : ", accepted a higher share of \(risen.counted("finding"))"
        Console.note("\(file): accepted \(added.counted("finding")), removed \(removed.counted("finding"))\(words)")
        return baseline
    }
}
