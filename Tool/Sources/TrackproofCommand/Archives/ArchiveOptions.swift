import ArgumentParser
import Foundation
import Trackproof
import TrackproofArchives
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofVendors

/// The options that say which events a check takes, and what it assumes about them.
struct EventOptions: ParsableArguments {
    @Option(help: "The source of the events to check in recordings: app, provider:ID or wire:VENDOR.")
    var source = "app"

    @Option(help: "The platform to assume, such as ios, if a record contains no platform.")
    var platform: String?

    @Option(help: "The app version to assume, such as 5.2.0, if a record contains no app version.")
    var appVersion: String?

    func validate() throws { _ = try PlanFlags.version(appVersion) }

    /// Returns the settings of a check of events with these options.
    func settings(today: String? = nil) throws -> ArchiveSettings {
        var settings = ArchiveSettings(today: today)
        settings.source = EventSource(rawValue: source)
        settings.platform = platform?.lowercased()
        settings.version = try PlanFlags.version(appVersion)
        return settings
    }

    /// The options to pass to another process that checks a part of the events.
    var words: [String] {
        ["--source", source] + (platform.map { ["--platform", $0] } ?? [])
            + (appVersion.map { ["--app-version", $0] } ?? [])
    }
}

/// The option that says which layout the records of an archive have.
struct LayoutOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The layout of the records: auto, recording, \(vendors), or a YAML file with your own layout.
            """, valueName: "layout"))
    var layout = "auto"

    private static let vendors = ArchiveLayout.vendors.map(\.name).joined(separator: ", ")

    /// Returns the layout, and words that differ for different layouts.
    func choice() throws -> (layout: ArchiveSettings.LayoutChoice, words: String) {
        switch layout {
        case "auto": return (.detected, layout)
        case "recording": return (.recording, layout)
        default:
            if let vendor = ArchiveLayout(named: layout) { return (.layout(vendor), layout) }
            let file = try file()
            let hash = SHA256.hash(file.bytes).prefix(8).map { String($0, radix: 16) }.joined(separator: ".")
            return (.layout(file.layout), hash)
        }
    }

    /// The path of the user's layout file, or `nil` if the layout is a vendor's, `auto` or `recording`.
    var path: String? {
        let isKnown = ["auto", "recording"].contains(layout) || ArchiveLayout(named: layout) != nil
        return isKnown ? nil : layout
    }

    private func file() throws -> LayoutFile {
        guard FileStatus(ofTarget: layout) != nil else {
            throw ValidationError(
                "--layout \(layout): there is no such file; known layouts: auto, recording, \(Self.vendors)")
        }
        return try LayoutFile(path: layout)
    }
}

/// The options that say how a check reads the records of an archive.
struct ArchiveOptions: ParsableArguments {
    @OptionGroup var records: LayoutOption

    @Flag(name: .customLong("no-places"), help: "Do not report in which file and record a finding occurs.")
    var hasNoPlaces = false

    @Flag(help: "Count each row, even if an earlier row has the same id.")
    var keepDuplicates = false

    /// The day to assume for events without a time. All processes of a check get the same day, even after midnight.
    @Option(help: .hidden) var today: String?

    @Flag(help: .hidden) var rows = false

    func validate() throws {
        if rows, ["auto", "recording"].contains(records.layout) {
            throw ValidationError("--rows needs --layout with a layout other than auto and recording.")
        }
    }

    /// Returns the settings of the check, and the origin of its results. Different settings have different origins, but
    /// the day is not part of the origin: an event without a time counts as an event of the day on which it was checked.
    func settings(
        for plan: PlanFiles, _ events: EventOptions
    ) throws -> (settings: ArchiveSettings, origin: PartialResult.Origin) {
        var settings = try events.settings(today: today)
        settings.hasPlaces = !hasNoPlaces && !rows
        settings.areRows = rows
        settings.measuresCoverage = true
        settings.countsRowsOnce = !keepDuplicates
        let words: String
        (settings.layout, words) = try records.choice()
        let options = [
            "layout \(words)", settings.platform.map { "platform \($0)" }, settings.version.map { "version \($0)" },
            hasNoPlaces ? "no places" : nil, keepDuplicates ? "duplicates" : nil,
        ]
        let origin = PartialResult.Origin(
            tool: Version.current, plan: plan.hash, source: EventSource(rawValue: events.source),
            settings: options.compactMap(\.self).joined(separator: ", "))
        return (settings, origin)
    }

    /// The options to pass to another process that checks a part of the archive. The layout file is not among them.
    var words: [String] {
        (records.path == nil ? ["--layout", records.layout] : []) + (hasNoPlaces ? ["--no-places"] : [])
            + (keepDuplicates ? ["--keep-duplicates"] : [])
    }
}

extension PlanFiles {
    /// The hash of the compiled plan. Comments and formatting in the plan's files do not change it.
    var hash: String { SHA256.hash(Array(json.utf8)).hexadecimal }
}
