/** `id`: null if Postgres could not compute the row */
type RowKey = { table: string; id: string | null; position: number }

/** Where errors are logged */
export type ErrorLog = { error(fields: object, text: string): void }

/** The rows of the read tables that this process could not present to clients. They are left out; all others are pushed. */
export type UnpresentableRows = {
  /** Logs it, once as long as it stays unpresentable: ten thousand clients that catch up must not log it as often */
  add(row: RowKey, error: unknown): void
  /** It could be presented, so it was mended */
  remove(row: RowKey): void
  count(): number
}

/** Beyond it, a row that is met again is logged again */
const maxRemembered = 10_000

export function createUnpresentableRows(log: ErrorLog): UnpresentableRows {
  const rows = new Map<string, number>()
  const keyOf = ({ table, id, position }: RowKey) => `${table} ${id ?? position}`

  return {
    add(row, error) {
      const key = keyOf(row)
      if (rows.get(key) === row.position) return
      log.error({ err: error, ...row }, 'a changed row cannot be presented: clients do not get it')
      if (rows.size < maxRemembered) rows.set(key, row.position)
    },
    remove(row) {
      if (rows.size === 0) return
      rows.delete(keyOf(row))
      rows.delete(keyOf({ ...row, id: null }))
    },
    count: () => rows.size,
  }
}
