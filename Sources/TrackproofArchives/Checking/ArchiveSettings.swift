public import Trackproof
@_spi(Tooling) public import TrackproofPlans

/// What a check of an archive needs to know besides the plan. All parts of a check have the same settings.
@_spi(Tooling) public struct ArchiveSettings: Sendable, Hashable {
    /// The layout of all files, or `nil` if the first record of each file determines the layout.
    public var layout: LayoutChoice = .detected
    /// The source of the events to check, or `nil` to check the events of all sources. Only recordings have several
    /// sources.
    public var source: EventSource? = .app
    /// The platform of events whose record contains none, or `nil`.
    public var platform: String?
    /// The version of the app of events whose record contains none, or `nil`.
    public var version: AppVersion?
    /// The day of events whose record contains no time, as `YYYY-MM-DD`.
    public var today: String
    /// Whether findings have the places of their events. Rows of a table have no places.
    public var hasPlaces = true
    /// Whether the records are rows that a query engine writes to a pipe, one a line, and in any order.
    ///
    /// No row says anything about the others, so there must be a ``layout`` that is not detected. A row that begins with
    /// `hex ` has the bytes of its record in hexadecimal digits. So a record can contain line breaks, and bytes that
    /// engines replace because they are not UTF-8.
    public var areRows = false

    /// The layout of the files of an archive.
    public enum LayoutChoice: Sendable, Hashable {
        /// The first record of each file determines its layout.
        case detected
        /// Recordings.
        case recording
        /// A layout of a vendor, or of one's own.
        case layout(ArchiveLayout)
    }

    /// Creates settings.
    public init(today: String? = nil) { self.today = today ?? CheckContext().today }
}
