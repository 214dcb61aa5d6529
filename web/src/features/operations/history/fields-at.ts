import type { FieldChange, HistoryStep } from '@jaanch/booking-stream/history/api'

/** A field after an event: its value, and the event that made it. */
export type FieldAt = Pick<FieldChange, 'path' | 'after'> & {
  madeBy: HistoryStep
  /** The value before this event; undefined if an earlier event made it */
  change: Pick<FieldChange, 'before' | 'after'> | undefined
}

/** A row of a table after an event, with the fields that this event removed */
export type RowAt = Pick<FieldChange, 'table' | 'key'> & { fields: FieldAt[] }

/** @param index of the event in `steps` @returns the rows in the order in which they came into being */
export function rowsAt(steps: readonly HistoryStep[], index: number): RowAt[] {
  const rows = new Map<string, Map<string, FieldAt>>()
  const keys = new Map<string, Pick<FieldChange, 'table' | 'key'>>()
  for (const [place, step] of steps.slice(0, index + 1).entries()) {
    for (const { table, key, path, before, after } of step.changes) {
      const id = `${table} ${key}`
      const fields = rows.get(id) ?? new Map<string, FieldAt>()
      rows.set(id, fields)
      keys.set(id, { table, key })
      const isNow = place === index
      if (after === undefined && !isNow) fields.delete(path)
      else fields.set(path, { path, after, madeBy: step, change: isNow ? { before, after } : undefined })
    }
  }
  return [...keys].flatMap(([id, row]) => {
    const fields = [...(rows.get(id)?.values() ?? [])]
    return fields.length > 0 ? [{ ...row, fields: inPlace(fields) }] : []
  })
}

/** The places of one list or document beside each other, though later events added some of them. */
function inPlace(fields: readonly FieldAt[]): FieldAt[] {
  return [...Map.groupBy(fields, ({ path }) => /^(data\.)?[^.[]+/.exec(path)?.[0]).values()].flatMap(
    (group) => group.toSorted((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true })),
  )
}

/** @returns the index of the last event that had happened at a time; the first event if none had */
export function indexAtTime(steps: readonly HistoryStep[], time: Date): number {
  return Math.max(
    0,
    steps.findLastIndex(({ at }) => Date.parse(at) <= time.getTime()),
  )
}
