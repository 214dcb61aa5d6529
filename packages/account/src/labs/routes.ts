import { isDeepStrictEqual } from 'node:util'
import { measureAreas } from '@jaanch/booking/places/limited-areas'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError, errorCatalogue } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import type { EventLog } from '@jaanch/eventlog/event-log'
import { streamId } from '@jaanch/eventlog/events/streams'
import { hashOfBody, identifyCommand, newIdFor } from '@jaanch/eventlog/idempotency'
import { recordChange, withChanges } from '@jaanch/eventlog/record-change'
import { networkOf } from '@jaanch/platform/http/network'
import type { Reads } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import type { ErasureLedger } from '../privacy/erasure-ledger.ts'
import { recordNotice } from '../privacy/notices.ts'
import type { PasswordCheck } from '../sessions/check-password.ts'
import { registerUser } from '../sessions/register-user.ts'
import type { Standings } from '../sessions/standings.ts'
import { type LabPartnerView, labPartnerCalls } from './api.ts'
import { labPartnerDecider } from './lab.ts'
import { registerLabProfile } from './lab-profile.ts'
import { labPartners } from './lab-rows.ts'
import { registerListLabs, viewLab } from './list-labs.ts'
import { registerSuspendLab } from './suspend-lab.ts'

type Parts = PasswordCheck &
  Reads &
  EventLog & { db: DatabasePool; standings: Standings; erasureLedger: ErasureLedger }

export function registerLabPartnerRoutes(app: FastifyInstance, parts: Parts): void {
  registerRegisterLab(app, parts)
  registerListLabs(app, parts)
  registerChangeLabDetails(app, parts)
  registerLabProfile(app, parts)
  registerDecideApplication(app, parts)
  registerSuspendLab(app, parts)
}

function registerRegisterLab(app: FastifyInstance, parts: PasswordCheck & { logDb: pg.Pool }): void {
  app.serve(labPartnerCalls.registerLabPartner, async ({ body, idempotencyKey, request }) => {
    await parts.rateLimits.count('labApplications', networkOf(request.ip))
    const { password, noticeVersion, ...lab } = body
    // no user is signed in yet, so the key is scoped to the application in the request
    const idFor = (kind: string) => newIdFor(kind, hashOfBody(lab), idempotencyKey)
    const [userId, labPartnerId] = [idFor('lab-user'), idFor('lab')]
    const name = lab.organizationName
    await registerUser(parts, {
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
  })
}

type Call = {
  params: { id: string }
  body: unknown
  caller: Caller
  idempotencyKey: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** An admin approves or rejects the application of a lab. */
function registerDecideApplication(
  app: FastifyInstance,
  parts: Reads & EventLog & { db: DatabasePool; now: () => Date },
): void {
  const { appender, logDb: pool, now } = parts
  const { approveLabPartner, rejectLabPartner } = labPartnerCalls

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

type LabDetails = {
  city: string | null
  state: string | null
  pincode: string | null
  labLicense: string | null
}

function registerChangeLabDetails(
  app: FastifyInstance,
  parts: Reads & { db: DatabasePool; logDb: pg.Pool },
): void {
  app.serve(labPartnerCalls.changeLabPartner, async ({ params, body, caller, request, reply }) => {
    const { id } = params
    const event = { type: 'LabDetailsChanged', data: {} } as const
    const change = { streamId: streamId('lab', id), event, caller, requestId: request.id }
    await recordChange(parts, change, async (client) => {
      const { rows } = await client.query<LabDetails>(
        'select city, state, pincode, lab_license as "labLicense" from lab_partners where id = $1 for update',
        [id],
      )
      if (!rows[0]) throw new AppError('not-found')
      const details = withChanges(rows[0], body)
      if (isDeepStrictEqual(details, rows[0])) return false
      await client.query(
        'update lab_partners set city = $2, state = $3, pincode = $4, lab_license = $5 where id = $1',
        [id, details.city, details.state, details.pincode, details.labLicense],
      )
      // what the lab declared near the PIN code limits customers from now on
      if (details.pincode !== rows[0].pincode) await measureAreas(client, id)
      return true
    })
    return viewLab(parts, id, reply)
  })
}
