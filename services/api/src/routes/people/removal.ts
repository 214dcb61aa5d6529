import { AppError } from '@jaanch/contracts/errors'
import { sql } from 'slonik'
import type { Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'

/** Takes something of a customer's off their lists; past bookings keep what they show of it. @throws AppError not-found */
export async function remove(
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
