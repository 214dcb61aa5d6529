import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { recordChange } from '../../http/record-change.ts'
import { withChanges } from '../../http/with-changes.ts'
import { measureAreas } from '../../places/measure-areas.ts'
import type { Reads } from '../../reads/read-tables.ts'
import { viewLab } from './list-labs.ts'

type LabDetails = {
  city: string | null
  state: string | null
  pincode: string | null
  labLicense: string | null
}

export function registerChangeLabDetails(
  app: FastifyInstance,
  parts: Reads & { db: DatabasePool; logDb: pg.Pool },
): void {
  app.serve(labPartnerRoutes.changeLabPartner, async ({ params, body, caller, request, reply }) => {
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
      if (details.pincode !== rows[0].pincode) await measureAreas(client, [id])
      return true
    })
    return viewLab(parts, id, reply)
  })
}
