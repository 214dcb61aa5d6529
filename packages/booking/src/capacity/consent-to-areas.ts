import { insertAudit } from '@jaanch/account/audit/record-audit'
import { readLabStatus } from '@jaanch/account/labs/lab-rows'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/eventlog/events/streams'
import { recordChange } from '@jaanch/eventlog/record-change'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { capacityCalls } from './api.ts'
import { addConsent, readCapacity } from './capacity-rows.ts'

/** An admin consents to the areas that they saw: what the lab declares later waits for another consent. */
export const consentToAreas = serveCall(
  capacityCalls.consentToAreas,
  async ({ params: { id }, body, caller, request }, services: { logDb: pg.Pool; now: () => Date }) => {
    const { logDb, now } = services
    const status = await readLabStatus(services, id)
    if (status === 'none') throw new AppError('not-found')
    if (status !== 'approved') throw new AppError('lab-not-approved', 'Only an approved lab limits areas.')
    const event = { type: 'LabDetailsChanged', data: {} } as const
    const change = { streamId: streamId('lab', id), event, caller, requestId: request.id }
    await recordChange(services, change, async (client) => {
      const { rows } = await client.query<{ userId: string }>(
        'select user_id as "userId" from lab_partners where id = $1 for no key update',
        [id],
      )
      const { waiting } = await readCapacity(client, id, now())
      const pincodes = waiting.pincodes.filter((code) => body.pincodes.includes(code))
      const cities = waiting.cities.filter((city) => body.cities.includes(city))
      if (pincodes.length + cities.length === 0) return false
      await addConsent(client, id, { pincodes, cities })
      const details = { pincodes: pincodes.length, cities: cities.length }
      const about = { actor: actorOf(caller), userId: rows[0]?.userId, object: `lab:${id}`, details }
      return insertAudit(client, [{ action: 'capacity-consented', ...about }])
    })
    return readCapacity(logDb, id, now())
  },
)
