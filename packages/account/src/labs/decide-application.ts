/** An admin approves or rejects the application of a lab. */
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { identifyCommand } from '@jaanch/eventlog/idempotency'
import { type Call, serveCall } from '@jaanch/platform/http/served'
import { type LabPartnerView, labPartnerCalls } from './api.ts'
import { labPartnerDecider } from './lab.ts'
import { type LabServices, labPartners } from './lab-rows.ts'
import { viewLab } from './list-labs.ts'

export const approveLabPartner = serveCall(labPartnerCalls.approveLabPartner, (call, services: LabServices) =>
  decide(services, 'approve', call),
)

export const rejectLabPartner = serveCall(labPartnerCalls.rejectLabPartner, (call, services: LabServices) =>
  decide(services, 'reject', call),
)

async function decide(
  services: LabServices,
  type: 'approve' | 'reject',
  call: Omit<Call<typeof labPartnerCalls.approveLabPartner>, 'query'>,
): Promise<LabPartnerView> {
  const { params, caller, request, reply } = call
  const { appender, logDb: pool, now } = services
  const route = labPartnerCalls[`${type}LabPartner`]
  const { appendId, beforeAppend } = await identifyCommand(pool, route, call)
  const { id } = params
  const { state, refused } = await labPartners.handle(
    { appender, pool },
    { id, appendId, beforeAppend, actor: actorOf(caller), correlationId: request.id },
    (lab) => labPartnerDecider.decide(lab, { type }, now()),
  )
  if (refused) throw new AppError(refused)
  return viewLab(services, id, reply, state.status)
}
