import { actorOf } from '@jaanch/contracts/caller'
import { AppError, errorCatalogue } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import { streamId } from '@jaanch/eventlog/events'
import { hashOfBody, identifyCommand, newIdFor } from '@jaanch/eventlog/idempotency'
import { networkOf } from '@jaanch/platform/http/network'
import { type Call, serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { recordNotice } from '../privacy/consents.ts'
import { type AccountAccess, writeAccountChange } from '../sessions/account-changes.ts'
import { registerUser } from '../sessions/register-user.ts'
import { type LabPartnerView, labPartnerCalls } from './api.ts'
import { type LabPartnerCommand, type LabPartnerState, labPartnerDecider } from './lab.ts'
import { type LabServices, labPartners } from './lab-rows.ts'
import { viewLab } from './list-labs.ts'

type LabCall = { body: unknown } & Omit<Call<typeof labPartnerCalls.approveLabPartner>, 'query' | 'body'>

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
  call: LabCall,
): Promise<LabPartnerView> {
  const route = labPartnerCalls[`${type}LabPartner`]
  const status = await commandLab(services, { route, type }, call)
  return viewLab(services, call.params.id, call.reply, status)
}

export const reinstateLabPartner = serveCall(labPartnerCalls.reinstateLabPartner, (call, services) =>
  changeLabAccess(services, { route: labPartnerCalls.reinstateLabPartner, type: 'reinstate' }, call),
)

type AccessChange = {
  route: Route
  type: 'suspend' | 'reinstate'
  /** Further rows, with the account of the owner locked */
  writeRows?: (client: pg.ClientBase, labPartnerId: string) => Promise<void>
}

/** An admin suspends a lab, which signs all its people out in the transaction of the event, or reinstates it. */
export async function changeLabAccess(
  services: LabServices & { accountAccess: AccountAccess },
  { route, type, writeRows }: AccessChange,
  call: LabCall & Pick<Call<typeof labPartnerCalls.reinstateLabPartner>, 'body'>,
): Promise<LabPartnerView> {
  const { accountAccess } = services
  const { params, body, caller } = call
  const labPartnerId = params.id
  let changed: string[] = []
  const status = await commandLab(
    services,
    {
      route,
      type,
      async writeRows(client, ownerId) {
        await client.query('select from users where id = $1 for no key update', [ownerId])
        await writeRows?.(client, labPartnerId)
        const action = type === 'suspend' ? 'lab-suspended' : 'lab-reinstated'
        const change = { action, labPartnerId, reason: body.reason, caller } as const
        changed = [ownerId, ...(await lockStaff(client, labPartnerId))]
        for (const userId of changed) await writeAccountChange(client, accountAccess, { ...change, userId })
      },
    },
    call,
  )
  for (const id of changed) accountAccess.changed(id)
  return viewLab(services, labPartnerId, call.reply, status)
}

/** Locks the people whose access the lab has not ended. Nobody is invited meanwhile, because the row of the owner is locked. */
async function lockStaff(client: pg.ClientBase, labPartnerId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from users where works_for = $1 and ended_at is null and erased_at is null
      order by id for no key update`,
    [labPartnerId],
  )
  return rows.map(({ id }) => id)
}

type LabCommand = {
  route: Route
  type: Exclude<LabPartnerCommand['type'], 'apply'>
  /** Writes rows in the transaction of the event. @param ownerId the user who applied for the lab */
  writeRows?: (client: pg.ClientBase, ownerId: string) => Promise<void>
}

/** @returns the status of the lab after an admin's command, which is given once for each Idempotency-Key */
async function commandLab(
  { appender, logDb: pool, now }: Pick<LabServices, 'appender' | 'logDb' | 'now'>,
  { route, type, writeRows }: LabCommand,
  call: LabCall,
): Promise<LabPartnerState['status']> {
  const { appendId, beforeAppend } = await identifyCommand(pool, route, call)
  const { state, refused } = await labPartners.handle(
    { appender, pool },
    {
      id: call.params.id,
      appendId,
      beforeAppend,
      actor: actorOf(call.caller),
      correlationId: call.request.id,
      async writeRows(client, _, lab) {
        if (lab.status !== 'none') await writeRows?.(client, lab.userId)
      },
    },
    (lab) => labPartnerDecider.decide(lab, { type }, now()),
  )
  if (refused) throw new AppError(refused)
  return state.status
}
