/// An algorithm that pairs rows with columns so that the sum of the costs of the pairs is as small as possible.
///
/// This is the Hungarian method with potentials, which adds one row after another (H. W. Kuhn, 1955; J. Munkres, 1957).
/// The time is O(rows² × columns).
public enum Assignment {
    /// Returns the index of each row's column, or `nil` for a row without a column.
    ///
    /// The result has as many pairs as possible. Among all results with this number of pairs, it has the smallest sum
    /// of costs.
    ///
    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - columns: The number of columns.
    ///   - cost: A closure that returns the cost of a pair of a row and a column, from 0 to 2⁵⁰, or `nil` to forbid the
    ///     pair.
    public static func minimal(rows: Int, columns: Int, cost: (Int, Int) -> Int64?) -> [Int?] {
        if rows > columns {
            let transposed = minimal(rows: columns, columns: rows) { cost($1, $0) }
            var result = [Int?](repeating: nil, count: rows)
            for (column, row) in transposed.enumerated() { if let row { result[row] = column } }
            return result
        }
        guard rows > 0 else { return [] }
        let costs = (0..<rows).map { row in (0..<columns).map { cost(row, $0) ?? -1 } }
        // A forbidden pair costs more than all allowed pairs of a result together, so that the result has as few
        // forbidden pairs as possible. The last line of this method removes the forbidden pairs.
        let forbidden = (costs.joined().max() ?? 0) * Int64(rows) + 1
        let column = solve(rows: rows, columns: columns) { row, column in
            let cost = costs[row][column]
            return cost < 0 ? forbidden : cost
        }
        return column.enumerated().map { row, column in costs[row][column] < 0 ? nil : column }
    }

    /// Returns the index of each row's column. There must be at least as many columns as rows.
    private static func solve(rows: Int, columns: Int, cost: (Int, Int) -> Int64) -> [Int] {
        // Here, rows and columns are numbered from 1. The number 0 means that there is no row or column.
        var rowPotential = [Int64](repeating: 0, count: rows + 1)
        var columnPotential = [Int64](repeating: 0, count: columns + 1)
        var rowOfColumn = [Int](repeating: 0, count: columns + 1)
        for row in 1...rows {
            rowOfColumn[0] = row
            var column = 0
            var least = [Int64](repeating: .max, count: columns + 1)
            var previous = [Int](repeating: 0, count: columns + 1)
            var isDone = [Bool](repeating: false, count: columns + 1)
            repeat {
                isDone[column] = true
                let current = rowOfColumn[column]
                var (delta, next) = (Int64.max, 0)
                for candidate in 1...columns where !isDone[candidate] {
                    let reduced =
                        cost(current - 1, candidate - 1) - rowPotential[current] - columnPotential[candidate]
                    if reduced < least[candidate] {
                        least[candidate] = reduced
                        previous[candidate] = column
                    }
                    if least[candidate] < delta { (delta, next) = (least[candidate], candidate) }
                }
                for candidate in 0...columns {
                    if isDone[candidate] {
                        rowPotential[rowOfColumn[candidate]] += delta
                        columnPotential[candidate] -= delta
                    } else if candidate > 0 {
                        least[candidate] -= delta
                    }
                }
                column = next
            } while rowOfColumn[column] != 0
            while column != 0 {
                rowOfColumn[column] = rowOfColumn[previous[column]]
                column = previous[column]
            }
        }
        var result = [Int](repeating: 0, count: rows)
        for column in 1...columns where rowOfColumn[column] > 0 { result[rowOfColumn[column] - 1] = column - 1 }
        return result
    }
}
