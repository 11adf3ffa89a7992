import Testing

@Suite("Bad usage exits 64 and says why", .timeLimit(.minutes(15)))
struct UsageTests {
    @Test(arguments: [
        ("run", "Error: Expected a command to run after --. For example: trackproof run -- swift test"),
        ("run --", "Error: Expected a command to run after --. For example: trackproof run -- swift test"),
        ("run true", "Error: Expected a command to run after --. For example: trackproof run -- swift test"),
        ("run --bogus -- true", "Error: Unknown option '--bogus'"),
        ("run --timeout 0 -- true", "Error: --timeout must be a positive number of seconds."),
        ("run --timeout -1 -- true", "Error: --timeout must be a positive number of seconds."),
        ("run --runs -1 -- true", "Error: --runs must be a number from 1 to 100."),
        ("collect --keep-events -1", "Error: --keep-events must be a positive number."),
        ("collect --keep-days -1", "Error: --keep-days must be a positive number of days."),
        ("collect --keep-days nan", "Error: --keep-days must be a positive number of days."),
        ("collect --keep-days inf --tls", "Error: --keep-days must be a positive number of days."),
        ("collect --keep-days -1e300", "Error: --keep-days must be a positive number of days."),
        ("collect --keep-megabytes 9223372036854775807", "Error: --keep-megabytes must be a positive number."),
        ("collect --keep-megabytes -9223372036854775808", "Error: --keep-megabytes must be a positive number."),
        (
            "collect --request-seconds 9223372036854775807",
            "Error: --request-seconds must be a number of seconds from 1 to 86400."
        ),
        ("collect --reply-seconds 0", "Error: --reply-seconds must be a number of seconds from 1 to 86400."),
        ("collect --port -1", "Error: --port must be a number from 0 to 65535."),
        ("run --timeout nan -- true", "Error: --timeout must be a positive number of seconds."),
        (
            "run --snapshot - -- true",
            "Error: Standard input belongs to the command: --snapshot and --recording need a file, not -."
        ),
        (
            "run --recording - -- true",
            "Error: Standard input belongs to the command: --snapshot and --recording need a file, not -."
        ),
        ("run --runs 0 -- true", "Error: --runs must be a number from 1 to 100."),
        ("run --runs 101 --record all --snapshot s -- true", "Error: --runs must be a number from 1 to 100."),
        ("run --runs 2 --record all -- true", "Error: --runs needs --snapshot and --record all."),
        ("run --runs 2 --record missing --snapshot s -- true", "Error: --runs needs --snapshot and --record all."),
        (
            "run --runs 2 --record all --snapshot s --report json -- true",
            "Error: --runs cannot be combined with --recording, --report, --collect, --plan or --unused-snapshots."
        ),
        (
            "run --runs 2 --record all --snapshot s --recording r -- true",
            "Error: --runs cannot be combined with --recording, --report, --collect, --plan or --unused-snapshots."
        ),
        (
            "run --runs 2 --record all --snapshot s --unused-snapshots -- true",
            "Error: --runs cannot be combined with --recording, --report, --collect, --plan or --unused-snapshots."
        ),
        (
            "run --record sometimes -- true",
            "Error: The value 'sometimes' is invalid for '--record <record>'. "
                + "Please provide one of 'all', 'failed', 'missing' or 'never'."
        ),
        (
            "run --bridge pigeon -- true",
            "Error: The value 'pigeon' is invalid for '--bridge <bridge>'. "
                + "Please provide one of 'tcp' and 'file'."
        ),
        ("verify", "Error: Missing expected argument '<recording>'"),
        ("verify r.ndjson", "Error: Missing expected argument '--snapshot <file>'"),
        ("verify - --snapshot -", "Error: Standard input can be one of the two files, not both."),
        (
            "verify r.ndjson --snapshot s.json --report pdf",
            "Error: The value 'pdf' is invalid for '--report <kind[=file]>'. "
                + "Please provide one of the following:"
        ),
        (
            "verify r.ndjson --snapshot s.json --report junit=",
            "Error: The value 'junit=' is invalid for '--report <kind[=file]>'. "
                + "Please provide one of the following:"
        ),
        (
            "verify r.ndjson --snapshot s.json --order loose",
            "Error: The value 'loose' is invalid for '--order <order>'. Please provide one of 'any' and 'strict'."
        ),
        ("diff one", "Error: Missing expected argument '<new>'"),
        ("diff - -", "Error: Standard input can be one of the two files, not both."),
        ("accept a b --snapshot s.json", "Error: --snapshot needs exactly one recording."),
        ("accept --snapshot s.json", "Error: --snapshot needs exactly one recording."),
        ("accept r.ndjson --snapshot -", "Error: Standard input cannot be the snapshot."),
        ("show", "Error: Missing expected argument '<file>'"),
        ("bogus", "Error: Unexpected argument 'bogus'"),
        ("''", "Error: The first argument is empty."),
        ("plan check r --platform ''", "Error: The argument after '--platform' is empty."),
        ("run --plan p.yaml --platform '' -- echo ''", "Error: The argument after '--platform' is empty."),
        ("verify r --snapshot s.json --source ''", "Error: The argument after '--source' is empty."),
        ("demo --output ''", "Error: The argument after '--output' is empty."),
    ])
    func badUsageIsRefusedWithAReason(arguments: String, message: String) async throws {
        let place = try Workplace()
        let outcome = try await place.shell("trackproof \(arguments)")
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors.split(separator: "\n").first.map(String.init) == message)
        #expect(outcome.errors.contains("Usage: trackproof"))
        #expect(try place.names() == ["tmp"])
    }

    @Test(arguments: ["TRACKPROOF_RECORD", "SNAPSHOT_TESTING_RECORD"])
    func recordModeOfTheEnvironmentIsChecked(name: String) async throws {
        let outcome = try await Workplace().trackproof("run", "--", "echo", "ran", environment: [name: "often"])
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.hasPrefix("Error: \(name) is 'often'; it must be all, failed, missing or never.\n"))
    }
}
