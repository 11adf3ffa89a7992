internal import ArgumentParser
internal import Crypto
internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofArchives
@_spi(Tooling) internal import TrackproofPlans
internal import TrackproofPlanning

/// The options that say how the records of an archive are read.
struct ArchiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Where the parts of an event stand: auto, recording, \(vendors), or a YAML file with a layout of your own.
            """, valueName: "layout"))
    var layout = "auto"

    @Option(help: "The events of recordings to check: app, provider:ID or wire:VENDOR.")
    var source = "app"

    @Option(help: "The platform of events that contain none, as the plan names it.")
    var platform: String?

    @Option(help: "The app version of events that contain none, such as 5.2.0.")
    var appVersion: String?

    @Flag(name: .customLong("no-places"), help: "Leave out the places of events, as for the rows of a table.")
    var hasNoPlaces = false

    private static let vendors = ArchiveLayout.vendors.map(\.name).joined(separator: ", ")

    func validate() throws { _ = try PlanFlags.version(appVersion) }

    /// Returns the settings of the check, and a text that differs for different settings.
    func settings() throws -> (settings: ArchiveSettings, words: String) {
        var settings = ArchiveSettings()
        settings.source = EventSource(rawValue: source)
        settings.platform = platform
        settings.version = try PlanFlags.version(appVersion)
        settings.hasPlaces = !hasNoPlaces
        var words = layout
        switch layout {
        case "auto": settings.layout = .detected
        case "recording": settings.layout = .recording
        default:
            if let vendor = ArchiveLayout.vendors.first(where: { $0.name == layout }) {
                settings.layout = .layout(vendor)
            } else {
                let file = try layoutFile()
                settings.layout = .layout(file.layout)
                words = SHA256.hash(data: file.bytes).prefix(8).map { String($0, radix: 16) }.joined(separator: ".")
            }
        }
        let options = [
            "layout \(words)", "source \(source)", platform.map { "platform \($0)" },
            appVersion.map { "version \($0)" },
        ]
        return (settings, options.compactMap(\.self).joined(separator: ", ") + (hasNoPlaces ? ", no places" : ""))
    }

    private func layoutFile() throws -> LayoutFile {
        guard FileManager.default.fileExists(atPath: layout) else {
            throw ValidationError("--layout \(layout): there is no such file; known: auto, recording, \(Self.vendors)")
        }
        return try LayoutFile(path: layout)
    }
}
