import { AppError } from '@jaanch/contracts/errors'
import { type LabPartnerView, labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import type { Route } from '@jaanch/contracts/http/route'
import { labPartnerDecider } from '@jaanch/domain/lab-partner/decider'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import { actorOf, type Caller } from '../../auth/caller.ts'
import type { EventLog } from '../../event-log.ts'
import { identifyCommand } from '../../http/identify-command.ts'
import { labPartners } from '../../read-models/lab-status.ts'
import type { Reads } from '../../reads/read-tables.ts'
import { viewLab } from './list-labs.ts'

type Call = {
  params: { id: string }
  body: unknown
  caller: Caller
  idempotencyKey: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** An admin approves or rejects the application of a lab. */
export function registerDecideApplication(
  app: FastifyInstance,
  parts: Reads & EventLog & { db: DatabasePool; now: () => Date },
): void {
  const { appender, logDb: pool, now } = parts
  const { approveLabPartner, rejectLabPartner } = labPartnerRoutes

  async function decide(route: Route, type: 'approve' | 'reject', call: Call): Promise<LabPartnerView> {
    const { id } = call.params
    const { appendId, beforeAppend } = await identifyCommand(pool, route, call)
    const target = {
      id,
      appendId,
      beforeAppend,
      actor: actorOf(call.caller),
      correlationId: call.request.id,
    }
    const { state, refused } = await labPartners.handle({ appender, pool }, target, (lab) =>
      labPartnerDecider.decide(lab, { type }, now()),
    )
    if (refused) throw new AppError(refused)
    return viewLab(parts, id, call.reply, state.status)
  }

  app.serve(approveLabPartner, (call) => decide(approveLabPartner, 'approve', call))
  app.serve(rejectLabPartner, (call) => decide(rejectLabPartner, 'reject', call))
}
