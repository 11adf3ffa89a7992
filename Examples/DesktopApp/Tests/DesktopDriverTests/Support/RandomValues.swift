import DesktopDriver

extension SeededGenerator {
    mutating func type(depth: Int = 0) -> DBusType {
        switch Int.random(in: 0..<(depth < 5 ? 18 : 14), using: &self) {
        case 14: return .array(type(depth: depth + 1))
        case 15:
            return .structure((0...Int.random(in: 0...3, using: &self)).map { _ in type(depth: depth + 1) })
        case 16: return .array(.dictionaryEntry(basicType(), type(depth: depth + 1)))
        case 17: return .variant
        default: return basicType()
        }
    }

    private mutating func basicType() -> DBusType {
        let types: [DBusType] = [
            .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .objectPath,
            .signature, .fileDescriptor,
        ]
        return types[Int.random(in: 0..<types.count, using: &self)]
    }

    mutating func value(of type: DBusType, depth: Int = 0) -> DBusValue {
        switch type {
        case .byte: return .byte(.random(in: .min ... .max, using: &self))
        case .boolean: return .boolean(.random(using: &self))
        case .int16: return .int16(.random(in: .min ... .max, using: &self))
        case .uint16: return .uint16(.random(in: .min ... .max, using: &self))
        case .int32: return .int32(.random(in: .min ... .max, using: &self))
        case .uint32: return .uint32(.random(in: .min ... .max, using: &self))
        case .int64: return .int64(.random(in: .min ... .max, using: &self))
        case .uint64: return .uint64(.random(in: .min ... .max, using: &self))
        case .double: return .double(.random(in: -1e300...1e300, using: &self))
        case .fileDescriptor: return .fileDescriptor(.random(in: .min ... .max, using: &self))
        case .string: return .string(text(["a", "é", "\n", "語", "🎬", " "], upTo: 20))
        case .objectPath: return .objectPath("/" + text(["a", "Z", "_", "0"], upTo: 3) + "x/y")
        case .signature: return .signature(self.type(depth: 3).text)
        case .variant: return .variant(value(of: self.type(depth: depth + 2), depth: depth + 2))
        case .array(let element):
            let count = Int.random(in: 0...4, using: &self)
            return .array(element, (0..<count).map { _ in value(of: element, depth: depth + 1) })
        case .structure(let types): return .structure(types.map { value(of: $0, depth: depth + 1) })
        case .dictionaryEntry(let key, let content):
            return .dictionaryEntry(value(of: key, depth: depth + 1), value(of: content, depth: depth + 1))
        }
    }

    private mutating func text(_ alphabet: [String], upTo limit: Int) -> String {
        (0..<Int.random(in: 0...limit, using: &self))
            .map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &self)] }.joined()
    }

    mutating func message() -> DBusMessage {
        let kinds: [DBusMessage.Kind] = [.call, .answer, .error, .signal]
        var message = DBusMessage(kinds[Int.random(in: 0..<4, using: &self)])
        message.serial = .random(in: 1 ... .max, using: &self)
        message.expectsAnswer = .random(using: &self)
        if Bool.random(using: &self) { message.path = "/a/b" }
        if Bool.random(using: &self) { message.interface = "org.example.Interface" }
        if Bool.random(using: &self) { message.member = "Member" }
        if Bool.random(using: &self) { message.errorName = "org.example.Error" }
        if Bool.random(using: &self) { message.answeredSerial = .random(in: 1 ... .max, using: &self) }
        if Bool.random(using: &self) { message.destination = ":1.7" }
        if Bool.random(using: &self) { message.sender = "org.example" }
        message.body = (0..<Int.random(in: 0...4, using: &self)).map { _ in value(of: type()) }
        return message
    }
}
