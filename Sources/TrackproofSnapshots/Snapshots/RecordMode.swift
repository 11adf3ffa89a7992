import TrackproofPlatform

/// The mode that decides when a snapshot is written. The modes have the same names as in swift-snapshot-testing.
public enum RecordMode: String, CaseIterable, Sendable {
    /// Every recording updates the snapshot. If there is no snapshot, the recording becomes the snapshot.
    case all
    /// A recording updates the snapshot if it differs from the snapshot.
    ///
    /// If there is no snapshot, the recording becomes the snapshot.
    case failed
    /// If there is no snapshot, the recording becomes the snapshot. An existing snapshot does not change.
    case missing
    /// A recording never changes the snapshot. If there is no snapshot, this is an error.
    case never

    /// Returns the mode that environment variables choose.
    ///
    /// The variable `TRACKPROOF_RECORD` overrules the variable `SNAPSHOT_TESTING_RECORD`. If neither is set, the mode is
    /// `never` in continuous integration, and `missing` elsewhere, see ``CIServer/isRunning(in:)``.
    ///
    /// - Throws: ``RecordModeError`` if the value of a variable is not a mode.
    public static func effective(in environment: [String: String]) throws -> RecordMode {
        for name in [EnvironmentVariable.record, "SNAPSHOT_TESTING_RECORD"] {
            guard let value = environment[name], !value.isEmpty else { continue }
            guard let mode = RecordMode(rawValue: value) else { throw RecordModeError(variable: name, value: value) }
            return mode
        }
        return CIServer.isRunning(in: environment) ? .never : .missing
    }
}

/// The error for an environment variable whose value is not a record mode.
public struct RecordModeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the environment variable.
    public let variable: String
    /// The value of the environment variable.
    public let value: String

    /// A sentence that says what is wrong.
    public var description: String { "\(variable) is '\(value)'; it must be all, failed, missing or never." }
}
