import { operationsNowRoutes } from '@jaanch/contracts/http/operations/now'
import { declareRestored } from '@jaanch/operations/declare-restored'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'

export function registerDeclareRestored(app: FastifyInstance, context: Context): void {
  serve(app, context, operationsNowRoutes.declareRestored, async ({ body, caller }) => {
    const { reason, epoch: previous } = body
    const ledger = await context.erasureLedger.read()
    const { epoch } = await declareRestored(context.operationsDb, actorOf(caller), {
      reason,
      previous,
      ledger,
    })
    context.standings.invalidate()
    return { epoch }
  })
}
