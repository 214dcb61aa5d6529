import { AppError } from '@jaanch/contracts/errors'
import { type CommonQueryMethods, sql } from 'slonik'

/** The owner may go too. @throws AppError not-a-collector: somebody of another lab, or who has left, looks the same */
export async function checkCollector(
  db: CommonQueryMethods,
  userId: string,
  labPartnerId: string | null,
): Promise<void> {
  const isOne = await db.exists(sql.unsafe`
    select 1 from users u left join lab_partners l on l.user_id = u.id
     where u.id = ${userId} and u.is_active and u.ended_at is null
       and (l.id = ${labPartnerId} or (u.works_for = ${labPartnerId} and u.lab_role = 'collector'))`)
  if (!isOne) throw new AppError('not-a-collector')
}
