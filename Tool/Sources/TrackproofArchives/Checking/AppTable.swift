import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofVendors

/// The apps that sent the events: pairs of version and platform. Each app has a number.
struct AppTable {
    /// A pair of version and platform, and the context of a check of the app's events.
    struct App {
        let version: String
        let platform: String
        let context: CheckContext
    }

    /// A version and a platform as a record spells them, in UTF-8, and the number of the app.
    private struct Spelling {
        var version: [UInt8] = []
        var platform: [UInt8] = []
        var app = -1
    }

    private let settings: ArchiveSettings
    private let layout: ArchiveLayout?
    private var apps: [App] = []
    private var numbers: [ExactText: Int] = [:]
    /// The last spelling for each value of ``slot(_:_:)``. Most events have one of these spellings. A search in
    /// ``numbers`` would create strings for each event.
    private var spellings = Array(repeating: Spelling(), count: 1 << 10)

    /// Creates a table without apps.
    ///
    /// - Parameters:
    ///   - settings: The settings, with the version and the platform of events whose records do not contain them.
    ///   - layout: The layout of the records, or `nil` if they come from a recording.
    init(_ settings: ArchiveSettings, _ layout: ArchiveLayout?) { (self.settings, self.layout) = (settings, layout) }

    /// The number of apps.
    var count: Int { apps.count }

    subscript(number: Int) -> App { apps[number] }

    /// Returns the number of an app.
    ///
    /// - Parameters:
    ///   - version: The version in UTF-8, or `nil` if the record does not contain it.
    ///   - platform: The platform in UTF-8, or `nil` if the record does not contain it.
    mutating func number(_ version: UnsafeBufferPointer<UInt8>?, _ platform: UnsafeBufferPointer<UInt8>?) -> Int {
        let slot = Self.slot(version, platform) & (spellings.count - 1)
        let known = spellings[slot].app
        if known >= 0, spellings[slot].version.isSame(version), spellings[slot].platform.isSame(platform) {
            return known
        }
        let (version, platform) = (version.map(Array.init) ?? [], platform.map(Array.init) ?? [])
        let app = number(String(decoding: version, as: UTF8.self), String(decoding: platform, as: UTF8.self))
        spellings[slot] = Spelling(version: version, platform: platform, app: app)
        return app
    }

    private mutating func number(_ spelledVersion: String, _ spelledPlatform: String) -> Int {
        let spelledVersion = spelledVersion.isEmpty ? settings.version?.description ?? "" : spelledVersion
        let version = AppVersion(spelledVersion)?.withoutBuild ?? spelledVersion
        let platform = spelledPlatform.isEmpty ? settings.platform ?? "" : spelledPlatform.lowercased()
        let name = ExactText(version + "\u{0}" + platform)
        if let known = numbers[name] { return known }
        var context = CheckContext(
            platform: platform.isEmpty ? nil : platform, appVersion: version.isEmpty ? nil : AppVersion(version),
            today: settings.today)
        context.ignored = layout?.ownNames ?? []
        context.areTypesLost = layout?.areTypesLost ?? false
        numbers[name] = apps.count
        apps.append(App(version: version, platform: platform, context: context))
        return apps.count - 1
    }

    private static func slot(_ version: UnsafeBufferPointer<UInt8>?, _ platform: UnsafeBufferPointer<UInt8>?) -> Int {
        // Source for this hash (FNV-1a): https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
        var hash: UInt32 = 2_166_136_261
        if let version { for byte in version { hash = (hash ^ UInt32(byte)) &* 16_777_619 } }
        hash = (hash ^ 0xFF) &* 16_777_619
        if let platform { for byte in platform { hash = (hash ^ UInt32(byte)) &* 16_777_619 } }
        return Int(hash ^ hash >> 16)
    }
}

extension [UInt8] {
    fileprivate func isSame(_ other: UnsafeBufferPointer<UInt8>?) -> Bool {
        guard let other else { return isEmpty }
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { own in
            for index in 0..<own.count where own[index] != other[index] { return false }
            return true
        }
    }
}
