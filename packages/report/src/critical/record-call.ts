import { decideBooking } from '@jaanch/booking/command-booking'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { serveCall } from '@jaanch/platform/http/served'
import { sql } from 'slonik'
import { z } from 'zod'
import { criticalValueCalls } from './api.ts'
import { criticalCallsOf } from './critical-call.ts'
import { presentCall, recordLooks, selectCalls, visibleCalls, writeAttempt } from './table.ts'

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
