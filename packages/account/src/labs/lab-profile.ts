import { actorOf, labOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/eventlog/events/streams'
import { recordChange, withChanges } from '@jaanch/eventlog/record-change'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { insertAudit } from '../audit/record-audit.ts'
import { type LabProfile, labProfileCalls } from './profile-api.ts'

type Row = LabProfile & { userId: string }
const fields = ['labName', 'address', 'phone', 'labelIdentity'] as const

/** A lab's owner reads and edits what customers, collectors and documents say of the lab. */
export function registerLabProfile(app: FastifyInstance, parts: { logDb: pg.Pool }): void {
  app.serve(labProfileCalls.getLabProfile, async ({ caller }) => {
    const { userId: _, ...profile } = await readProfile(parts.logDb, labOf(caller))
    return profile
  })

  app.serve(labProfileCalls.changeLabProfile, async ({ body, caller, request }) => {
    const id = labOf(caller)
    const event = { type: 'LabDetailsChanged', data: {} } as const
    const change = { streamId: streamId('lab', id), event, caller, requestId: request.id }
    await recordChange(parts, change, async (client) => {
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
      await insertAudit(client, [
        {
          action: 'lab-profile-changed',
          actor: actorOf(caller),
          userId: before.userId,
          object: `lab:${id}`,
          details: { fields: changed.join(', ') },
        },
      ])
      return true
    })
    const { userId: _, ...profile } = await readProfile(parts.logDb, id)
    return profile
  })
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
