import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { capacityRoutes } from '@jaanch/contracts/http/capacity'
import { insertAudit } from '@jaanch/storage/audit'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { actorOf } from '../../auth/caller.ts'
import { recordChange } from '../../http/record-change.ts'
import { readLabStatus } from '../../read-models/lab-status.ts'
import { addConsent, readCapacity } from './capacity-rows.ts'

/** An admin consents to the areas that they saw: what the lab declares later waits for another consent. */
export function registerConsentToAreas(
  app: FastifyInstance,
  parts: { logDb: pg.Pool; now: () => Date },
): void {
  const { logDb, now } = parts

  app.serve(capacityRoutes.consentToAreas, async ({ params, body, caller, request }) => {
    const { id } = params
    const status = await readLabStatus(parts, id)
    if (status === 'none') throw new AppError('not-found')
    if (status !== 'approved') throw new AppError('lab-not-approved', 'Only an approved lab limits areas.')
    const change = {
      streamId: streamId('lab', id),
      event: { type: 'LabDetailsChanged', data: {} },
      caller,
      requestId: request.id,
    } as const
    await recordChange(parts, change, async (client) => {
      const { rows } = await client.query<{ userId: string }>(
        'select user_id as "userId" from lab_partners where id = $1 for no key update',
        [id],
      )
      const { waiting } = await readCapacity(client, id, now())
      const pincodes = waiting.pincodes.filter((code) => body.pincodes.includes(code))
      const cities = waiting.cities.filter((city) => body.cities.includes(city))
      if (pincodes.length + cities.length === 0) return false
      await addConsent(client, id, { pincodes, cities })
      return insertAudit(client, [
        {
          action: 'capacity-consented',
          actor: actorOf(caller),
          userId: rows[0]?.userId,
          object: `lab:${id}`,
          details: { pincodes: pincodes.length, cities: cities.length },
        },
      ])
    })
    return readCapacity(logDb, id, now())
  })
}
