import { AppError } from '@jaanch/contracts/errors'
import { sql } from 'slonik'
import type { Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'

/** Removes a row from its customer's list. The row stays: past bookings show it. @throws AppError not-found */
export async function markDeleted(
  { db, now }: Pick<Context, 'db' | 'now'>,
  table: 'family_members' | 'customer_addresses',
  id: string,
  caller: Caller,
): Promise<undefined> {
  const { rowCount } = await db.query(sql.unsafe`
    update ${sql.identifier([table])} set deleted_at = ${now().toISOString()}
     where id = ${id} and customer_id = ${caller.userId} and deleted_at is null`)
  if (rowCount === 0) throw new AppError('not-found')
}
