import type { Queryable } from './read.ts'

/** When an event was appended, and by which request it was caused in the end. */
export type Origin = { position: number; type: string; at: Date; correlationId: string | null }

/** @returns the origins of the events at these positions, which may occur twice; by position, without those that do not exist */
export async function readOrigins(db: Queryable, positions: readonly number[]): Promise<Map<number, Origin>> {
  const { rows } = await db.query<Origin>({
    name: 'origins',
    text: `select position, type, at, correlation_id as "correlationId" from log.events where position = any($1)`,
    values: [[...new Set(positions)]],
  })
  return new Map(rows.map((row) => [row.position, row]))
}
