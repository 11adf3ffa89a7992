public import ArgumentParser
public import TrackproofSnapshots

extension RecordMode: @retroactive ExpressibleByArgument {
    /// Returns the mode `option`, or the mode from `environment` if `option` is `nil`.
    ///
    /// - Throws: `ValidationError` if an environment variable has an invalid value.
    static func effective(_ option: RecordMode?, environment: [String: String]) throws -> RecordMode {
        if let option { return option }
        do {
            return try effective(in: environment)
        } catch let error as RecordModeError {
            throw ValidationError("\(error)")
        }
    }
}
