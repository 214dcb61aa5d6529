import { operationsWorkRoutes } from '@jaanch/contracts/http/operations/work'
import { countWork, readWorkPage } from '@jaanch/operations/work'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { decodeCursorAs, instantKey, linkNext } from '../../reads/paging.ts'

const name = z.string().regex(/^[\w-]{1,100}$/)
const workKey = z.object({ consumer: name, dueAt: instantKey, streamId: name })

export function registerWork(app: FastifyInstance, context: Context): void {
  const { operationsDb } = context

  serve(app, context, operationsWorkRoutes.countWork, () => countWork(operationsDb))

  serve(app, context, operationsWorkRoutes.listWork, async ({ query, request, reply }) => {
    const { consumer, state, limit, cursor } = query
    const after = decodeCursorAs(workKey, cursor)
    const { rows, next } = await readWorkPage(operationsDb, { consumer, state, after, limit })
    if (next) linkNext(request, reply, next)
    return rows.map((row) => ({
      ...row,
      id: `${row.consumer} ${row.streamId}`,
      queuedAt: row.queuedAt.toISOString(),
    }))
  })
}
