import { operationsMessagesRoutes } from '@jaanch/contracts/http/operations/messages'
import { readHolds } from '@jaanch/operations/channels'
import { openMessage } from '@jaanch/operations/open-message'
import { countOutbox, type MessageRow, readMessagePage } from '@jaanch/operations/outbox-page'
import { recordOperation } from '@jaanch/operations/record-operation'
import { retryMessage } from '@jaanch/operations/retry-message'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { actorOf } from '../../auth/caller.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'

export function registerMessages(
  app: FastifyInstance,
  { operationsDb: db, publicUrl }: { operationsDb: pg.Pool; publicUrl: string },
): void {
  app.serve(operationsMessagesRoutes.countMessages, async () => {
    const [counts, channels] = await Promise.all([countOutbox(db), readHolds(db)])
    const lacking = channels.filter(({ lacksProvider }) => lacksProvider)
    return { ...counts, withoutProvider: lacking.map(({ channel }) => channel) }
  })

  app.serve(operationsMessagesRoutes.listMessages, async ({ query, request, reply }) => {
    const { cursor, ...filter } = query
    const { rows, next } = await readMessagePage(db, { ...filter, after: decodeCursor(cursor) })
    if (next) linkNext(request, reply, next)
    return rows.map(present)
  })

  app.serve(operationsMessagesRoutes.openMessage, async ({ params, caller }) => {
    const opened = await openMessage(db, params.id, { actor: actorOf(caller), publicUrl })
    return { ...opened, message: present(opened.message) }
  })

  app.serve(operationsMessagesRoutes.retryMessage, async ({ params, caller }) => {
    await recordOperation(db, actorOf(caller), 'message retry', { id: params.id })
    await retryMessage(db, params.id, actorOf(caller))
    return undefined
  })
}

function present({ createdAt, sentAt, ...row }: MessageRow) {
  return { ...row, createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null }
}
