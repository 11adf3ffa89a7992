/// The columns of the CSV files of Amplitude Data that describe rules or people's words.
enum AmplitudeColumn: String, ImportColumn {
    case action = "Action"
    case objectType = "Object Type"
    case objectName = "Object Name"
    case displayName = "Event Display Name"
    case owner = "Object Owner"
    case objectDescription = "Object Description"
    case category = "Event Category"
    case tags = "Tags"
    case eventStatus = "Event Schema Status"
    case source = "Event Source"
    case propertyType = "Property Type"
    case groups = "Property Group Names"
    case property = "Event Property Name"
    case propertyDescription = "Property Description"
    case valueType = "Property Value Type"
    case propertyStatus = "Property Schema Status"
    case required = "Property Required"
    case isArray = "Property Is Array"
    case minLength = "String Property Value Min Length"
    case maxLength = "String Property Value Max Length"
    case isInteger = "Number Is Integer"
    case minimum = "Number Property Value Min"
    case maximum = "Number Property Value Max"
    case uniqueItems = "Array Unique Items"
    case minItems = "Array Min Items"
    case maxItems = "Array Max Items"
    case values = "Enum Values"
    case constant = "Const Value"
    case pattern = "Property Regex"
    case samples = "Sample Values"

    /// The names in the file of user properties and in the older template of the taxonomy.
    var otherNames: [String] {
        switch self {
        case .objectName: ["Event Name"]
        case .objectDescription: ["Trigger + Event Description"]
        case .source: ["Platform"]
        case .property: ["Property Name"]
        default: []
        }
    }
}
