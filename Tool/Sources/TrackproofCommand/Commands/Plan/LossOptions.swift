import ArgumentParser
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofReports
import TrackproofSnapshots

/// The option for the losses of an import or an export.
struct LossOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file for all losses, one line of JSON each.", valueName: "file"))
    var losses: String?

    var files: [CommandFile] { CommandFile.written("--losses", losses) }

    /// Writes the file of losses if the user named it.
    func write(_ report: ConversionReport) throws {
        guard let losses else { return }
        try AtomicFile.write(report.losses.map { $0.json + "\n" }.joined().utf8, to: losses)
    }

    /// Prints the report to standard error.
    static func show(_ report: ConversionReport) throws {
        for line in report.lines { try Console.error.write(line.displayable + "\n") }
    }
}
