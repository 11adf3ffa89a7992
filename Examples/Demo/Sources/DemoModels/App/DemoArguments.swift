/// The command-line arguments of the demo app.
public struct DemoArguments: Sendable, Equatable {
    /// The bugs to switch on.
    public var regressions = DemoRegressions.none
    /// Whether to print every event.
    public var isVerbose = false
    /// Whether to print the tracking plan and do nothing else.
    public var wantsPlan = false
    /// Whether to print the help and do nothing else.
    public var wantsHelp = false

    /// An error in the command line.
    public struct UsageError: Error, Equatable, CustomStringConvertible {
        /// The message that says which argument is wrong.
        public let description: String
    }

    /// The usage of the demo, on one line.
    public static let usage = "usage: trackproof-demo-app [--regressions LIST] [--verbose] [--plan] [--help]"

    /// The help text, which explains each argument.
    public static let help = """
        \(usage)

        Walks through a small app as a person would, and tracks the events.

          --regressions LIST  switch on bugs: \(names), or all
          --verbose           print every event to standard error
          --plan              print the app's tracking plan
          --help              print this help
        """

    private static let names = DemoRegressions.Kind.allCases.map(\.rawValue).joined(separator: ",")

    /// Parses `arguments`, which do not include the program's name.
    public init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--verbose": isVerbose = true
            case "--plan": wantsPlan = true
            case "--help", "-h": wantsHelp = true
            case "--regressions":
                guard let list = rest.popFirst() else {
                    throw UsageError(description: "--regressions needs a list")
                }
                try switchOn(list)
            case _ where argument.hasPrefix("--regressions="):
                try switchOn(String(argument.dropFirst("--regressions=".count)))
            default: throw UsageError(description: "unknown argument '\(argument)'")
            }
        }
    }

    private mutating func switchOn(_ list: String) throws(UsageError) {
        if list == "all" {
            regressions = .all
            return
        }
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = DemoRegressions.Kind(rawValue: String(name)) else {
                throw UsageError(description: "unknown regression '\(name)', expected any of \(Self.names), or all")
            }
            regressions = regressions.union(DemoRegressions(kind))
        }
    }
}
