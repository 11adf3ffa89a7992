/// The assignment of rows to columns with the smallest total cost.
///
/// The Hungarian method with potentials, row by row (H. W. Kuhn, 1955; J. Munkres, 1957): time O(rows² × columns).
enum Assignment {
    /// The column of each row, or nil; a cost of nil forbids the pair. As many pairs as possible are made, and of all
    /// such assignments the cheapest. Costs are from 0 to 2⁵⁰.
    static func minimal(rows: Int, columns: Int, cost: (Int, Int) -> Int64?) -> [Int?] {
        if rows > columns {
            let transposed = minimal(rows: columns, columns: rows) { cost($1, $0) }
            var result = [Int?](repeating: nil, count: rows)
            for (column, row) in transposed.enumerated() { if let row { result[row] = column } }
            return result
        }
        guard rows > 0 else { return [] }
        let costs = (0..<rows).map { row in (0..<columns).map { cost(row, $0) ?? -1 } }
        // A forbidden pair costs more than all others together, so that as few as possible are made; then they are
        // undone.
        let forbidden = (costs.joined().max() ?? 0) * Int64(rows) + 1
        let column = solve(rows: rows, columns: columns) { row, column in
            let cost = costs[row][column]
            return cost < 0 ? forbidden : cost
        }
        return column.enumerated().map { row, column in costs[row][column] < 0 ? nil : column }
    }

    /// The column of each row, where there are at least as many columns as rows.
    private static func solve(rows: Int, columns: Int, cost: (Int, Int) -> Int64) -> [Int] {
        // Rows and columns from 1: 0 stands for "none".
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
