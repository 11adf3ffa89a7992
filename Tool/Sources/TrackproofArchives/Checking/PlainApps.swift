import Trackproof
import TrackproofText

/// The apps that sent the events: pairs of version and platform. Each app has a number.
struct PlainApps {
    /// A pair of version and platform.
    struct App {
        let version: String
        let platform: String
    }

    /// A version and a platform as a record spells them, in UTF-8.
    private struct Spelling {
        let version: [UInt8]
        let platform: [UInt8]
        let app: Int
    }

    /// The maximum number of apps, and of different spellings.
    static let limit = 1 << 15

    /// The version and the platform of events whose records do not contain them.
    private let usual: App
    private var apps: [App] = []
    private var numbers: [ExactText: Int] = [:]
    private var spellings: [Spelling] = []
    /// The index of a spelling for each value of ``slot(_:_:)``, or -1. Most events have a spelling of this cache. A
    /// search in ``numbers`` would create strings for each event.
    private var cache: [Int32]

    /// Creates a table without apps.
    init(usualVersion: String, usualPlatform: String) {
        usual = App(version: usualVersion, platform: usualPlatform)
        cache = Array(repeating: -1, count: 1 << 10)
    }

    subscript(number: Int) -> App { apps[number] }

    /// Returns the number of an app, or `nil` if there are too many apps.
    ///
    /// - Parameters:
    ///   - version: The version in UTF-8, or `nil` if the record does not contain it.
    ///   - platform: The platform in UTF-8, or `nil` if the record does not contain it.
    mutating func number(_ version: UnsafeBufferPointer<UInt8>?, _ platform: UnsafeBufferPointer<UInt8>?) -> Int? {
        let slot = Self.slot(version, platform) & (cache.count - 1)
        let known = Int(cache[slot])
        if known >= 0, spellings[known].version.isSame(version), spellings[known].platform.isSame(platform) {
            return spellings[known].app
        }
        guard let app = newNumber(version, platform) else { return nil }
        if spellings.count == Self.limit {
            spellings = []
            for index in cache.indices { cache[index] = -1 }
        }
        cache[slot] = Int32(spellings.count)
        spellings.append(
            Spelling(version: version.map(Array.init) ?? [], platform: platform.map(Array.init) ?? [], app: app))
        return app
    }

    private mutating func newNumber(
        _ versionText: UnsafeBufferPointer<UInt8>?, _ platformText: UnsafeBufferPointer<UInt8>?
    ) -> Int? {
        var version = versionText.map { String(decoding: $0, as: UTF8.self) } ?? ""
        var platform = platformText.map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""
        if version.isEmpty { version = usual.version }
        if platform.isEmpty { platform = usual.platform }
        let name = ExactText(version + "\u{0}" + platform)
        if let known = numbers[name] { return known }
        guard apps.count < Self.limit else { return nil }
        numbers[name] = apps.count
        apps.append(App(version: version, platform: platform))
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
