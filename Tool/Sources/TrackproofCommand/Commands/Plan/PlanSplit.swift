import ArgumentParser
import TrackproofArchives
import TrackproofConsole

struct PlanSplit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Divide the files of an archive among many processes.",
        discussion: """
            Prints splits, one PATH:START:LENGTH per line. Each record of the files starts in exactly one split. Give the \
            splits to any number of processes: `plan audit --partial --splits` checks them, and `plan merge` merges \
            the results.

            All records of a compressed file belong to its first split. The other splits of this file have no records.

            EXAMPLES
              trackproof plan split archive >splits
              trackproof plan split 'archive/**/*.gz' | \\
                parallel --pipe -N 8 trackproof plan audit --partial --splits -
            """)

    @Argument(help: "The files, folders or patterns such as 'archive/**/*.gz'.")
    var files: [String]

    @Option(help: ArgumentHelp("The number of bytes in a split.", valueName: "bytes"))
    var size: UInt64 = ParallelCheck.splitSize

    func validate() throws {
        if files.contains("-") { throw ValidationError("Standard input cannot be divided.") }
        if size == 0 { throw ValidationError("--size needs a number of bytes, at least 1.") }
    }

    func run() throws {
        let paths = try ArchivePaths(files)
        if let stream = paths.streams.first {
            throw CommandError("\(stream): this is not a regular file, so it cannot be divided", .usage)
        }
        var lines: [UInt8] = []
        for file in paths.files {
            for split in ParallelCheck.splits(of: file.path, size: file.size, splitSize: size) {
                lines += try SplitList.line(split)
                // The list can be larger than the memory.
                if lines.count > 1 << 16 {
                    try Console.output.write(paths: lines)
                    lines.removeAll(keepingCapacity: true)
                }
            }
        }
        try Console.output.write(paths: lines)
    }
}
