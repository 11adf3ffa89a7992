@_spi(Tooling) internal import TrackproofPlans

/// The limits of the data that an inference keeps.
enum InferenceLimits {
    /// The maximum number of event names.
    static let names = 10_000
    /// The maximum length of a name, in bytes.
    static let nameLength = 200
    /// The maximum number of parameters of an event, and of members of an object.
    static let members = 500
    /// The maximum number of nested arrays and objects. The parameters of an event are the first level.
    static let depth = 8
    /// The maximum number of values that a plan lists for a parameter.
    static let listedValues = 12
    /// The maximum number of values in one event that a check against a plan covers.
    static let checkedValues = 200_000
}

/// The room that is left in the plan's file.
///
/// The file must not be too large for the readers of YAML and JSON. So all names, schemas and listed values share a
/// limited number of bytes.
struct InferenceRoom: Sendable {
    /// The room for a whole plan, in bytes. The reader of YAML accepts 16 MiB.
    static let size = 15 << 20

    private(set) var bytes = Self.size

    /// Reserves room for a name and its schema. Returns `false` if the plan cannot have the name.
    ///
    /// A plan must not have names that look like personal data.
    mutating func take(name: String) -> Bool {
        guard name.utf8.count <= InferenceLimits.nameLength, PersonalData.kind(of: name) == nil else { return false }
        // The longest schema without values takes 600 bytes, and the longest escape of a byte takes four.
        return take(600 + 4 * name.utf8.count)
    }

    /// Reserves room for a value that the plan lists. Returns `false` if there is not enough room.
    mutating func take(value: String) -> Bool {
        // The four extra bytes are for two quotes, a comma and a space.
        take(value.utf8.count + 4)
    }

    private mutating func take(_ size: Int) -> Bool {
        if bytes < size { return false }
        bytes -= size
        return true
    }
}
