/// The first error of several steps. After an error, the remaining steps are tried too.
struct FirstError {
    private(set) var error: (any Error)?

    /// Tries a step.
    mutating func attempt(_ step: () throws -> Void) {
        do { try step() } catch { self.error = self.error ?? error }
    }

    /// Throws the first error, if there was one.
    func rethrow() throws {
        if let error { throw error }
    }
}
