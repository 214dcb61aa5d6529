import { randomUUID } from 'node:crypto'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import { expect, it } from 'vitest'
import { eraseRejected } from './delete-old-rows.ts'

const database = useTestDatabase()

/** A lab whose application was decided so many days ago. @returns the id of its user */
async function applied(decision: 'LabRejected' | 'LabApproved', days: number): Promise<string> {
  const [id, userId] = [randomUUID(), await createUser(database, 'lab-partner')]
  await database.asOwner(
    `insert into lab_partners (id, user_id, lab_name, organization_name, address, created_at)
     values ($1, $2, 'City Lab', 'City Lab Pvt Ltd', '1 Ring Road', now() - interval '200 days')
     on conflict (user_id) do update set id = excluded.id`,
    [id, userId],
  )
  await database.asOwner(
    `insert into log.events (position, stream_id, version, type, schema_version, data, actor, append_id, append_index, at)
     select coalesce(max(position), 0) + 1, 'lab-' || $1::text, 2, $2, 1, '{}', 'admin:test', gen_random_uuid(), 0,
            now() - make_interval(days => $3) from log.events`,
    [id, decision, days],
  )
  return userId
}

it('an application that was rejected 90 days ago is erased with its account once, its ids stay, others too', async () => {
  const old = await applied('LabRejected', 91)
  const others = [await applied('LabRejected', 89), await applied('LabApproved', 91)]
  for (const _ of ['once', 'again']) await eraseRejected(database.pool)
  const { rows } = await database.asOwner(
    `select u.id, u.erased_at is not null as "isErased", l.lab_name as "lab", l.address, u.email like 'deleted-%' as "hasNoEmail"
       from users u join lab_partners l on l.user_id = u.id where u.id = any($1) order by 2 desc, u.id`,
    [[old, ...others]],
  )
  const kept = { isErased: false, lab: 'City Lab', address: '1 Ring Road', hasNoEmail: false }
  expect(rows).toEqual([
    { id: old, isErased: true, lab: 'Deleted', address: 'Deleted', hasNoEmail: true },
    ...others.sort().map((id) => ({ id, ...kept })),
  ])
  const audited = await database.asOwner(
    "select user_id from audit where action = 'account-erased' order by id",
  )
  expect(audited.rows).toEqual([{ user_id: old }])
})
