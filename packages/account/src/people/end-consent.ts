import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { endSharesAbout } from '@jaanch/shares/end-shares'
import { type CommonQueryMethods, sql } from 'slonik'
import type { Audit } from '../audit/audit.ts'
import type { ErasureLedger } from '../privacy/erasure-ledger.ts'

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
  erasureLedger: ErasureLedger,
  { caller, familyMemberId, now }: Ended,
): Promise<boolean> {
  // an agreement and a link that are under way hold the row, and are ended then
  await tx.query(sql.unsafe`select 1 from family_members where id = ${familyMemberId} for no key update`)
  const { rowCount } = await tx.query(sql.unsafe`
    update relative_consents set withdrawn_at = ${now.toISOString()}
     where family_member_id = ${familyMemberId} and withdrawn_at is null`)
  // those of a child, who did not have to agree, as well
  await endSharesAbout(tx, { customerId: caller.userId, familyMemberId, now })
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
