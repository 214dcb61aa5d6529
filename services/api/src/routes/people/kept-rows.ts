/** Rows of a customer's lists. Removed ones stay: past bookings show them. */
import { AppError } from '@jaanch/contracts/errors'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'

type Table = 'family_members' | 'customer_addresses'

const countRow = z.object({ n: z.number() })

/** How many rows are in a customer's list. Requests at the same time do not see each other's rows. */
export async function countPresent(
  db: CommonQueryMethods,
  table: Table,
  customerId: string,
): Promise<number> {
  const { n } = await db.one(sql.type(countRow)`
    select count(*) as n from ${sql.identifier([table])} where customer_id = ${customerId} and deleted_at is null`)
  return n
}

/** Removes a row from its customer's list. @throws AppError not-found */
export async function markDeleted(
  { db, now }: { db: CommonQueryMethods; now: () => Date },
  table: Table,
  id: string,
  caller: Caller,
): Promise<undefined> {
  const { rowCount } = await db.query(sql.unsafe`
    update ${sql.identifier([table])} set deleted_at = ${now().toISOString()}
     where id = ${id} and customer_id = ${caller.userId} and deleted_at is null`)
  if (rowCount === 0) throw new AppError('not-found')
}
