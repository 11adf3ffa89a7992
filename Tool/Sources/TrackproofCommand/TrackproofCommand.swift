internal import ArgumentParser

struct TrackproofCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trackproof",
        abstract: "Proof that an app still tracks what it should.",
        discussion: """
            Record what an app tracks, accept it as a snapshot, and let every later run be compared with it.

            EXAMPLES
              See it work:                   trackproof demo
              Record first, verify later:    trackproof run --snapshot s.json -- ./my-app
              Review what differs:           trackproof accept
              Compare a recording:           trackproof verify r.ndjson --snapshot s.json
              Compare two recordings:        trackproof diff old.ndjson new.ndjson
              See what an SDK really sends:  trackproof collect

            EXIT STATUS
              0    all as expected                  66   a file that is not there
              1    differences                      70   a defect of trackproof itself
              64   bad usage                        73   output that cannot be created
              65   a file that cannot be            74   reading or writing failed
                   understood; says where
              `run` else passes on the command's own status: 128+n for a signal, 124
              after --timeout, 126 not executable, 127 not found.

            INPUT
              What cannot be read twice, such as standard input (-) or a pipe, is read up
              to 1024 MB. It is refused at once if it does not begin as JSON, or if more
              than 1 MB of white space comes first.
            """,
        version: Version.current,
        subcommands: [Run.self, Verify.self, Diff.self, Accept.self, Show.self, Collect.self, Demo.self])

    /// Returns whether an error is ordinary: a request for help, a mistake in usage, or a command's own status.
    static func isOrdinary(_ error: any Error) -> Bool {
        if error is ExitCode || error is CleanExit || error is ValidationError { return true }
        // The other errors of ArgumentParser are not public. They are recognized by their module.
        return String(reflecting: type(of: error)).hasPrefix("ArgumentParser.")
    }
}

enum Version {
    static let current = "0.1.0"
}
