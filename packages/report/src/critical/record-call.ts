import { decideBooking } from '@jaanch/booking/command-booking'
import { maxAttentionCount } from '@jaanch/booking/list/tabs'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { decodeCursor, linkIfFull, olderThan } from '@jaanch/platform/reads/paging'
import { passBarrierIfLive } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type CriticalCallState, criticalValueCalls } from './api.ts'
import { criticalCallsOf } from './critical-call.ts'
import {
  closedShownDays,
  isRecorded,
  presentCall,
  recordLooks,
  selectCalls,
  visibleCalls,
  writeAttempt,
} from './table.ts'

const hashRow = z.object({ requestHash: z.string() })

/**
 * Records a call, or a try. The row, with a copy of the values, and the event are one transaction: the row is never changed. Two people who
 * close a call at the same time: one closes it, the other gets 409 `critical-call-closed`, and nothing is recorded of that one.
 */
export const recordCriticalCall = serveCall(
  criticalValueCalls.recordCriticalCall,
  async ({ params, body, caller, idempotencyKey, request }, { appender, logDb, db, audit, now }) => {
    const { id: callId } = params
    const content = [callId, body]
    const once = onceOnly({ kind: 'critical-attempt', userId: caller.userId, idempotencyKey, content })
    const read = async () => {
      const [row] = await db.any(
        selectCalls(sql.fragment`c.id = ${callId} and ${visibleCalls(caller)}`, sql.fragment`limit 1`),
      )
      if (!row) throw new AppError('not-found')
      return row
    }
    const find = async (id: string) => {
      const stored = await db.maybeOne(sql.type(hashRow)`
        select request_hash from critical_attempts where id = ${id}`)
      return stored ? { ...stored, view: async () => presentCall(await read()) } : undefined
    }
    const call = await read()
    const earlier = await once.earlier(find)
    if (earlier) return earlier
    const { bookingId, customerId } = call
    const { refused } = await decideBooking(
      { appender, logDb, now },
      {
        bookingId,
        appendId: once.appendId,
        caller,
        requestId: request.id,
        writeRows: (client) => writeAttempt(client, call, { ...once, caller, body }),
      },
      (_, history) => ({
        type: 'recordCriticalCall',
        callId,
        attemptId: once.id,
        outcome: body.outcome,
        calls: criticalCallsOf(history),
      }),
    )
    if (refused) throw new AppError(refused)
    await audit.record({
      action: 'critical-value-called',
      actor: actorOf(caller),
      userId: customerId,
      object: `critical-call:${callId}`,
      details: { bookingId, outcome: body.outcome },
    })
    const view = await once.created(find)
    await recordLooks(audit, caller, [call])
    return view
  },
)

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
