import TrackproofPlatform

/// The functions that turn an ``AnalyticsEvent`` into a name and parameters.
///
/// The parameters come from the type's `Encodable` conformance, which the compiler synthesizes. Unlike reflection, this
/// conformance works even if an app has no reflection metadata. Also, if the type of a property is not `Encodable`, the
/// code does not compile.
@usableFromInline
enum EventEncoder {
    /// Returns the event's name: the converted name of the type, or of the enum's case.
    static func name<E: AnalyticsEvent>(of event: E) -> String {
        let thread = EncodersOfThread.current
        let type = ObjectIdentifier(E.self)
        if let name = thread?.typeName(of: type) { return name }
        let plan = EventTypePlans.plan(of: event)
        if plan.isEnum { return encode(event, name) }
        thread?.keep(EncodingNode(plan), for: type)
        return plan.typeName
    }

    static func parameters(of event: some AnalyticsEvent) -> EventParameters {
        encode(event, parameters)
    }

    private static func encode<E: AnalyticsEvent, Result>(_ event: E, _ read: (EncodingNode) -> Result) -> Result {
        let thread = EncodersOfThread.current
        let type = ObjectIdentifier(E.self)
        var encoder = thread?.take(type) ?? EncodingNode(EventTypePlans.plan(of: event))
        defer {
            encoder.reset()
            // If the event's code has kept a reference to the encoder, the next event gets a new encoder.
            if isKnownUniquelyReferenced(&encoder) { thread?.keep(encoder, for: type) }
        }
        encode(event, to: encoder)
        let result = read(encoder)
        if !encoder.learnedNames.isEmpty {
            let plan = EventTypePlans.learn(type, from: encoder)
            encoder.reset()
            encoder = EncodingNode(plan)
        }
        return result
    }

    /// Encodes `value`, and adds a problem to `encoder` for each value inside it that throws an error.
    ///
    /// - Returns: `false` if `value.encode(to:)` itself threw an error, in the first and in a second attempt.
    @discardableResult
    private static func encode(_ value: some Encodable, to encoder: EncodingNode) -> Bool {
        do {
            try value.encode(to: encoder)
            return true
        } catch {
            return encodeDespiteErrors(value, to: encoder)
        }
    }

    /// Encodes the value again, and leaves out the values inside it that throw an error.
    ///
    /// The first attempt leaves out nothing, so that the type's own `encode(to:)` can catch an error of such a value
    /// and encode something else.
    @inline(never)
    private static func encodeDespiteErrors(_ value: some Encodable, to encoder: EncodingNode) -> Bool {
        encoder.reset()
        encoder.continuesAfterErrors = true
        do {
            try value.encode(to: encoder)
            return true
        } catch {
            encoder.note(error, at: [])
            return false
        }
    }

    private static func name(_ encoded: EncodingNode) -> String {
        encoded.enumCase?.name ?? encoded.rawValue ?? encoded.plan.typeName
    }

    private static func parameters(_ encoded: EncodingNode) -> EventParameters {
        var parameters = content(encoded)
        if !encoded.problems.isEmpty { parameters.note(problems(encoded)) }
        return parameters
    }

    private static func content(_ encoded: EncodingNode) -> EventParameters {
        if let enumCase = encoded.enumCase {
            let parameters = enumCase.node.takeParameters()
            return isSolePayload(parameters, encoded) ? payload(parameters) : parameters
        }
        if encoded.isKeyed { return encoded.takeParameters() }
        // If an enum has strings as raw values, the raw value is the event's name and not a parameter.
        if encoded.rawValue != nil { return EventParameters() }
        switch encoded.takeValue() {
        case nil: return EventParameters()
        case .object(let content)?: return content
        case let value?: return EventParameters([EventParameter("value", value)])
        }
    }

    /// Returns whether the event is an enum case with one associated value without a label, which has the key `_0`.
    private static func isSolePayload(_ parameters: EventParameters, _ encoded: EncodingNode) -> Bool {
        parameters.count == 1 && parameters[0].name == "_0"
            && !encoded.problems.contains { $0.path.count > 1 && $0.path[1] != "_0" }
    }

    /// Returns the parameters of an enum case that has one unlabeled associated value.
    ///
    /// The members of an object become the parameters. Any other value becomes the parameter `value`.
    private static func payload(_ parameters: EventParameters) -> EventParameters {
        if case .object(let content) = parameters[0].value { return content }
        return EventParameters([EventParameter("value", parameters[0].value)])
    }

    /// Returns the problems with paths that begin with the name of a parameter.
    private static func problems(_ encoded: EncodingNode) -> [ParameterProblem] {
        guard encoded.enumCase != nil else { return encoded.problems }
        // In an enum, each path begins with the name of the case. This is the event's name, so this line removes it.
        return encoded.problems.map { ParameterProblem(Array($0.path.dropFirst()), $0.reason) }
    }
}

// The encoding of values that are not events, such as the argument of `.encoding(_:)`.
extension EventEncoder {
    /// The key under which ``EventTypePlans`` stores the plan of the type `Value`.
    ///
    /// `Value` itself cannot be the key. If `Value` is also an event type, `Value` is the key of the plan for events.
    private enum Plain<Value> {}

