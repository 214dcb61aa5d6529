import { isDeepStrictEqual } from 'node:util'
import { actorOf, labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { recordChange, withChanges } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { insertAudit } from '../audit/audit.ts'
import { type LabPartnerView, type LabProfile, labPartnerCalls, labProfileCalls } from './api.ts'
import { viewLab } from './list-labs.ts'

type Row = LabProfile & { userId: string }
const fields = ['labName', 'address', 'phone', 'labelIdentity'] as const

export const getLabProfile = serveCall(labProfileCalls.getLabProfile, async ({ caller }, { logDb }) =>
  presentProfile(await readProfile(logDb, labOf(caller))),
)

/** A lab's owner edits what customers, collectors and documents say of the lab. */
export const changeLabProfile = serveCall(
  labProfileCalls.changeLabProfile,
  async ({ body, caller, request }, { logDb }) => {
    const id = labOf(caller)
    const event = { type: 'LabDetailsChanged', data: {} } as const
    const change = { streamId: streamId('lab', id), event, caller, requestId: request.id }
    await recordChange({ logDb }, change, async (client) => {
      // the account first, as a suspension does: its phone is proven, and its name changed, by other calls
      await client.query(
        'select from users where id = (select user_id from lab_partners where id = $1) for no key update',
        [id],
      )
      await client.query('select from lab_partners where id = $1 for no key update', [id])
      const before = await readProfile(client, id)
      const after = withChanges(before, body)
      const changed = fields.filter((field) => after[field] !== before[field])
      if (changed.length === 0) return false
      await client.query(
        `update lab_partners set lab_name = $2, organization_name = case when organization_name = lab_name then $2 else organization_name end,
                address = $3, label_identity = $4,
                former_names = with_former_identity(former_names, case when lab_name = $2 then '[]'
                  else jsonb_build_array(jsonb_build_object('name', lab_name, 'until', clock_timestamp())) end) where id = $1`,
        [id, after.labName, after.address, after.labelIdentity],
      )
      // the account of the owner is named as the lab, unless its owner changed that
      if (changed.includes('labName') || changed.includes('phone'))
        await client.query(
          'update users set name = case when name = $2 then $3 else name end, phone = $4 where id = $1',
          [before.userId, before.labName, after.labName, after.phone],
        )
      const details = { fields: changed.join(', ') }
      const about = { actor: actorOf(caller), userId: before.userId, object: `lab:${id}`, details }
      await insertAudit(client, [{ action: 'lab-profile-changed', ...about }])
      return true
    })
    return presentProfile(await readProfile(logDb, id))
  },
)

function presentProfile(row: Row): LabProfile {
  const { labName, address, city, state, pincode, phone, labelIdentity } = row
  return { labName, address, city, state, pincode, phone, labelIdentity }
}

async function readProfile(db: Pick<pg.ClientBase, 'query'>, labPartnerId: string): Promise<Row> {
  const { rows } = await db.query<Row>(
    `select l.user_id as "userId", l.lab_name as "labName", l.address, l.city, l.state, l.pincode, u.phone,
            l.label_identity as "labelIdentity"
       from lab_partners l join users u on u.id = l.user_id where l.id = $1`,
    [labPartnerId],
  )
  if (!rows[0]) throw new AppError('not-found')
  return rows[0]
}

type LabDetails = Pick<LabPartnerView, 'city' | 'state' | 'pincode' | 'labLicense'>

/** An admin records where a lab is, and its licence. */
export const changeLabPartner = serveCall(
  labPartnerCalls.changeLabPartner,
  async ({ params: { id }, body, caller, request, reply }, services) => {
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
