import type { Audit } from '@jaanch/account/audit/audit'
import { type BookingLog, decideBooking } from '@jaanch/booking/command-booking'
import { maxAttentionCount } from '@jaanch/booking/list/tabs'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { VersionConflictError } from '@jaanch/eventlog/append'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { decodeCursor, linkIfFull, olderThan } from '@jaanch/platform/reads/paging'
import { passBarrierIfLive, type Reads } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type CriticalCallState, criticalValueCalls } from './api.ts'
import {
  type CallRow,
  closedShownDays,
  isRecorded,
  presentCall,
  recordLooks,
  selectCalls,
  visibleCalls,
} from './call-rows.ts'
import { criticalCallsOf, endingOf } from './calls.ts'

type Parts = BookingLog & Reads & { db: DatabasePool; audit: Audit }

export function registerCriticalCallRoutes(app: FastifyInstance, parts: Parts): void {
  registerListCriticalCalls(app, parts)
  registerRecordAttempt(app, parts)
}

const countRow = z.object({ open: z.number() })

function registerListCriticalCalls(app: FastifyInstance, parts: Parts): void {
  const { db, audit, now } = parts

  app.serveUnplaced(criticalValueCalls.listCriticalCalls, async ({ query, caller, request, reply }) => {
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
    linkIfFull({ request, reply, limit }, rows, (last) => ({ at: last.foundAtExact, id: last.id }))
    return rows.map(presentCall)
  })

  app.serveUnplaced(criticalValueCalls.countCriticalCalls, async ({ caller, reply }) => {
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

const hashRow = z.object({ requestHash: z.string() })

/**
 * Records a call, or a try. The row, with a copy of the values, and the event are one transaction: the row is never changed. Two people who
 * close a call at the same time: one closes it, the other gets 409 `critical-call-closed`, and nothing is recorded of that one.
 */
function registerRecordAttempt(app: FastifyInstance, parts: Parts): void {
  const { db, audit } = parts

  app.serve(
    criticalValueCalls.recordCriticalCall,
    async ({ params, body, caller, idempotencyKey, request }) => {
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
        parts,
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
}

type NewAttempt = {
  id: string
  requestHash: string
  caller: Caller
  body: BodyOf<typeof criticalValueCalls.recordCriticalCall>
}

/** @throws VersionConflictError if somebody closed the call meanwhile: decide again */
async function writeAttempt(
  client: pg.ClientBase,
  { id: callId, bookingId, customerId, values }: CallRow,
  { id, requestHash, caller, body }: NewAttempt,
): Promise<void> {
  // an erasure that is under way comes first: then nothing is stored
  const { rowCount: isThere } = await client.query(
    'select from users where id = $1 and erased_at is null for key share',
    [customerId],
  )
  if (!isThere) throw new AppError('not-found')
  const { outcome, reached, by, note } = body
  await client.query(
    `insert into critical_attempts (id, call_id, outcome, reached, means, note, told, called_by, request_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    // half a surrogate pair cannot be encoded
    [
      ...[id, callId, outcome, reached, by, note?.toWellFormed() ?? null],
      ...[JSON.stringify(values), caller.userId, requestHash],
    ],
  )
  const { rowCount } = await client.query('select from critical_attempts where id = $1', [id])
  if (!rowCount) throw new VersionConflictError(`booking-${bookingId}`, 0)
  const ending = endingOf(outcome)
  if (ending)
    await client.query(
      'update critical_calls set closed_at = clock_timestamp(), ending = $2 where id = $1 and closed_at is null',
      [callId, ending],
    )
}
