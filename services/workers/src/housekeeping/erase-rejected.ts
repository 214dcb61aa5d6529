import { keptFor } from '@jaanch/contracts/kept-for'
import { erasePerson } from '@jaanch/storage/erase-person'
import { erased } from '@jaanch/storage/personal-data'
import type pg from 'pg'
import { tryEach } from './try-each.ts'

/** Applications of a pass; the next one goes on */
const mostAtOnce = 500

/**
 * Erases what labs applied with whose application was rejected long ago: the applicant's account, and names and address of the lab. Ids
 * stay, because the log has them. It costs a look into the log for each lab, and is repeated after a restore.
 */
export async function eraseRejected(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; userId: string }>(
    `select l.id, l.user_id as "userId" from lab_partners l join users u on u.id = l.user_id
      where u.erased_at is null and l.created_at < statement_timestamp() - $1::interval
        and exists (select from log.events e where e.stream_id = 'lab-' || l.id and e.type = 'LabRejected'
                      and e.at < statement_timestamp() - $1::interval)
      limit $2`,
    [keptFor.rejectedApplications, mostAtOnce],
  )
  await tryEach(rows, async ({ id, userId }) => {
    // before the account: what a process that dies here leaves is found by the next pass
    await pool.query(
      `update lab_partners set lab_name = $2, former_names = '[]', organization_name = $2, address = $2, city = null, state = null,
              pincode = null, lab_license = null
        where id = $1`,
      [id, erased.other],
    )
    await erasePerson(pool, { userId, bookingIds: [], actor: 'system:housekeeping' })
  })
}
