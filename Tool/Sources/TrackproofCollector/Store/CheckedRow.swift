import Foundation
import GRDB
import Trackproof

/// Methods that check the values of a row.
///
/// Other programs can change the store's file, and SQLite accepts a value of any type in a column. The subscripts of
/// `Row` end the process if a value has the wrong type. These methods throw an error instead.
extension Row {
    /// The maximum of all numbers in a store. Sums and products of a few such numbers do not overflow.
    static let maxNumber: Int64 = 1 << 53

    func number(_ index: Int, in range: ClosedRange<Int64> = 0...maxNumber) throws(DatabaseError) -> Int64 {
        guard case .int64(let number) = value(index), range.contains(number) else { throw damaged(index) }
        return number
    }

    func optionalNumber(_ index: Int, in range: ClosedRange<Int64> = 0...maxNumber) throws(DatabaseError) -> Int64? {
        value(index) == .null ? nil : try number(index, in: range)
    }

    func flag(_ index: Int) throws(DatabaseError) -> Bool { try number(index, in: 0...1) == 1 }

    func time(_ index: Int) throws(DatabaseError) -> EventTime {
        let number = try number(index, in: Int64.min...Int64.max)
        guard let time = EventTime(millisecondsSince1970: number) else { throw damaged(index) }
        return time
    }

    func text(_ index: Int) throws(DatabaseError) -> String {
        guard case .string(let text) = value(index) else { throw damaged(index) }
        return text
    }

    func optionalText(_ index: Int) throws(DatabaseError) -> String? {
        value(index) == .null ? nil : try text(index)
    }

    func bytes(_ index: Int) throws(DatabaseError) -> [UInt8] {
        guard case .blob(let data) = value(index) else { throw damaged(index) }
        return Array(data)
    }

    private func value(_ index: Int) -> DatabaseValue.Storage { (self[index] as DatabaseValue).storage }

    private func damaged(_ index: Int) -> DatabaseError {
        DatabaseError(
            resultCode: .SQLITE_CORRUPT, message: "unexpected value in the column `\(Array(columnNames)[index])`")
    }
}

extension Int64 {
    /// Returns the sum of two numbers that are not negative. If the sum is too large, returns the largest number.
    func limitedSum(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}

extension Database {
    /// Runs `body` in a write transaction and returns the value that `body` returns.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        var value: Value?
        try inTransaction(.immediate) {
            value = try body()
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }
}
