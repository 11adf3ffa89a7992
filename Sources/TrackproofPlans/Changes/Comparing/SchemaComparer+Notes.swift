internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// Descriptions, examples, default values, deprecations and exemptions of schemas.
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
        for id in new.subtracting(old).sorted() {
            add(.exemptionAdded, place, new: id, places, failure: failure(ofExempting: id, in: [schemas.new]))
        }
    }

    /// Returns the failure that a new exemption causes, or `nil` if all events that fit still fit.
    ///
    /// With a new exemption, a value can fit more schemas. So with `oneOf` or `not`, the value can fit too many
    /// schemas.
    mutating func failure(ofExempting id: String, in schemas: [Int]) -> Failure? {
        guard let id = FindingID(rawValue: id), FindingID.ofParameters.contains(id), hasCombinations(schemas) else {
            return nil
        }
        return .unknown(
            "With the exemption, a value may fit more schemas of a combination than before. The comparison does not "
                + "determine which schemas.")
    }

    /// Returns whether a schema or one of its inner schemas has combinations.
    ///
    /// Also returns `true` if there are too many schemas to search.
    private mutating func hasCombinations(_ schemas: [Int]) -> Bool {
        var seen = Set(schemas)
        var open = schemas
        while let index = open.popLast() {
            let space = table.space(of: index)
            if !space.combinations.isEmpty || !charge(1) { return true }
            for child in space.children where seen.insert(child).inserted { open.append(child) }
        }
        return false
    }
}
