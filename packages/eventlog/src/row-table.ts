/** A read table whose rows are written whole. */
export type RowTable = {
  readonly name: string
  /** Only new rows, only rows that exist, or both: what is known in advance need not be found out for each row */
  readonly write: 'insert' | 'update' | 'upsert'
  readonly key: readonly string[]
  /** All columns that the projector writes, the key among them */
  readonly columns: readonly string[]
}
