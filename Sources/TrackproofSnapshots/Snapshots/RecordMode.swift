/// When a snapshot is written, as swift-snapshot-testing names it.
public enum RecordMode: String, CaseIterable, Sendable {
    /// Every time, whatever was expected.
    case all
    /// Where the recording differs from it.
    case failed
    /// Where there is none yet.
    case missing
    /// Never; a snapshot that is not there is an error.
    case never

    /// The mode that an environment asks for: `TRACKPROOF_RECORD`, else `SNAPSHOT_TESTING_RECORD`, else `never` under
    /// CI and `missing` elsewhere.
    ///
    /// - Throws: ``RecordModeError`` where a variable says something else.
    public static func effective(in environment: [String: String]) throws -> RecordMode {
        for name in ["TRACKPROOF_RECORD", "SNAPSHOT_TESTING_RECORD"] {
            guard let value = environment[name], !value.isEmpty else { continue }
            guard let mode = RecordMode(rawValue: value) else { throw RecordModeError(variable: name, value: value) }
            return mode
        }
        switch environment["CI"] {
        case nil, "", "false", "0": return .missing
        default: return .never
        }
    }
}

/// An environment variable that should say when snapshots are written, and says something else.
public struct RecordModeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The variable's name.
    public let variable: String
    /// What it says.
    public let value: String

    /// What is wrong, in a sentence.
    public var description: String { "\(variable) is '\(value)'; it must be all, failed, missing or never." }
}
