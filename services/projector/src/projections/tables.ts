/** A read table whose rows are written whole: inserted, or replaced by their primary key. */
export type RowTable = {
  readonly name: string
  readonly key: readonly string[]
  /** All columns that the projector writes, the key among them */
  readonly columns: readonly string[]
}

export function schemaOf(generation: number): string {
  return `read_${generation}`
}

/** The qualified name of a table of a generation */
export function nameIn(generation: number, table: string): string {
  return `${schemaOf(generation)}.${table}`
}
