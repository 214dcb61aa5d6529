import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { adultMonths, whoIs } from '@jaanch/domain/report/interval'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../auth/caller.ts'

type Parts = { db: CommonQueryMethods; now: () => Date }

const memberRow = z.object({
  name: z.string(),
  relationship: z.string(),
  dateOfBirth: z.string().nullable(),
  givenAt: z.date().nullable(),
})

export type RelativeConsent = { name: string; isNeeded: boolean; givenAt: Date | null }

/** Whose parent the customer is: without a date of birth they are taken for children. */
const childRelationships = new Set(['Son', 'Daughter', 'child'])

/**
 * Whether a family member of the caller has to agree, and has. Adults have to: by the date of birth today, without one everybody who
 * is not the customer's child.
 * @throws AppError not-found for a family member of somebody else. A removed one is found: past bookings keep it
 */
export async function findConsent(
  { db, now }: Parts,
  { userId }: Pick<Caller, 'userId'>,
  familyMemberId: string,
): Promise<RelativeConsent> {
  const row = await db.maybeOne(sql.type(memberRow)`
    select f.name, f.relationship, f.date_of_birth, c.given_at from family_members f
      left join relative_consents c on c.family_member_id = f.id and c.withdrawn_at is null
     where f.id = ${familyMemberId} and f.customer_id = ${userId}`)
  if (!row) throw new AppError('not-found')
  const { name, givenAt, ...person } = row
  return { name, isNeeded: mayBeAdult(person, now()), givenAt }
}

function mayBeAdult(person: Pick<z.output<typeof memberRow>, 'relationship' | 'dateOfBirth'>, now: Date) {
  const { ageMonths } = whoIs({ ...person, sex: null }, istDate(now))
  if (typeof ageMonths === 'number') return ageMonths >= adultMonths
  return !childRelationships.has(person.relationship)
}

const silentRow = memberRow.omit({ name: true, givenAt: true }).extend({ id: z.uuid() })

/** The family members of a customer who would have to agree and have not, removed ones included. */
export async function listSilentRelatives({ db, now }: Parts, customerId: string): Promise<string[]> {
  const rows = await db.any(sql.type(silentRow)`
    select f.id, f.relationship, f.date_of_birth from family_members f
     where f.customer_id = ${customerId}
       and not exists (select from relative_consents c where c.family_member_id = f.id and c.withdrawn_at is null)`)
  return rows.filter((person) => mayBeAdult(person, now())).map(({ id }) => id)
}

/**
 * Refuses a customer who reads the results of an adult family member as values, until that one has agreed (recorded once). Labs and
 * admins read in their own role, and the customer's own results need nobody else.
 * @param familyMemberId null: the customer's own
 * @throws AppError consent-needed with `familyMemberId` and `name` as details; not-found for a family member of somebody else
 */
export async function refuseWithoutConsent(
  parts: Parts,
  caller: Caller,
  familyMemberId: string | null,
): Promise<void> {
  if (caller.role !== 'customer' || familyMemberId === null) return
  const { name, isNeeded, givenAt } = await findConsent(parts, caller, familyMemberId)
  if (isNeeded && givenAt === null) {
    throw new AppError('consent-needed', undefined, { details: { familyMemberId, name } })
  }
}
