import ArgumentParser
import TrackproofConsole

struct TrackproofCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trackproof",
        abstract: "Test that an app still tracks what it should.",
        discussion: """
            Record what an app tracks, accept it as a snapshot, and compare every later run with it.

            EXAMPLES
              See it work:                   trackproof demo
              Record first, verify later:    trackproof run --snapshot s.json -- ./my-app
              Review what differs:           trackproof accept
              Compare a recording:           trackproof verify r.ndjson --snapshot s.json
              Compare two recordings:        trackproof diff old.ndjson new.ndjson
              See what an SDK really sends:  trackproof collect
              Check a tracking plan:         trackproof plan check r.ndjson
              Check production:              trackproof plan audit 'archive/**/*.gz'
              Merge reports of several runs: trackproof report --from *.json

            EXIT STATUS
              0    everything is as expected        66   a file does not exist
              1    there are differences            70   an internal error occurred
              64   the usage is wrong               73   output cannot be created
              65   a file is invalid; the           74   reading or writing failed
                   message says where
              Otherwise, `run` exits with the status of the command: 128+n for signal n,
              124 after --timeout, 126 if it is not executable, 127 if it is not found.

            INPUT
              Input that cannot be read twice, such as standard input (-) or a pipe, can
              have up to 1024 MB. It is rejected at once if it does not begin as JSON.
              `plan check` and `plan audit` have no such limits. A pipe works only where
              you name it, and not in a folder; if no process writes to it within two
              seconds, that is an error.
            """,
        version: Version.current,
        subcommands: [
            Run.self, Verify.self, Diff.self, Accept.self, Show.self, Collect.self, Plan.self, Mutate.self,
            ReportCommand.self, Demo.self,
        ])
}
