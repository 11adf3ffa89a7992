internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

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

    /// Returns why a new exemption can break events of released apps, or `nil` if it cannot break them.
    ///
    /// With a new exemption, a value can fit a schema that it did not fit before. If `oneOf` or `not` contains this
    /// schema, the value can become invalid.
    mutating func failure(ofExempting id: String, in schemas: [Int]) -> Failure? {
        guard let id = FindingID(rawValue: id), FindingID.ofParameters.contains(id), hasCombinations(schemas) else {
            return nil
        }
        return .unknown(
            "With the exemption, a value may fit more schemas of a combination than before. The comparison does not "
                + "determine which schemas.")
    }

    /// Returns whether a schema or one of its inner schemas has combinations, such as `oneOf`.
    ///
    /// Also returns `true` if the search needs more steps than are left.
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
