import TrackproofPlans

/// The maximum amounts of data that ``PlanInference`` stores.
enum InferenceLimits {
    /// The maximum number of different names of events.
    static let names = 10_000
    /// The maximum length of a name of an event, a parameter or a property, in bytes.
    static let nameLength = 200
    /// The maximum number of parameters of an event, and of members of an object.
    static let members = 500
    /// The maximum depth of nested arrays and objects. The parameters of an event are the first level.
    static let depth = 8
    /// The maximum number of values that an inferred plan lists for a parameter.
    static let listedValues = 12
    /// The maximum number of values in an event. If an event has more, a check can reach its limit of steps.
    static let checkedValues = 200_000
}

/// The number of bytes that an inferred plan can still grow before its file is too large.
///
/// All names, schemas and listed values of the plan share these bytes. Without a limit, the readers of plans could
/// reject the file as too large.
struct InferenceRoom: Sendable {
    /// The maximum size of the plan, in bytes. A YAML file of a plan may have at most 16 MiB.
    static let size = 15 << 20

    private(set) var bytes = Self.size

    /// Reserves room for a name and its schema. Returns `false` if the plan cannot contain the name.
    ///
    /// A plan cannot contain a name that is too long, a name that looks like personal data, or more names than it has
    /// room for.
    mutating func take(name: String) -> Bool {
        guard name.utf8.count <= InferenceLimits.nameLength, PersonalData.kind(of: name) == nil else { return false }
        // A schema without listed values has at most 600 bytes. An escaped byte of a name has at most four bytes.
        return take(600 + 4 * name.utf8.count)
    }

    /// Reserves room for a value that the plan lists. Returns `false` if there is not enough room left.
    mutating func take(value: String) -> Bool {
        // A long list has one value on each line, after at most 38 spaces, a dash and a space. A value can have quotes.
        take(value.utf8.count + 43)
    }

    private mutating func take(_ size: Int) -> Bool {
        if bytes < size { return false }
        bytes -= size
        return true
    }
}
