import type { Snapshot } from '@jaanch/platform/reads/read-tables'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'

/** The last state of the log that a process saw: its head at the last pass, and which event that was. */
export type SeenLog = { epoch: string; head: number; headEvent: string | null }

export const logStateRow = z.object({
  headEvent: z.string().nullable(),
  seenEvent: z.string().nullable(),
  lineage: z.string().nullable(),
  presentLineage: z.string().nullable(),
})
export type LogState = z.output<typeof logStateRow>

/**
 * The columns of `logStateRow`: three look-ups by primary key, and the lineage, which costs more than they do together.
 * @param head SQL: position of the last event. @param seenHead the same at the last pass. @param asksLineage otherwise the
 * present one is null
 */
export function logStateColumns(
  head: FragmentSqlToken,
  seenHead: number | string,
  asksLineage: boolean | string,
): FragmentSqlToken {
  const eventAt = (position: FragmentSqlToken) =>
    sql.fragment`(select append_id || ' ' || append_index from log.events where position = ${position})`
  return sql.fragment`${eventAt(head)} as head_event, ${eventAt(sql.fragment`${seenHead}`)} as seen_event,
           (select lineage from log.epoch) as lineage,
           case when ${asksLineage}::boolean then log.lineage() end as present_lineage`
}

/** Reads what `findBreak` decides by, in the snapshot. */
export async function readLogState(
  tx: CommonQueryMethods,
  { head }: Snapshot,
  seen: SeenLog | undefined,
): Promise<LogState> {
  return tx.one(
    sql.type(logStateRow)`select ${logStateColumns(sql.fragment`${head}::bigint`, seen?.head ?? 0, true)}`,
  )
}

/**
 * Whether positions mean other events than the present epoch says: the log lost events, or it may have.
 * @returns the reason for a new epoch; undefined if the log continues as it was seen
 */
export function findBreak(
  snapshot: Snapshot,
  state: LogState,
  seen: SeenLog | undefined,
): string | undefined {
  const { epoch, head, position } = snapshot
  if (position > head) return `the read tables contain event ${position}, the log ends with ${head}`
  if (state.lineage !== null && state.presentLineage !== null && state.lineage !== state.presentLineage) {
    return `the database is a copy: ${state.presentLineage} instead of ${state.lineage}`
  }
  // whoever began another epoch meanwhile knew of it
  if (!seen || seen.epoch !== epoch) return undefined
  if (head < seen.head) return `the log ends with event ${head} and contained ${seen.head}`
  if (state.seenEvent !== seen.headEvent) return `event ${seen.head} is another one than before`
  return undefined
}
