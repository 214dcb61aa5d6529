import { AppError } from '@jaanch/contracts/errors'
import { type CommonQueryMethods, sql } from 'slonik'
import type { Caller } from '../../auth/caller.ts'

type Parts = { db: CommonQueryMethods; now: () => Date }

/**
 * Refuses a customer who reads the results of somebody who is not of the family.
 * @param familyMemberId null: the customer's own
 * @throws AppError not-found
 */
export async function refuseWithoutConsent(
  { db }: Parts,
  caller: Caller,
  familyMemberId: string | null,
): Promise<void> {
  if (caller.role !== 'customer' || familyMemberId === null) return
  const isOwn = await db.exists(sql.unsafe`
    select 1 from family_members where id = ${familyMemberId} and customer_id = ${caller.userId}`)
  if (!isOwn) throw new AppError('not-found')
}
