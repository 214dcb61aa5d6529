import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import { identifyCommand } from '@jaanch/eventlog/idempotency'
import { type Call, serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { type AccountAccess, writeAccountChange } from '../sessions/account-changes.ts'
import { type LabPartnerView, labPartnerCalls } from './api.ts'
import { labPartnerDecider } from './lab.ts'
import { type LabServices, labPartners } from './lab-rows.ts'
import { viewLab } from './list-labs.ts'

export type LabAccessServices = LabServices & { accountAccess: AccountAccess }

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
