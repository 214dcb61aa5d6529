import { actorOf } from '@jaanch/contracts/caller'
import { AppError, errorCatalogue } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/eventlog/events/streams'
import { hashOfBody, identifyCommand, newIdFor } from '@jaanch/eventlog/idempotency'
import { networkOf } from '@jaanch/platform/http/network'
import { type Call, serveCall } from '@jaanch/platform/http/served'
import { recordNotice } from '../privacy/notices.ts'
import { registerUser } from '../sessions/register-user.ts'
import { type LabPartnerView, labPartnerCalls } from './api.ts'
import { labPartnerDecider } from './lab.ts'
import { type LabServices, labPartners } from './lab-rows.ts'
import { viewLab } from './list-labs.ts'

export const registerLabPartner = serveCall(
  labPartnerCalls.registerLabPartner,
  async ({ body, idempotencyKey, request }, services) => {
    await services.rateLimits.count('labApplications', networkOf(request.ip))
    const { password, noticeVersion, ...lab } = body
    // no user is signed in yet, so the key is scoped to the application in the request
    const idFor = (kind: string) => newIdFor(kind, hashOfBody(lab), idempotencyKey)
    const [userId, labPartnerId] = [idFor('lab-user'), idFor('lab')]
    const name = lab.organizationName
    await registerUser(services, {
      user: { id: userId, role: 'lab-partner', name, email: lab.email, phone: lab.phone },
      password,
      streamId: streamId('lab', labPartnerId),
      event: { type: 'LabApplied', data: { labPartnerId, userId } },
      async writeRows(client) {
        await client.query(
          `insert into lab_partners (id, user_id, lab_name, organization_name, address)
           values ($1, $2, $3, $3, $4)`,
          [labPartnerId, userId, name, lab.address],
        )
        await recordNotice(client, userId, 'lab-registration', noticeVersion)
      },
      request,
    })
    return { id: labPartnerId, message: errorCatalogue['lab-under-review'][1] }
  },
)

export const approveLabPartner = serveCall(labPartnerCalls.approveLabPartner, (call, services) =>
  decide(services, 'approve', call),
)

export const rejectLabPartner = serveCall(labPartnerCalls.rejectLabPartner, (call, services) =>
  decide(services, 'reject', call),
)

/** An admin approves or rejects the application of a lab. */
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
