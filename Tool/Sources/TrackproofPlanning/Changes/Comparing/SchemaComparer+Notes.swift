import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension SchemaComparer {
    mutating func compareNotes(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (old, new) = (schemas.oldNode.notes, schemas.newNode.notes)
        if isProbing || old == new { return }
        let places = (old: schemas.oldNode.place, new: schemas.newNode.place)
        if old.description != new.description {
            add(
                .descriptionChanged, place, old: old.description?.text.quotedForDisplay,
                new: new.description?.text.quotedForDisplay, places)
        }
        if old.examples != new.examples {
            add(
                .examplesChanged, place, old: old.examples.count.counted("example"),
                new: new.examples.count.counted("example"), places)
        }
        if old.defaultValue != new.defaultValue {
            add(.defaultChanged, place, old: old.defaultValue?.words, new: new.defaultValue?.words, places)
        }
        if old.isDeprecated != new.isDeprecated {
            add(new.isDeprecated ? .deprecated : .noLongerDeprecated, place, places)
        }
    }

    mutating func compareExemptions(_ schemas: SchemaPair, _ place: ComparisonPlace) {
        let (old, new) = (schemas.oldNode.notes.exemptions, schemas.newNode.notes.exemptions)
        if old == new { return }
        let places = (old: schemas.oldNode.place, new: schemas.newNode.place)
        for id in old.subtracting(new).sorted() {
            add(.exemptionRemoved, place, old: id, places, failure: FindingID(rawValue: id).map { .finding($0) })
        }
        for id in new.subtracting(old).sorted() { add(.exemptionAdded, place, new: id, places) }
    }
}
