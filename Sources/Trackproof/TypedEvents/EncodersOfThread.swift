import TrackproofPlatform

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
