public import Trackproof
@_spi(Tooling) public import TrackproofPlans

/// What a check of an archive needs to know besides the plan. All parts of a check have the same settings.
@_spi(Tooling) public struct ArchiveSettings: Sendable, Hashable {
    /// The layout of all files. By default, the first record of each file determines the layout of the file.
    public var layout: LayoutChoice = .detected
    /// The source of the events to check, or `nil` to check the events of all sources.
    ///
    /// Only recordings have several sources.
    public var source: EventSource? = .app
    /// The platform of events whose records do not name a platform, or `nil` if it is unknown.
    public var platform: String?
    /// The app version of events whose records do not name a version, or `nil` if it is unknown.
    public var version: AppVersion?
    /// The day of events whose records do not contain a time, as `YYYY-MM-DD`.
    public var today: String
    /// Whether findings have the places of their events. Rows of a table have no places.
    public var hasPlaces = true
    /// Whether the records are rows that a query engine writes to a pipe, one row on each line, in any order.
    ///
    /// Because of this order, no row is a first record from which to detect a layout. So ``layout`` must not be
    /// ``LayoutChoice/detected``. A row that begins with `hex ` contains the bytes of its record as hexadecimal digits.
    /// So a record can contain line breaks, and bytes that are not UTF-8, which engines would otherwise replace.
    public var areRows = false

    /// The layout of the files of an archive.
    public enum LayoutChoice: Sendable, Hashable {
        /// The first record of each file determines its layout.
        case detected
        /// Recordings.
        case recording
        /// The layout of a vendor, or a layout that a user describes in a file.
        case layout(ArchiveLayout)
    }

    /// Whether the user has named the layout of a vendor, or described a layout.
    var hasNamedLayout: Bool { if case .layout = layout { true } else { false } }

    /// Creates settings.
    public init(today: String? = nil) { self.today = today ?? CheckContext().today }
}
