/** @returns a row after a partial update: a key that the request leaves out keeps its value, null replaces it */
export function withChanges<Row extends object>(
  row: Row,
  changes: { readonly [Key in keyof Row]?: Row[Key] | undefined },
): Row {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...row, ...Object.fromEntries(given) }
}
