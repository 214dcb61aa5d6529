export function schemaOf(generation: number): string {
  return `read_${generation}`
}

/** The qualified name of a table of a generation */
export function nameIn(generation: number, table: string): string {
  return `${schemaOf(generation)}.${table}`
}
