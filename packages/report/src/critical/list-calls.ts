import { maxAttentionCount } from '@jaanch/booking/list/tabs'
import type { Caller } from '@jaanch/contracts/caller'
import { serveRead } from '@jaanch/platform/http/served'
import { decodeCursor, linkIfFull, olderThan } from '@jaanch/platform/reads/paging'
import { passBarrierIfLive } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type CriticalCallState, criticalValueCalls } from './api.ts'
import { closedShownDays, isRecorded, presentCall, recordLooks, selectCalls, visibleCalls } from './table.ts'

export const listCriticalCalls = serveRead(
  criticalValueCalls.listCriticalCalls,
  async ({ query, caller, request, reply }, { barrier, replicas, db, audit, now }) => {
    const { limit, state } = query
    await passBarrierIfLive({ barrier, replicas }, reply)
    const older = olderThan(decodeCursor(query.cursor), sql.fragment`c.found_at`, sql.fragment`c.id`)
    const rows = await db.any(
      selectCalls(
        sql.fragment`${visibleCalls(caller)} and ${inState(state, caller, now())} and ${older}`,
        sql.fragment`order by c.found_at desc, c.id desc limit ${limit}`,
      ),
    )
    await recordLooks(audit, caller, rows)
    linkIfFull({ request, reply, limit }, rows, (last) => ({ at: last.foundAtExact, id: last.id }))
    return rows.map(presentCall)
  },
)

const countRow = z.object({ open: z.number() })

export const countCriticalCalls = serveRead(
  criticalValueCalls.countCriticalCalls,
  async ({ caller, reply }, { barrier, replicas, db }) => {
    await passBarrierIfLive({ barrier, replicas }, reply)
    return db.one(sql.type(countRow)`
      select count(*)::int as open from (
        select from critical_calls c where ${visibleCalls(caller)} and c.closed_at is null and ${isRecorded}
         limit ${maxAttentionCount}) counted`)
  },
)

function inState(state: CriticalCallState | undefined, { role }: Caller, now: Date): FragmentSqlToken {
  if (state === 'open') return sql.fragment`c.closed_at is null`
  const since = new Date(now.getTime() - closedShownDays * 86_400_000).toISOString()
  const isShown = role === 'admin' ? sql.fragment`true` : sql.fragment`c.found_at > ${since}::timestamptz`
  if (state === 'confirmed') return sql.fragment`c.ending = 'CONFIRMED' and ${isShown}`
  if (state === 'not-reached') return sql.fragment`c.ending = 'ENDED_NOT_REACHED' and ${isShown}`
  return role === 'admin' ? sql.fragment`true` : sql.fragment`(c.closed_at is null or ${isShown})`
}
