import { actorOf } from '@jaanch/contracts/caller'
import { AppError, errorCatalogue } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import { streamId } from '@jaanch/eventlog/events/streams'
import { hashOfBody, identifyCommand, newIdFor } from '@jaanch/eventlog/idempotency'
import { networkOf } from '@jaanch/platform/http/network'
import { type Call, serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { recordNotice } from '../privacy/notices.ts'
import { type AccountAccess, writeAccountChange } from '../sessions/account-changes.ts'
import { registerUser } from '../sessions/register-user.ts'
import { type LabPartnerView, labPartnerCalls } from './api.ts'
import { labPartnerDecider } from './lab.ts'
import { type LabServices, labPartners } from './lab-rows.ts'
import { viewLab } from './list-labs.ts'

type LabAccessServices = LabServices & { accountAccess: AccountAccess }

type AccessCall = Omit<Call<typeof labPartnerCalls.reinstateLabPartner>, 'query'>

export const reinstateLabPartner = serveCall(labPartnerCalls.reinstateLabPartner, (call, services) =>
  changeLabAccess(services, { route: labPartnerCalls.reinstateLabPartner, type: 'reinstate' }, call),
)

type Change = {
  route: Route
  type: 'suspend' | 'reinstate'
  /** Further rows, with the account of the owner locked */
  writeRows?: (client: pg.ClientBase, labPartnerId: string) => Promise<void>
}

/** An admin suspends a lab, which signs all its people out in the transaction of the event, or reinstates it. */
export async function changeLabAccess(
  services: LabAccessServices,
  { route, type, writeRows }: Change,
  call: AccessCall,
): Promise<LabPartnerView> {
  const { appender, logDb: pool, now, accountAccess } = services
  const { params, body, caller, request, reply } = call
  const labPartnerId = params.id
  const { appendId, beforeAppend } = await identifyCommand(pool, route, call)
  let changed: string[] = []
  const { state, refused } = await labPartners.handle(
    { appender, pool },
    {
      id: labPartnerId,
      appendId,
      beforeAppend,
      actor: actorOf(caller),
      correlationId: request.id,
      async writeRows(client, _, lab) {
        if (lab.status === 'none') throw new AppError('not-found')
        await client.query('select from users where id = $1 for no key update', [lab.userId])
        await writeRows?.(client, labPartnerId)
        const action = type === 'suspend' ? 'lab-suspended' : 'lab-reinstated'
        const change = { action, labPartnerId, reason: body.reason, caller } as const
        changed = [lab.userId, ...(await lockStaff(client, labPartnerId))]
        for (const userId of changed) await writeAccountChange(client, accountAccess, { ...change, userId })
      },
    },
    (lab) => labPartnerDecider.decide(lab, { type }, now()),
  )
  if (refused) throw new AppError(refused)
  for (const id of changed) accountAccess.changed(id)
  return viewLab(services, labPartnerId, reply, state.status)
}

/** Whose access the lab has not ended: nobody is invited meanwhile, because the row of the owner is locked. */
async function lockStaff(client: pg.ClientBase, labPartnerId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from users where works_for = $1 and ended_at is null and erased_at is null
      order by id for no key update`,
    [labPartnerId],
  )
  return rows.map(({ id }) => id)
}

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
