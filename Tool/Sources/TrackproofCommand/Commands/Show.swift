import ArgumentParser
import Foundation
import Trackproof
import TrackproofArchives
import TrackproofSnapshots
import TrackproofConsole

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the events of a recording or snapshot.",
        discussion: """
            EXAMPLES
              trackproof show run.ndjson
              trackproof show Tracking/walk.json --format ndjson | jq .name
              trackproof show run.ndjson --format csv > events.csv
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table, json, ndjson, csv
    }

    @Argument(help: "A recording or snapshot, or - for standard input.")
    var file: String

    @Option(help: "How the events are printed.")
    var format: Format = .table

    func run() throws {
        let events = try EventFile(path: file)
        var printer: any EventPrinter =
            switch format {
            case .table: try TablePrinter(events, style: Console.output.style)
            case .json: JSONPrinter()
            case .ndjson: LinePrinter()
            case .csv: CSVPrinter()
            }
        var text = printer.start
        let truncation = try events.forEach { event in
            text += printer.row(event)
            if text.utf8.count > 1 << 16 {
                try print(text)
                text = ""
            }
        }
        try print(text + printer.end)
        if let truncation {
            Console.note("\(truncation); earlier events were printed")
            try ExitStatus.notUnderstood.end()
        }
    }

    private func print(_ text: String) throws {
        // `TablePrinter` has already escaped the characters in `text` that could control a terminal.
        try format == .table ? Console.output.write(text) : Console.output.write(foreign: text)
    }
}

/// An output format of `trackproof show`, which turns one event at a time into text.
protocol EventPrinter {
    var start: String { get }
    mutating func row(_ event: RecordedEvent) -> String
    var end: String { get }
}
