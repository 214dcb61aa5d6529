type Summed = { n: number; amount?: number }

/** Sums of rows that are counted, by their key. */
export type Sums<Row extends Summed> = {
  /** @param by 1 to count the row, -1 to take it back */
  add(row: Row, by?: 1 | -1): void
  readonly size: number
  /** The rows whose sums are not all 0, which are no change */
  rows(): Row[]
  clear(): void
}

export function createSums<Row extends Summed>(keyOf: (row: Row) => string): Sums<Row> {
  const sums = new Map<string, Row>()
  return {
    add(row, by = 1) {
      const key = keyOf(row)
      const sum = sums.get(key)
      if (sum === undefined) {
        sums.set(key, { ...row, n: by * row.n, ...(row.amount !== undefined && { amount: by * row.amount }) })
        return
      }
      sum.n += by * row.n
      if (row.amount !== undefined) sum.amount = (sum.amount ?? 0) + by * row.amount
    },
    get size() {
      return sums.size
    },
    rows: () => [...sums.values()].filter(({ n, amount = 0 }) => n !== 0 || amount !== 0),
    clear: () => sums.clear(),
  }
}
