import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { type LabPartnerView, labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { labPartnerDecider } from '@jaanch/domain/lab-partner/decider'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { labPartners } from '../../read-models/lab-status.ts'
import { viewLab } from './list-labs.ts'

type Call = { params: { id: string }; caller: Caller; request: FastifyRequest; reply: FastifyReply }

/** An admin approves or rejects the application of a lab. */
export function registerDecideApplication(app: FastifyInstance, context: Context): void {
  const { appender, logDb: pool, now } = context

  async function decide(type: 'approve' | 'reject', call: Call): Promise<LabPartnerView> {
    const { id } = call.params
    const target = {
      id,
      appendId: randomUUID(),
      actor: actorOf(call.caller),
      correlationId: call.request.id,
    }
    const { state, refused } = await labPartners.handle({ appender, pool }, target, (lab) =>
      labPartnerDecider.decide(lab, { type }, now()),
    )
    if (refused) throw new AppError(refused)
    return viewLab(context, id, call.reply, state.status)
  }

  serve(app, context, labPartnerRoutes.approveLabPartner, (call) => decide('approve', call))
  serve(app, context, labPartnerRoutes.rejectLabPartner, (call) => decide('reject', call))
}
