import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import type { LabPartnerEvent } from '@jaanch/contracts/events/lab-partner'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { streamId } from '@jaanch/contracts/events/streams'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { fold } from '@jaanch/domain/decider'
import { labPartnerDecider } from '@jaanch/domain/lab-partner/decider'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import type { FastifyInstance } from 'fastify'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { serveLabDetails } from './details.ts'
import { readLab, serveLabReads } from './reading.ts'
import { serveLabRegistration } from './registration.ts'

export function serveLabPartners(app: FastifyInstance, context: Context): void {
  const { logDb, appender, now } = context

  serveLabRegistration(app, context)
  serveLabReads(app, context)
  serveLabDetails(app, context)

  async function decideOn(id: string, command: 'approve' | 'reject', caller: Caller): Promise<void> {
    await decideAndAppend({
      appender,
      db: logDb,
      id: randomUUID(),
      streamId: streamId('lab', id),
      actor: actorOf(caller),
      decide(history) {
        const lab = fold(labPartnerDecider, history as Recorded<LabPartnerEvent>[])
        const decision = labPartnerDecider.decide(lab, { type: command }, now())
        if ('refused' in decision) throw new AppError(decision.refused)
        return decision.events
      },
    })
  }

  serve(app, context, labPartnerRoutes.approveLabPartner, async ({ params, caller, reply }) => {
    await decideOn(params.id, 'approve', caller)
    return readLab(context, params.id, reply)
  })
  serve(app, context, labPartnerRoutes.rejectLabPartner, async ({ params, caller, reply }) => {
    await decideOn(params.id, 'reject', caller)
    return readLab(context, params.id, reply)
  })
}
