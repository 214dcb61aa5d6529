import type { Queryable } from '@jaanch/eventlog/read'
import { retention } from '@jaanch/storage/retention'

export type RetentionState = {
  table: string
  what: string
  keptFor: string
  /** Rows that should be gone; at most 10,001. The workers delete them every hour */
  over: number
}

const countUpTo = 10_001

export async function readRetention(db: Queryable): Promise<RetentionState[]> {
  const states: RetentionState[] = []
  for (const { table, what, keptFor, isOver } of retention) {
    const { rows } = await db.query<{ over: number }>(
      `select count(*) as over from (select from ${table} where ${isOver} limit ${countUpTo}) t`,
    )
    states.push({ table, what, keptFor, over: rows[0]?.over ?? 0 })
  }
  return states
}
