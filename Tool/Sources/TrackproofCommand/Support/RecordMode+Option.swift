public import ArgumentParser
@_spi(Tooling) public import TrackproofSnapshots

extension RecordMode: @retroactive ExpressibleByArgument {
    /// The mode: the option, else what the environment says, which may be bad usage too.
    static func effective(_ option: RecordMode?, environment: [String: String]) throws -> RecordMode {
        if let option { return option }
        do {
            return try effective(in: environment)
        } catch let error as RecordModeError {
            throw ValidationError("\(error)")
        }
    }
}
