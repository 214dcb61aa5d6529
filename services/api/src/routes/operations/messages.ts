import { operationsMessagesRoutes } from '@jaanch/contracts/http/operations/messages'
import { openMessage } from '@jaanch/operations/open-message'
import { countOutbox, type MessageRow, readMessagePage } from '@jaanch/operations/outbox-page'
import { recordOperation } from '@jaanch/operations/record-operation'
import { retryMessage } from '@jaanch/operations/retry-message'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'

export function registerMessages(app: FastifyInstance, context: Context): void {
  const { operationsDb: db, publicUrl } = context

  serve(app, context, operationsMessagesRoutes.countMessages, () => countOutbox(db))

  serve(app, context, operationsMessagesRoutes.listMessages, async ({ query, request, reply }) => {
    const { cursor, ...filter } = query
    const { rows, next } = await readMessagePage(db, { ...filter, after: decodeCursor(cursor) })
    if (next) linkNext(request, reply, next)
    return rows.map(present)
  })

  serve(app, context, operationsMessagesRoutes.openMessage, async ({ params, caller }) => {
    const opened = await openMessage(db, params.id, { actor: actorOf(caller), publicUrl })
    return { ...opened, message: present(opened.message) }
  })

  serve(app, context, operationsMessagesRoutes.retryMessage, async ({ params, caller }) => {
    await recordOperation(db, actorOf(caller), 'message retry', { id: params.id })
    await retryMessage(db, params.id, actorOf(caller))
    return undefined
  })
}

function present({ createdAt, sentAt, ...row }: MessageRow) {
  return { ...row, createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null }
}
