/** More than any possible cost. */
const NEVER = 1e9;

/**
 * The cheapest one-to-one assignment of rows to columns (Kuhn-Munkres): the column of each row, or null for a row that is cheaper
 * alone. `costs` lists each row's cost per column; a cost that is not finite rules the column out.
 */
export function assignCheapest(
  costs: readonly (readonly number[])[],
  alone: readonly number[],
): (number | null)[] {
  const [height, width] = [costs.length, (costs[0]?.length ?? 0) + costs.length];
  const columns = width - height;
  const costOf = (row: number, column: number): number => {
    if (column >= columns) return column - columns === row ? (alone[row] ?? NEVER) : NEVER;
    const cost = costs[row]?.[column] ?? NEVER;
    return Number.isFinite(cost) ? cost : NEVER;
  };
  // Rows and columns count from 1; 0 means none. `ofRow` and `ofColumn` are the potentials.
  const ofRow = new Float64Array(height + 1);
  const ofColumn = new Float64Array(width + 1);
  const rowAt = new Int32Array(width + 1);
  for (let row = 1; row <= height; row += 1) {
    const way = new Int32Array(width + 1);
    const least = new Float64Array(width + 1).fill(Infinity);
    const isDone = new Uint8Array(width + 1);
    rowAt[0] = row;
    let column = 0;
    do {
      isDone[column] = 1;
      const from = at(rowAt, column);
      let [delta, next] = [Infinity, 0];
      for (let to = 1; to <= width; to += 1) {
        if (isDone[to]) continue;
        const cost = costOf(from - 1, to - 1) - at(ofRow, from) - at(ofColumn, to);
        if (cost < at(least, to)) {
          least[to] = cost;
          way[to] = column;
        }
        if (at(least, to) < delta) [delta, next] = [at(least, to), to];
      }
      for (let to = 0; to <= width; to += 1) {
        if (isDone[to]) {
          ofRow[at(rowAt, to)] = at(ofRow, at(rowAt, to)) + delta;
          ofColumn[to] = at(ofColumn, to) - delta;
        } else least[to] = at(least, to) - delta;
      }
      column = next;
    } while (rowAt[column] !== 0);
    for (; column !== 0; column = at(way, column)) rowAt[column] = at(rowAt, at(way, column));
  }
  const assigned: (number | null)[] = costs.map(() => null);
  for (let column = 1; column <= columns; column += 1) {
    const row = at(rowAt, column);
    if (row > 0) assigned[row - 1] = column - 1;
  }
  return assigned;
}

const at = (numbers: ArrayLike<number>, place: number): number => numbers[place] ?? 0;
