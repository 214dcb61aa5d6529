/** The agreement of an adult family member that the customer sees the results. */

import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import type { Audit } from '../audit/audit.ts'
import type { ErasureLedger } from '../privacy/erasure-ledger.ts'
import { peopleCalls, type RelativeConsentView } from './api.ts'
import { findConsent } from './relative-consent.ts'

/** Further things that end with the agreement of a family member, in the transaction of the withdrawal; the subjects provide them. */
type EndsWithConsent = readonly ((
  tx: CommonQueryMethods,
  person: { customerId: string; familyMemberId: string; now: Date },
) => Promise<void>)[]

type ConsentServices = { erasureLedger: ErasureLedger; endsWithConsent: EndsWithConsent }

type Services = { db: DatabasePool; now: () => Date }

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
  services: Services,
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
  { erasureLedger, endsWithConsent }: ConsentServices,
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

/** The agreement of an adult family member, without which the customer does not see the results: its text and version. */
export const relativeConsent = {
  version: 1,
  text: (name: string) =>
    `${name} agrees that I see their results on Jaanch, as values over time and as PDFs, and that I pass them on to a doctor. ` +
    `${name} can withdraw this at any time.`,
} as const
