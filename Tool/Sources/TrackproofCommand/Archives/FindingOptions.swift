import ArgumentParser
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofText

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

    /// Returns the findings that the baseline accepts, and says which of them are fixed.
    ///
    /// With `--update-baseline`, the method writes all findings to the baseline, and returns them.
    ///
    /// - Parameters:
    ///   - found: All findings of the check.
    ///   - place: The words for the place that has no fixed findings, such as `in these recordings`.
    ///   - isIncomplete: Why the check does not know which findings are fixed, or `nil` if it knows it. If it does not
    ///     know it, the baseline stays as it is.
    func accepted<ID>(
        among found: Set<FindingKey<ID>>, _ place: String, isIncomplete: String? = nil
    ) throws -> Set<FindingKey<ID>> {
        guard let file else { return [] }
        if updateBaseline, isIncomplete == nil {
            try update(file, with: found)
            return found
        }
        if updateBaseline, let isIncomplete {
            Console.note("\(file): not updated, because \(isIncomplete)")
            if FileStatus(ofTarget: file) == nil { return [] }
        }
        let accepted = try FindingBaseline<ID>(path: file).keys
        let fixed = accepted.subtracting(found).count
        if fixed > 0 {
            let words = fixed == 1 ? "1 accepted finding does" : "\(fixed) accepted findings do"
            Console.note("\(file): \(words) not occur \(place); --update-baseline removes fixed findings")
        }
        return accepted
    }

    /// Writes all findings to the baseline, and prints how many findings it added and removed.
    private func update<ID>(_ file: String, with found: Set<FindingKey<ID>>) throws {
        let known = FileStatus(ofTarget: file) == nil ? [] : try FindingBaseline<ID>(path: file).keys
        try FindingBaseline(found).write(to: file)
        let (added, removed) = (found.subtracting(known).count, known.subtracting(found).count)
        Console.note("\(file): accepted \(added.counted("finding")), removed \(removed.counted("finding"))")
    }
}
