import { maxAttentionCount } from '@jaanch/contracts/booking-tabs'
import { type CriticalCallState, criticalCallRoutes } from '@jaanch/contracts/http/critical-calls'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import type { Caller } from '../../auth/caller.ts'
import {
  closedShownDays,
  isRecorded,
  presentCall,
  recordLooks,
  selectCalls,
  visibleCalls,
} from '../../read-models/critical-calls.ts'
import { decodeCursor, linkNext, olderThan } from '../../reads/paging.ts'
import { passBarrierIfLive, type Reads } from '../../reads/read-tables.ts'

type Parts = Reads & { db: DatabasePool; audit: Audit; now: () => Date }

const countRow = z.object({ open: z.number() })

export function registerListCriticalCalls(app: FastifyInstance, parts: Parts): void {
  const { db, audit, now } = parts

  app.serveUnplaced(criticalCallRoutes.listCriticalCalls, async ({ query, caller, request, reply }) => {
    const { limit, state } = query
    await passBarrierIfLive(parts, reply)
    const older = olderThan(decodeCursor(query.cursor), sql.fragment`c.found_at`, sql.fragment`c.id`)
    const rows = await db.any(
      selectCalls(
        sql.fragment`${visibleCalls(caller)} and ${inState(state, caller, now())} and ${older}`,
        sql.fragment`order by c.found_at desc, c.id desc limit ${limit}`,
      ),
    )
    await recordLooks(audit, caller, rows)
    const last = rows.at(-1)
    if (last && rows.length === limit) linkNext(request, reply, { at: last.foundAtExact, id: last.id })
    return rows.map(presentCall)
  })

  app.serveUnplaced(criticalCallRoutes.countCriticalCalls, async ({ caller, reply }) => {
    await passBarrierIfLive(parts, reply)
    return db.one(sql.type(countRow)`
      select count(*)::int as open from (
        select from critical_calls c where ${visibleCalls(caller)} and c.closed_at is null and ${isRecorded}
         limit ${maxAttentionCount}) counted`)
  })
}

function inState(state: CriticalCallState | undefined, { role }: Caller, now: Date): FragmentSqlToken {
  if (state === 'open') return sql.fragment`c.closed_at is null`
  const since = new Date(now.getTime() - closedShownDays * 86_400_000).toISOString()
  const isShown = role === 'admin' ? sql.fragment`true` : sql.fragment`c.found_at > ${since}::timestamptz`
  if (state === 'confirmed') return sql.fragment`c.ending = 'CONFIRMED' and ${isShown}`
  if (state === 'not-reached') return sql.fragment`c.ending = 'ENDED_NOT_REACHED' and ${isShown}`
  return role === 'admin' ? sql.fragment`true` : sql.fragment`(c.closed_at is null or ${isShown})`
}
