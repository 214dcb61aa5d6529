import { AppError } from '@jaanch/contracts/errors'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'

type Parts = { db: CommonQueryMethods; now: () => Date }

export async function findConsent(
  { db }: Parts,
  { userId }: Pick<Caller, 'userId'>,
  familyMemberId: string,
): Promise<{ name: string; isNeeded: boolean; givenAt: Date | null }> {
  const row = await db.maybeOne(sql.type(z.object({ name: z.string() }))`
    select name from family_members where id = ${familyMemberId} and customer_id = ${userId}`)
  if (!row) throw new AppError('not-found')
  return { name: row.name, isNeeded: false, givenAt: null }
}

export async function refuseWithoutConsent(
  parts: Parts,
  caller: Caller,
  familyMemberId: string | null,
): Promise<void> {
  if (caller.role !== 'customer' || familyMemberId === null) return
  await findConsent(parts, caller, familyMemberId)
}
