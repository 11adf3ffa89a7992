internal import ArgumentParser
internal import Foundation

/// When a snapshot is written, as swift-snapshot-testing names it.
enum RecordMode: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// Every time, whatever was expected.
    case all
    /// Where the recording differs from it.
    case failed
    /// Where there is none yet.
    case missing
    /// Never; a snapshot that is not there is an error.
    case never

    /// The mode: the option, else `TRACKPROOF_RECORD`, else `SNAPSHOT_TESTING_RECORD`, else `never` under CI and
    /// `missing` elsewhere.
    static func effective(_ option: RecordMode?, environment: [String: String]) throws -> RecordMode {
        if let option { return option }
        for name in ["TRACKPROOF_RECORD", "SNAPSHOT_TESTING_RECORD"] {
            guard let value = environment[name], !value.isEmpty else { continue }
            guard let mode = RecordMode(rawValue: value) else {
                throw ValidationError("\(name) is '\(value)'; it must be all, failed, missing or never.")
            }
            return mode
        }
        switch environment["CI"] {
        case nil, "", "false", "0": return .missing
        default: return .never
        }
    }
}