    static func literal<Value: Encodable>(of value: Value, naming: EventNaming) -> EventLiteral {
        let type = ObjectIdentifier(Plain<Value>.self)
        let plan =
            switch naming {
            case .snakeCase: EventTypePlans.plan(of: type) { EventTypePlan(naming: naming) }
            case .asWritten: EventTypePlan(naming: naming)
            }
        let encoder = EncodingNode(plan)
        let isWhole = encode(value, to: encoder)
        defer { encoder.reset() }
        let (encoded, problems) = (isWhole ? encoder.takeValue() : nil, encoder.problems)
        if case .snakeCase = naming, !encoder.learnedNames.isEmpty { EventTypePlans.learn(type, from: encoder) }
        return EventLiteral(eventValue: encoded, problems: problems)
    }
}

// Events whose own code throws an error. The facade tracks them anyway.
extension EventEncoder {
    /// Creates the event for a value whose `eventName` or `eventParameters` throws an error.
    ///
    /// Each error becomes a problem of the event. If `eventParameters` throws an error, the event has no parameters. If
    /// `eventName` throws an error, the event has the name of its type.
    @usableFromInline
    static func incomplete(_ event: some AnalyticsEvent, _ kind: EventKind) -> Event {
        var problems: [ParameterProblem] = []
        var result = Event("", kind: kind)
        do { result.name = try event.eventName } catch {
            result.name = EventTypePlan(event).typeName
            problems.append(ParameterProblem(["eventName"], error))
        }
        do { result.parameters = try event.eventParameters } catch {
            problems.append(ParameterProblem(["eventParameters"], error))
        }
        result.parameters.note(problems)
        return result
    }
}

/// The encoders that one thread used most recently, at most one for each type of event.
///
/// The thread uses the encoder again for the next event of the same type, so that this event needs neither a lock nor a
/// new encoder. The encoders are in a table, and the address of a type determines the slot of the type's encoder. If
/// two types have the same slot, each new encoder replaces the encoder of the other type, which only costs time. Only
/// the thread itself reads and writes its table.
struct EncodersOfThread {
    private struct Entry {
        var type: ObjectIdentifier
        /// The name of the type's events, or `nil` for an enum, whose events have the names of their cases.
        var typeName: String?
        /// The encoder, or `nil` while it encodes an event.
        ///
        /// During that time, the event's code may track another event of the same type. That event gets a new encoder.
        var encoder: EncodingNode?
    }

    private static let placeBits: UInt64 = 6
    private static let count = 1 << Int(placeBits)
    private let entries: UnsafeMutablePointer<Entry?>

    /// Returns the name of the type's events, or `nil` if the type is an enum or is not in the table.
    func typeName(of type: ObjectIdentifier) -> String? {
        let entry = entries + Self.place(of: type)
        return entry.pointee?.type == type ? entry.pointee?.typeName : nil
    }

    /// Removes and returns the type's encoder, or returns `nil` if this thread keeps no encoder for the type.
    func take(_ type: ObjectIdentifier) -> EncodingNode? {
        let entry = entries + Self.place(of: type)
        return entry.pointee?.type == type ? entry.pointee?.encoder.take() : nil
    }

    /// Keeps an encoder for the next event of the type. No other reference to the encoder may exist.
    func keep(_ encoder: consuming EncodingNode, for type: ObjectIdentifier) {
        let entry = entries + Self.place(of: type)
        if entry.pointee?.type == type {
            entry.pointee?.encoder = encoder
        } else {
            let plan = encoder.plan
            entry.pointee = Entry(type: type, typeName: plan.isEnum ? nil : plan.typeName, encoder: encoder)
        }
    }

    /// Returns the slot of a type. Uses Fibonacci hashing, because the addresses of types share their low bits.
    private static func place(of type: ObjectIdentifier) -> Int {
        let address = UInt64(UInt(bitPattern: type))
        return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> (64 - placeBits))
    }
}

extension EncodersOfThread {
    /// The key under which the system stores each thread's encoders, or `nil` if the process has used up all keys.
    ///
    /// Without a key, a thread keeps no encoders.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, { (entries: Platform.ThreadValue) in free(entries) }) == 0 ? key : nil
    }()

    /// Frees the encoders of a thread that ends.
    private static func free(_ entries: UnsafeMutableRawPointer?) {
        guard let entries = entries?.assumingMemoryBound(to: Entry?.self) else { return }
        entries.deinitialize(count: count)
        entries.deallocate()
    }

    /// The encoders of the calling thread, or `nil` if the system cannot store them.
    static var current: EncodersOfThread? {
        guard let key else { return nil }
        if let entries = pthread_getspecific(key) {
            return EncodersOfThread(entries: entries.assumingMemoryBound(to: Entry?.self))
        }
        let entries = UnsafeMutablePointer<Entry?>.allocate(capacity: count)
        entries.initialize(repeating: nil, count: count)
        guard pthread_setspecific(key, entries) == 0 else {
            entries.deallocate()
            return nil
        }
        return EncodersOfThread(entries: entries)
    }
}
