import { istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'

type Parts = { db: CommonQueryMethods; now: () => Date }

const memberRow = z.object({
  name: z.string(),
  isNeeded: z.boolean(),
  isWithheld: z.boolean(),
  givenAt: z.date().nullable(),
})

export type RelativeConsent = z.output<typeof memberRow>

/**
 * A condition in SQL: the results of a family member are withheld from the customer, and from everybody to whom the customer passes them
 * on. Adults have to agree first; `adult_from` follows from the strictest identity that was ever recorded of the person. Every way to
 * results has this condition.
 * @param familyMemberId an expression; null: the customer's own results, which nobody withholds
 */
export function isWithheld(familyMemberId: FragmentSqlToken, now: Date): FragmentSqlToken {
  return sql.fragment`exists (
    select from family_members w
     where w.id = ${familyMemberId} and w.adult_from <= ${istDate(now)}::date
       and not exists (select from relative_consents g where g.family_member_id = w.id and g.withdrawn_at is null))`
}

/**
 * Whether a family member of the caller has to agree, and has.
 * @throws AppError not-found for a family member of somebody else. A removed one is found: past bookings keep it
 */
export async function findConsent(
  { db, now }: Parts,
  { userId }: Pick<Caller, 'userId'>,
  familyMemberId: string,
): Promise<RelativeConsent> {
  const row = await db.maybeOne(sql.type(memberRow)`
    select f.name, f.adult_from <= ${istDate(now())}::date as is_needed, c.given_at,
           ${isWithheld(sql.fragment`f.id`, now())} as is_withheld
      from family_members f
      left join relative_consents c on c.family_member_id = f.id and c.withdrawn_at is null
     where f.id = ${familyMemberId} and f.customer_id = ${userId}`)
  if (!row) throw new AppError('not-found')
  return row
}

const idRow = z.object({ id: z.uuid() })

/** The family members of a customer whose results are withheld, removed ones included. */
export async function listWithheld({ db, now }: Parts, customerId: string): Promise<ReadonlySet<string>> {
  const rows = await db.any(sql.type(idRow)`
    select f.id from family_members f
     where f.customer_id = ${customerId} and ${isWithheld(sql.fragment`f.id`, now())}`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Refuses a customer who reads the results of an adult family member, until that one has agreed. Labs and admins read in their own role,
 * and the customer's own results need nobody else.
 * @param familyMemberId null: the customer's own
 * @throws AppError consent-needed with `familyMemberId` and `name` as details; not-found for a family member of somebody else
 */
export async function refuseWithoutConsent(
  parts: Parts,
  caller: Caller,
  familyMemberId: string | null,
): Promise<void> {
  if (caller.role !== 'customer' || familyMemberId === null) return
  const { name, isWithheld } = await findConsent(parts, caller, familyMemberId)
  if (isWithheld) throw new AppError('consent-needed', undefined, { details: { familyMemberId, name } })
}
