/// placeholder until the learning lands
public struct LearnedRules: Sendable {
    public let proposals: [SnapshotSettings.Volatile]
    public let unstable: [String]
    public init(from recordings: [Recording], settings: SnapshotSettings) { proposals = []; unstable = [] }
}
