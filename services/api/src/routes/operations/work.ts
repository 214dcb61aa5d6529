import { operationsWorkRoutes } from '@jaanch/contracts/http/operations/work'
import { recordOperation } from '@jaanch/operations/record-operation'
import { previewRewind, rewindConsumer } from '@jaanch/operations/rewind-consumer'
import { countWork, readWorkPage } from '@jaanch/operations/work'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { actorOf } from '../../auth/caller.ts'
import { decodeCursorAs, instantKey, linkNext } from '../../reads/paging.ts'

const name = z.string().regex(/^[\w-]{1,100}$/)
const workKey = z.object({ consumer: name, dueAt: instantKey, streamId: name })

/** The work of the consumers, and handling it again from an earlier position. */
export function registerWork(app: FastifyInstance, { operationsDb: db }: { operationsDb: pg.Pool }): void {
  app.serve(operationsWorkRoutes.countWork, () => countWork(db))

  app.serve(operationsWorkRoutes.listWork, async ({ query, request, reply }) => {
    const { consumer, state, limit, cursor } = query
    const after = decodeCursorAs(workKey, cursor)
    const { rows, next } = await readWorkPage(db, { consumer, state, after, limit })
    if (next) linkNext(request, reply, next)
    return rows.map((row) => ({
      ...row,
      id: `${row.consumer} ${row.streamId}`,
      queuedAt: row.queuedAt.toISOString(),
    }))
  })

  app.serve(operationsWorkRoutes.previewRewind, ({ params, query }) => previewRewind(db, params.id, query.to))

  app.serve(operationsWorkRoutes.rewindConsumer, async ({ params, body, caller }) => {
    const { to, reason } = body
    await recordOperation(db, actorOf(caller), 'consumer rewind', { consumer: params.id, to })
    return { from: await rewindConsumer(db, params.id, { to, reason, operator: actorOf(caller) }) }
  })
}
