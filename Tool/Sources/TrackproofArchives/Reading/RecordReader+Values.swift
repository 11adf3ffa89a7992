import Trackproof
import TrackproofJSON
import TrackproofVendors

// Records that are JSON values on any number of lines, or elements of arrays.
extension RecordReader {
    /// Returns the next value, or the next element of an array.
    func nextValue() throws -> Item? {
        while true {
            guard place < filled else {
                if try fill() { continue }
                if damage != nil || depth == 0 { return finish() }
                isFinished = true
                return .unread("the file ends inside an array")
            }
            switch bytes[place] {
            case 0x20, 0x09, 0x0A, 0x0D: place += 1
            case 0x2C where depth > 0:
                place += 1
                let hasElement = arrayState == .afterElement || arrayState == .afterDamage
                arrayState = .afterComma
                if !hasElement { return .skipped("expected an event, found ','", byteCount: 1) }
            case 0x5B where depth == 0:
                (depth, arrayState) = (1, .start)
                place += 1
            case 0x5D where depth == 1:
                if arrayState == .afterComma {
                    // The next call ends the array.
                    arrayState = .afterElement
                    return .skipped("expected an event, found ']'", byteCount: 0)
                }
                depth = 0
                place += 1
                if case .document = form { return try endOfDocument() }
            case let byte where depth > 0 && arrayState == .afterElement:
                // The next call reads the element.
                arrayState = .afterComma
                return .skipped("expected ',' or ']', found \(JSONCursor.describe(byte))", byteCount: 0)
            case let byte:
                arrayState = .afterElement
                return try byte == 0x7B || byte == 0x5B ? object() : scalar()
            }
        }
    }

    /// Reads the rest of a document after the array `events`, and ends the reading.
    private func endOfDocument() throws -> Item? {
        while filled - place <= sizeLimit, try fill() {}
        if damage != nil { return finish() }
        guard filled - place <= sizeLimit else { return unlimited() }
        isFinished = true
        // With this beginning, the rest is an object. It contains the members after the events.
        let rest = Array(#"{"":0"#.utf8) + slice(place, filled)
        place = filled
        return rest.withUnsafeBufferPointer { Self.item(ofRest: $0, isSnapshot: isSnapshot) }
    }

    /// Returns an item if the members after the events are damaged, or if one of them would change the events.
    private static func item(ofRest rest: UnsafeBufferPointer<UInt8>, isSnapshot: Bool?) -> Item? {
        guard let base = rest.baseAddress else { return nil }
        var cursor = JSONCursor(base, from: 0, to: rest.count, isFinal: true)
        var (hasSecondList, hasCommon, hasVersion) = (false, false, isSnapshot ?? false)
        do throws(JSONFailure) {
            try ArchiveLayout.names(&cursor) { (cursor, name) throws(JSONFailure) in
                if name == "events" { hasSecondList = true }
                if name == "common" { hasCommon = isSnapshot != nil }
                if name == "snapshot" { hasVersion = true }
                try cursor.skipValue()
            }
            cursor.skipWhitespace()
            guard cursor.position == cursor.end else {
                throw JSONFailure(at: cursor.position, "expected the end of the file")
            }
        } catch {
            return .unread(
                "after the list \"events\": \(error.message); the rest of the file was not read")
        }
        if hasSecondList { return .unread("the file has a second list \"events\", which was not read") }
        return hasCommon && hasVersion
            ? .unread("in a pipe or a gzip file, the member \"common\" must come before \"events\"") : nil
    }

    /// Returns the bytes of a value that is not an object or an array.
    ///
    /// The value ends before the next comma, bracket, brace or white space.
    private func scalar() throws -> Item? {
        var scanned = 0
        var isInText = false
        while true {
            while place + scanned < filled {
                let byte = bytes[place + scanned]
                switch byte {
                case 0x22: isInText.toggle()
                case 0x5C where isInText: scanned += 1
                case 0x2C where !isInText, 0x5B where !isInText && scanned > 0, 0x5D where !isInText && scanned > 0,
                    0x7B where !isInText && scanned > 0, 0x20 where !isInText, 0x09 where !isInText,
                    0x0A where !isInText, 0x0D where !isInText:
                    scanned = max(scanned, 1)
                    defer { place += scanned }
                    return .record(slice(place, place + scanned))
                default: break
                }
                scanned += 1
                if scanned > sizeLimit { return unlimited() }
            }
            if try !fill() {
                if damage != nil { return finish() }
                let end = filled
                defer { place = end }
                return .record(slice(place, end))
            }
        }
    }

    private func unlimited() -> Item {
        isFinished = true
        return .unread(
            "a record must not be larger than \(sizeLimit >> 20) MiB; the rest of the file was not read")
    }

    /// Returns the bytes of the object or array that starts at `place`.
    private func object() throws -> Item? {
        var scanned = 0
        var level = 0
        var isInText = false
        while true {
            while place + scanned < filled {
                let byte = bytes[place + scanned]
                scanned += 1
                switch byte {
                case 0x22: isInText.toggle()
                case 0x5C where isInText:
                    // The character after a backslash can be a quote that does not end the text. If this character is
                    // not in the buffer yet, the loop reads more bytes and continues from the backslash.
                    if place + scanned == filled {
                        scanned -= 1
                        if try fill() { continue }
                        return cut()
                    }
                    scanned += 1
                case 0x0A where isInText, 0x0D where isInText:
                    // JSON does not allow a line break in a text, so a quote is missing. The next record can begin on
                    // the next line.
                    arrayState = .afterDamage
                    defer { place += scanned }
                    return .record(slice(place, place + scanned))
                case 0x7B where !isInText, 0x5B where !isInText: level += 1
                case 0x7D where !isInText, 0x5D where !isInText:
                    level -= 1
                    if level == 0 {
                        defer { place += scanned }
                        let value = slice(place, place + scanned)
                        guard value.first == 0x5B, value.contains(0x7B) else { return .record(value) }
                        return .unread(
                            "expected an event, found an array of objects, which was not read")
                    }
                default: break
                }
                if scanned > sizeLimit { return unlimited() }
            }
            if try !fill() { return cut() }
        }
    }

    private func cut() -> Item? {
        if damage != nil { return finish() }
        isFinished = true
        return .unread("the file ends inside an event")
    }
}
