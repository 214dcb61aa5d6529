/** Adult family members have to agree before the customer sees their results. */

import { istDate } from '@jaanch/contracts/calendar'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { type Services, serveCall } from '@jaanch/platform/http/served'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../audit/audit.ts'
import { peopleCalls, type RelativeConsentView } from './api.ts'

/** The agreement of an adult family member, without which the customer does not see the results: its text and version. */
export const relativeConsent = {
  version: 1,
  text: (name: string) =>
    `${name} agrees that I see their results on Jaanch, as values over time and as PDFs, and that I pass them on to a doctor. ` +
    `${name} can withdraw this at any time.`,
} as const

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

export const getRelativeConsent = serveCall(peopleCalls.getRelativeConsent, ({ caller, params }, services) =>
  viewConsent(services, caller, params.id),
)

/** Given once: each answer is a row and stays as it was. */
export const giveRelativeConsent = serveCall(
  peopleCalls.giveRelativeConsent,
  async ({ caller, params, body }, services) => {
    const { db, audit, now } = services
    const { givenAt, name } = await findConsent(services, caller, params.id)
    if (body.version !== relativeConsent.version)
      throw new AppError('conflict', 'The text has changed. Please read it again.')
    if (givenAt === null) {
      // two at the same time: the second one finds the first. An edit of the person is waited for: the text that was agreed to has the
      // name that was read. A later edit ends this
      const { rowCount } = await db.query(sql.unsafe`
        with person as (select id from family_members where id = ${params.id} and name = ${name} for share)
        insert into relative_consents (family_member_id, customer_id, version, given_at)
        select id, ${caller.userId}::uuid, ${body.version}::integer, ${now().toISOString()}::timestamptz from person
        on conflict (family_member_id) where withdrawn_at is null do nothing`)
      if (rowCount > 0) await recordConsent(audit, 'given', { caller, familyMemberId: params.id })
    }
    return viewConsent(services, caller, params.id)
  },
)

export const withdrawRelativeConsent = serveCall(
  peopleCalls.withdrawRelativeConsent,
  async ({ caller, params }, services) => {
    const { db, audit, now } = services
    await findConsent(services, caller, params.id)
    const ended = { caller, familyMemberId: params.id, now: now() }
    const isWithdrawn = await db.transaction((tx) => endConsent(tx, services, ended))
    if (isWithdrawn) await recordConsent(audit, 'withdrawn', ended)
    return undefined
  },
)

async function viewConsent(
  services: Parts,
  caller: Caller,
  familyMemberId: string,
): Promise<RelativeConsentView> {
  const { name, isNeeded, givenAt } = await findConsent(services, caller, familyMemberId)
  return {
    familyMemberId,
    name,
    isNeeded,
    givenAt: givenAt?.toISOString() ?? null,
    text: relativeConsent.text(name),
    version: relativeConsent.version,
  }
}

type Ended = { caller: Caller; familyMemberId: string; now: Date }

/**
 * Withdraws the agreement of a family member and ends the links to the results: asked for, or because the agreement was that of
 * somebody with another identity. One that is withdrawn stays so after a restore, by the ledger: while that can't be written, nothing
 * is withdrawn.
 * @param tx the transaction of the change
 * @returns whether an agreement was withdrawn: the caller records it (`recordConsent`)
 * @throws AppError unavailable if the ledger can't be written
 */
export async function endConsent(
  tx: CommonQueryMethods,
  { erasureLedger, endsWithConsent }: Pick<Services, 'erasureLedger' | 'endsWithConsent'>,
  { caller, familyMemberId, now }: Ended,
): Promise<boolean> {
  // an agreement and a link that are under way hold the row, and are ended then
  await tx.query(sql.unsafe`select 1 from family_members where id = ${familyMemberId} for no key update`)
  const { rowCount } = await tx.query(sql.unsafe`
    update relative_consents set withdrawn_at = ${now.toISOString()}
     where family_member_id = ${familyMemberId} and withdrawn_at is null`)
  // those of a child, who did not have to agree, as well
  for (const end of endsWithConsent) await end(tx, { customerId: caller.userId, familyMemberId, now })
  if (rowCount > 0) await erasureLedger.record('consent-withdrawn', familyMemberId)
  return rowCount > 0
}

export function recordConsent(
  audit: Audit,
  action: 'given' | 'withdrawn',
  { caller, familyMemberId }: Omit<Ended, 'now'>,
): Promise<void> {
  return audit.record({
    action: `relative-consent-${action}`,
    actor: actorOf(caller),
    userId: caller.userId,
    object: `family-member:${familyMemberId}`,
  })
}
