public import Trackproof

/// The JSON shapes of an event that ``EventReader`` accepts: Trackproof's own shape, and three shapes from blog posts.
public enum EventShape: Sendable {
    /// `{"name": …, "parameters": {…}}`
    case trackproof
    /// `{"type": "screen", "identifier": …, "data": …}`, from "Testing analytics in an iOS app".
    case typeIdentifierData
    /// `{"name": …, "values": {…}}`, from "Automation of testing product analytics in mobile applications".
    case nameValues
    /// `{"eventName": …, "eventParameters": {…}}`, from "Defense Against Analytics Regressions".
    case eventNameParameters

    /// Chooses the shape of a file in which an event has these members. Returns `nil` if the event shows no shape.
    ///
    /// An event without parameters shows no shape if its name has the key `name`. For example, many apps leave
    /// `values` out of an event without parameters.
    public init?(of members: EventParameters) {
        if members["parameters"] != nil {
            self = .trackproof
        } else if members["name"] != nil {
            if members["values"] != nil {
                self = .nameValues
            } else if Self.ownKeys.contains(where: { members[$0] != nil }) {
                self = .trackproof
            } else {
                return nil
            }
        } else if members["identifier"] != nil, members["type"] != nil {
            self = .typeIdentifierData
        } else if members["eventName"] != nil {
            self = .eventNameParameters
        } else {
            self = .trackproof
        }
    }

    /// The keys that only Trackproof's own shape has.
    private static let ownKeys = ["kind", "seq", "source"]

    /// The keys under which apps and vendors store the parameters of an event.
    ///
    /// An event with such a key must also have ``parametersKey``. Otherwise, the parameters would be ignored.
    package static let keysOfParameters: Set = [
        "parameters", "params", "properties", "values", "eventParameters", "data",
    ]

    /// The key for the name of an event in this shape.
    var nameKey: String {
        switch self {
        case .trackproof, .nameValues: "name"
        case .typeIdentifierData: "identifier"
        case .eventNameParameters: "eventName"
        }
    }

    /// The key for the parameters of an event in this shape.
    public var parametersKey: String {
        switch self {
        case .trackproof: "parameters"
        case .typeIdentifierData: "data"
        case .nameValues: "values"
        case .eventNameParameters: "eventParameters"
        }
    }

    /// The names of an event's members in this shape.
    package var memberNames: [String] {
        var kindKey = "kind"
        if case .typeIdentifierData = self { kindKey = "type" }
        return [
            nameKey, kindKey, parametersKey, "user", "source", "seq", "time", "id", "anonymous", "context", "error",
        ]
    }
}

extension RecordedEvent {
    /// Whether the key `parameters` is written for the event.
    ///
    /// An event without parameters needs this key too if it has one of certain unknown keys, such as `recording`.
    /// Without the key `parameters`, ``EventReader`` would mistake the event for an event of a different shape, or for
    /// the header of a recording.
    package var showsParameters: Bool {
        if !event.parameters.isEmpty { return true }
        return unknown.contains { Self.telling.contains($0.name) }
    }

    private static let telling = EventShape.keysOfParameters.union(["eventName", "identifier", "recording", "events"])
}

/// The keys of an event that have a meaning for Trackproof.
enum EventKey: UInt16 {
    case name, parameters, kind, sequence, time, source, id, user, anonymous, context, error
    /// Keys of the shape ``EventShape/typeIdentifierData``.
    ///
    /// The value of `type` is the kind of the event, and `event` means the kind `track`. The value of `data` becomes a
    /// parameter with the name `data`.
    case type, data
    /// A key of Trackproof's own shape, in a file whose shape has a different key for the same content.
    case displaced

    /// Creates the key that the bytes spell, or returns `nil` if the key is unknown.
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ shape: EventShape = .trackproof) {
        if case .trackproof = shape {
            self.init(ownShape: bytes)
        } else {
            self.init(bytes, postShape: shape)
        }
    }

    init?(_ name: String, _ shape: EventShape = .trackproof) {
        var name = name
        guard let key = name.withUTF8({ EventKey($0, shape) }) else { return nil }
        self = key
    }

    @inline(__always)
    private init?(ownShape bytes: UnsafeBufferPointer<UInt8>) {
        func equals(_ word: StaticString) -> Bool {
            for index in 0..<word.utf8CodeUnitCount where bytes[index] != word.utf8Start[index] { return false }
            return true
        }
        switch bytes.count {
        case 2 where equals("id"): self = .id
        case 3 where equals("seq"): self = .sequence
        case 4 where equals("name"): self = .name
        case 4 where equals("kind"): self = .kind
        case 4 where equals("time"): self = .time
        case 4 where equals("user"): self = .user
        case 5 where equals("error"): self = .error
        case 6 where equals("source"): self = .source
        case 7 where equals("context"): self = .context
        case 9 where equals("anonymous"): self = .anonymous
        case 10 where equals("parameters"): self = .parameters
        default: return nil
        }
    }

    private init?(_ bytes: UnsafeBufferPointer<UInt8>, postShape shape: EventShape) {
        switch (shape, String(decoding: bytes, as: UTF8.self)) {
        case (.nameValues, "values"), (.eventNameParameters, "eventParameters"): self = .parameters
        case (.eventNameParameters, "eventName"), (.typeIdentifierData, "identifier"): self = .name
        case (.typeIdentifierData, "type"): self = .type
        case (.typeIdentifierData, "data"): self = .data
        case (.typeIdentifierData, "kind"), (.eventNameParameters, "name"), (.typeIdentifierData, "name"),
            (_, "parameters"):
            self = .displaced
        default: self.init(ownShape: bytes)
        }
    }
}
