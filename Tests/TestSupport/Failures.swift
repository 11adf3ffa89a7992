/// Returns the message of the error that `body` throws, or `nil` if `body` throws no error.
package func message<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
