import TrackproofPlans

extension Vendor {
    /// Amazon Redshift, which converts the names of columns to lower case.
    ///
    /// Source: Amazon Redshift's guide, "Names and identifiers", "System column names".
    package static let redshift = Vendor(
        name: "redshift",
        destination: .redshift,
        reserved: ReservedNames(parameters: columns, traits: columns, conversion: .lowercase))
}

private let columns: NameList = ["oid", "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]
