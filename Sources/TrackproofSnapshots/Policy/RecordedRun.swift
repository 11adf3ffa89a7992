/// What one run recorded, in memory or in a file of any size.
@_spi(Tooling) public struct RecordedRun: Sendable {
    enum Content: Sendable {
        case events(Recording)
        case file(EventFile)
    }

    let content: Content
    /// Whether the run went well to its end, and everything that it tracked is in it. Only then it can become what is
    /// expected.
    let isWhole: Bool
    /// Is called now and then while a file is compared, on any thread, with the number of events read so far.
    let progress: (@Sendable (Int) -> Void)?

    /// A run whose events are in memory.
    package init(_ recording: Recording, isWhole: Bool = true) {
        content = .events(recording)
        self.isWhole = isWhole
        progress = nil
    }

    /// A run whose events are in a file, which is read into memory only if it has to be.
    public init(_ file: EventFile, isWhole: Bool = true, progress: (@Sendable (Int) -> Void)? = nil) {
        content = .file(file)
        self.isWhole = isWhole
        self.progress = progress
    }

    /// The events in memory.
    func recording() throws -> Recording {
        switch content {
        case .events(let recording): return recording
        case .file(let file):
            var recording = Recording()
            if let truncation = try file.forEach({ recording.events.append($0) }) { throw truncation }
            return recording
        }
    }
}
