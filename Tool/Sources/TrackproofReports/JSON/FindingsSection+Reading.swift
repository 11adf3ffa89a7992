import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlanning

extension FindingsSection {
    init(_ object: DocumentObject) throws(DocumentError) {
        let tally = try CheckTally(object)
        self.init(
            plan: try object.text("plan"), recordings: try object.texts("recordings"),
            source: EventSource(rawValue: try object.text("source")), failOn: try object.choice("failOn"),
            tally: tally,
            archive: object.value("archive") == nil ? nil : try ArchiveSummary(object.object("archive")))
    }
}
