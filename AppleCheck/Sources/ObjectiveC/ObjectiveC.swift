// Makes canImport(ObjectiveC) true.
