internal import ArgumentParser
@_spi(Tooling) internal import TrackproofFiles
internal import TrackproofPlanning

/// The part of `trackproof` that a worker of a cluster needs: `trackproof plan check --partial`.
///
/// The worker consists of source files of `trackproof` that need few libraries. Therefore, the worker can be linked
/// statically, and can run on systems that are older than the system that built it.
@main
struct Worker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trackproof",
        abstract: "Check parts of an archive against a tracking plan, on a worker of a cluster.",
        version: Version.current, subcommands: [Plan.self])

    static func main() {
        ProcessBytes.reserveStandardStreams()
        ignoreClosedPipes()
        do {
            var command = try parseArguments()
            try checkDescriptors(8)
            try command.run()
        } catch {
            end(with: error)
        }
    }

    struct Plan: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check events against a tracking plan.", subcommands: [Check.self])
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check files, splits or standard input, and print the results for `plan merge`.")

        @Argument(help: "Files, folders or patterns such as 'archive/**/*.gz', or - for standard input.")
        var recordings: [String] = []

        @OptionGroup var plan: PlanOption
        @OptionGroup var archive: ArchiveOptions
        @OptionGroup var parts: PartialOptions

        func validate() throws {
            guard parts.partial else { throw ValidationError("A worker needs --partial.") }
            guard recordings.isEmpty == parts.hasSplits else {
                throw ValidationError("Give splits or recordings, and not both.")
            }
        }

        func run() throws { try parts.check(recordings, PlanFiles(path: plan.found()), archive) }
    }
}
