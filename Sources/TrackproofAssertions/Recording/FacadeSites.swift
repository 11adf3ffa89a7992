import TrackproofPlatform

/// The places in the code at which tests have made facades.
///
/// If a place makes a second facade, it is no `static let`, which tests could share. So each of its facades belongs to
/// the test that made it, also if the task of another test uses it, for example to post a notification that an object of
/// this test observes.
enum FacadeSites {
    private struct Place: Hashable {
        let file: String
        let line: UInt
        let column: UInt

        init(_ site: CallSite) { (file, line, column) = ("\(site.filePath)", site.line, site.column) }
    }

    private static let counts = Lock<[Place: Int]>([:])

    /// Notes that a test makes a facade at this place.
    static func note(_ site: CallSite) { counts.withLock { $0[Place(site), default: 0] += 1 } }

    /// Returns whether this place has made more than one facade.
    static func isRepeated(_ site: CallSite) -> Bool { counts.withLock { $0[Place(site), default: 0] > 1 } }
}
