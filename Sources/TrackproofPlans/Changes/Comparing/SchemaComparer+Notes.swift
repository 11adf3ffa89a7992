internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// What schemas say besides the values that they allow.
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
            let found = FindingID(rawValue: id).flatMap { canOccur($0, in: [schemas.new]) ? $0 : nil }
            add(.exemptionRemoved, place, old: id, places, failure: found.map { .finding($0) })
        }
        for id in new.subtracting(old).sorted() {
            add(.exemptionAdded, place, new: id, places, failure: failure(ofExempting: id, in: [schemas.new]))
        }
    }

    /// Returns the failure that a further exemption causes, or `nil` if events fit at least as before.
    ///
    /// With a further exemption, a value fits more schemas. That is too many for `oneOf` and `not`.
    mutating func failure(ofExempting id: String, in schemas: [Int]) -> Failure? {
        guard let id = FindingID(rawValue: id), FindingID.ofParameters.contains(id), hasCombinations(schemas) else {
            return nil
        }
        return .unknown(
            "A value may fit more schemas of a combination with the exemption, which is not compared exactly.")
    }

    private mutating func hasCombinations(_ schemas: [Int]) -> Bool {
        contains(schemas) { !$0.combinations.isEmpty }
    }

    /// Returns whether values of one of some schemas can have a finding.
    mutating func canOccur(_ id: FindingID, in schemas: [Int]) -> Bool {
        contains(schemas) { $0.canFail(id) }
    }

    /// Returns whether a schema, or one inside, fits a condition. The answer is "yes" if there are too many.
    private mutating func contains(_ schemas: [Int], _ fits: (ValueSpace) -> Bool) -> Bool {
        var seen = Set(schemas)
        var open = schemas
        while let index = open.popLast() {
            let space = table.space(of: index)
            if fits(space) || !charge(1) { return true }
            for child in space.children where seen.insert(child).inserted { open.append(child) }
        }
        return false
    }
}

extension ValueSpace {
    /// Returns whether a value can have a finding because of the rules of this space.
    fileprivate func canFail(_ id: FindingID) -> Bool {
        if !combinations.isEmpty { return true }
        return switch id {
        case .missing: !objects.required.isEmpty || !objects.dependents.isEmpty
        case .unplannedParameter: objects.additional == SpaceTable.never
        case .forbidden: isNever
        case .wrongType, .null: types != .all
        case .notInEnum: !listed.isEmpty
        case .pattern: !texts.patterns.isEmpty
        case .format: !texts.formats.isEmpty
        case .range: numbers != NumberSpace()
        case .length: texts.minLength > 0 || texts.maxLength < .max
        case .items:
            lists.minItems > 0 || lists.maxItems < .max || lists.isUnique || objects.minCount > 0
                || objects.maxCount < .max
        case .pii: texts.isSearched
        case .variant: false
        default: true
        }
    }
}
