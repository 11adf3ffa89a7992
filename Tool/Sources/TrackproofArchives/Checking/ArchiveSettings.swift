package import Trackproof
package import TrackproofPlans
package import TrackproofVendors

/// The settings of a check of an archive, such as the layout of its files.
package struct ArchiveSettings: Sendable, Hashable {
    /// The layout of the archive's files. By default, each file has the layout that fits its first record.
    package var layout: LayoutChoice = .detected
    /// The source of the events to check, or `nil` to check the events of all sources.
    ///
    /// The setting affects only recordings, because a recording can contain events of several sources.
    package var source: EventSource? = .app
    /// The platform to assume if a record names no platform, or `nil` if the platform is unknown.
    package var platform: String?
    /// The app version to assume if a record names no version, or `nil` if the version is unknown.
    package var version: AppVersion?
    /// The day to assume if a record contains no time, as `YYYY-MM-DD`.
    package var today: String
    /// Whether a finding contains the file and the record number of its event.
    ///
    /// This is `false` for the rows of a table, because rows have no file and no fixed order.
    package var hasPlaces = true
    /// Whether rows with the same id count once within a part of the archive.
    package var countsRowsOnce = false
    /// Whether the input is a pipe into which a query engine, such as Spark, writes one row of a table per line.
    ///
    /// The rows can arrive in any order, so the first row does not determine the layout. Set ``layout`` to a value
    /// other than ``LayoutChoice/detected``.
    ///
    /// The engine can write a record as `hex ` and hexadecimal digits. It needs this for a record with line breaks, and
    /// for a record with bytes that are not UTF-8, because the engine would replace these bytes.
    package var areRows = false

    /// Whether the check ends with ``VendorRecordsError`` if a file has the records of a vendor. Set ``layout`` to
    /// ``LayoutChoice/detected``.
    package var refusesVendors = false

    /// Whether the check finds out which parts of the plan the events show.
    package var measuresCoverage = false

    /// The layout of the files of an archive.
    package enum LayoutChoice: Sendable, Hashable {
        /// The layout that fits the first record of the file.
        case detected
        /// The format of Trackproof's recordings.
        case recording
        /// The layout of a vendor, or a layout that a user describes in a file.
        case layout(ArchiveLayout)
    }

    /// The times that can be right: from the year 2000 to the end of the day after ``today``.
    ///
    /// A phone with another calendar can send a time of the year 2569 or 8, and a phone without a clock a time of 1970.
    /// The range does not depend on the other events, so the result of a part does not depend on other parts.
    var plausibleTimes: ClosedRange<EventTime> {
        let start = EventTime("2000-01-01T00:00:00Z") ?? .now
        let day = max(start, EventTime("\(today)T00:00:00Z") ?? .now)
        return start...(EventTime(millisecondsSince1970: day.millisecondsSince1970 + 2 * 86_400_000 - 1) ?? day)
    }

    /// Creates settings.
    package init(today: String? = nil) { self.today = today ?? CheckContext().today }
}

/// The error for a file that must be a recording, but has the records of a vendor.
package struct VendorRecordsError: Error {
    package let file: String
    /// The name of the vendor's layout.
    package let vendor: String
}
