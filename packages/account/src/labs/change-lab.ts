import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/eventlog/events/streams'
import { recordChange, withChanges } from '@jaanch/eventlog/record-change'
import { serveCall } from '@jaanch/platform/http/served'
import type { Reads } from '@jaanch/platform/reads/read-tables'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { labPartnerCalls } from './api.ts'
import { viewLab } from './list-labs.ts'

type Services = Reads & {
  db: DatabasePool
  logDb: pg.Pool
  /** Stores what the declaration of a lab limits, in the transaction that moves the lab */
  measureAreas: (client: pg.ClientBase, labPartnerId: string) => Promise<void>
}

type LabDetails = {
  city: string | null
  state: string | null
  pincode: string | null
  labLicense: string | null
}

/** An admin records where a lab is, and its licence. */
export const changeLabPartner = serveCall(
  labPartnerCalls.changeLabPartner,
  async ({ params: { id }, body, caller, request, reply }, services: Services) => {
    const event = { type: 'LabDetailsChanged', data: {} } as const
    const change = { streamId: streamId('lab', id), event, caller, requestId: request.id }
    await recordChange(services, change, async (client) => {
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
      if (details.pincode !== rows[0].pincode) await services.measureAreas(client, id)
      return true
    })
    return viewLab(services, id, reply)
  },
)
