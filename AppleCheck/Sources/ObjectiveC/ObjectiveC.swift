// An empty module. It makes canImport(ObjectiveC) true.
