/// The mode that decides when a snapshot is written. The modes have the same names as in swift-snapshot-testing.
public enum RecordMode: String, CaseIterable, Sendable {
    /// The snapshot is written every time, whatever it expects.
    case all
    /// The snapshot is written if the recording differs from it, or if there is no snapshot yet.
    case failed
    /// The snapshot is written if there is no snapshot yet.
    case missing
    /// The snapshot is never written. A missing snapshot is an error.
    case never

    /// Returns the mode that an environment asks for.
    ///
    /// `TRACKPROOF_RECORD` comes first, then `SNAPSHOT_TESTING_RECORD`. If neither is set, the mode is `never` under CI
    /// and `missing` elsewhere.
    ///
    /// - Throws: ``RecordModeError`` if the value of a variable is not a mode.
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

/// An error that occurs if the value of an environment variable is not a record mode.
public struct RecordModeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the variable.
    public let variable: String
    /// The value of the variable.
    public let value: String

    /// A sentence that says what is wrong.
    public var description: String { "\(variable) is '\(value)'; it must be all, failed, missing or never." }
}
