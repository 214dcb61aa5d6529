import type { AuditEntry } from '@jaanch/account/audit/actions'
import { actorOf } from '@jaanch/contracts/caller'
import { decodeCursorAs, linkIfFull } from '@jaanch/platform/reads/paging'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { operationsWorkCalls } from '../api/work.ts'
import {
  findDeadLetters,
  groupDeadLetters,
  retryDeadLetter,
  retryDeadLettersOf,
  skipDeadLetter,
  skipDeadMessagesOf,
} from '../dead-letters.ts'
import { recordOperation } from '../record-operation.ts'

const letterKey = z.object({ id: z.string().regex(/^\d{1,15}$/) })

/** Each change is in the audit trail before it is tried; the letter holds who resolved it, and the reason. */
export function registerDeadLetters(
  app: FastifyInstance,
  { operationsDb: db }: { operationsDb: pg.Pool },
): void {
  app.serve(operationsWorkCalls.groupDeadLetters, async () => {
    const { groups, isMore } = await groupDeadLetters(db)
    return {
      groups: groups.map(({ firstAt, lastAt, ...group }) => ({
        ...group,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
      isMore,
    }
  })

  app.serve(operationsWorkCalls.listDeadLetters, async ({ query, request, reply }) => {
    const { consumer, reason, limit, cursor } = query
    const after = Number(decodeCursorAs(letterKey, cursor)?.id ?? 0)
    const letters = await findDeadLetters(db, { consumer, reason, after, limit })
    linkIfFull({ request, reply, limit }, letters, (last) => ({ id: String(last.id) }))
    return letters.map((letter) => ({ ...letter, failedAt: letter.failedAt.toISOString() }))
  })

  app.serve(operationsWorkCalls.retryDeadLetter, async ({ params, caller }) => {
    const id = Number(params.id)
    await recordOperation(db, actorOf(caller), 'dead retry', { id })
    await retryDeadLetter(db, id, actorOf(caller))
    return undefined
  })

  app.serve(operationsWorkCalls.retryDeadLetters, async ({ body, caller }) => {
    await recordOperation(db, actorOf(caller), 'dead retry', { of: body.consumer })
    return { retried: await retryDeadLettersOf(db, body, actorOf(caller)) }
  })

  app.serve(operationsWorkCalls.skipDeadMessages, async ({ body, caller }) => {
    const { channel, error, olderThanHours, reason } = body
    const operator = actorOf(caller)
    const before = olderThanHours > 0 ? new Date(Date.now() - olderThanHours * 3_600_000) : undefined
    const record = (details: AuditEntry['details']) => recordOperation(db, operator, 'dead skip', details)
    return { skipped: await skipDeadMessagesOf(db, { channel, error, before }, { reason, operator }, record) }
  })

  app.serve(operationsWorkCalls.skipDeadLetter, async ({ params, body, caller }) => {
    const id = Number(params.id)
    await recordOperation(db, actorOf(caller), 'dead skip', { id })
    await skipDeadLetter(db, id, { reason: body.reason, operator: actorOf(caller) })
    return undefined
  })
}
