import ArgumentParser
import Trackproof
import TrackproofConsole
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots

struct PlanShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a tracking plan, or one event of it.",
        discussion: """
            Prints a table for a terminal, Markdown or HTML for people, or JSON Schema (draft 2020-12) for other \
            tools. The format json-schema has one line for each event: a schema for the event's parameters.

            EXAMPLES
              trackproof plan show
              trackproof plan show purchase
              trackproof plan show --format html > plan.html
              trackproof plan show purchase --format json-schema
            """)

    @Argument(help: "The event to show (default: all events).")
    var event: String?

    @OptionGroup var plan: PlanOption

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table, markdown, html
        case jsonSchema = "json-schema"
    }

    @Option(help: "How the plan is printed.")
    var format: Format = .table

    func run() throws {
        let path = try plan.found()
        let plan = try PlanFiles(path: path).plan
        let all = plan.eventsAndUser
        let events = try event.map { try [Self.event($0, among: all, path)] } ?? all
        let document = PlanDocument(plan, events: events)
        switch format {
        case .table: try Console.output.write(document.text(style: Console.output.style))
        case .markdown: try Console.output.write(document.markdown)
        case .html: try Console.output.write(foreign: document.html)
        case .jsonSchema:
            for event in events {
                try Console.output.write(foreign: plan.jsonSchema(of: event).json.jsonWithoutLogCommands + "\n")
            }
        }
    }

    private static func event(_ name: String, among events: [PlannedEvent], _ path: String) throws -> PlannedEvent {
        if let event = events.first(where: { $0.name == name }) { return event }
        let question = NameSimilarity.question(about: name, among: events.map(\.name))
        throw CommandError("\(path): the plan has no event \(EventValue.string(name))\(question)", .noInput)
    }
}
