import { AppError } from '@jaanch/contracts/errors'
import { peopleRoutes, type RelativeConsentView } from '@jaanch/contracts/http/people'
import { relativeConsent } from '@jaanch/contracts/relative-consent'
import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'
import { findConsent } from '../../read-models/relative-consent.ts'
import { endSharesAbout } from '../../shares/end-shares.ts'

type Parts = { db: DatabasePool; audit: Audit; erasureLedger: ErasureLedger; now: () => Date }

/**
 * The agreement of an adult family member: given once, each answer is a row and stays as it was. One that is withdrawn stays so after a
 * restore, by the ledger: while that can't be written, nothing is withdrawn.
 */
export function registerRelativeConsent(app: FastifyInstance, parts: Parts): void {
  const { db, audit, erasureLedger, now } = parts

  async function view(caller: Caller, familyMemberId: string): Promise<RelativeConsentView> {
    const { name, isNeeded, givenAt } = await findConsent(parts, caller, familyMemberId)
    return {
      familyMemberId,
      name,
      isNeeded,
      givenAt: givenAt?.toISOString() ?? null,
      text: relativeConsent.text(name),
      version: relativeConsent.version,
    }
  }

  function record(action: 'given' | 'withdrawn', caller: Caller, familyMemberId: string): Promise<void> {
    return audit.record({
      action: `relative-consent-${action}`,
      actor: actorOf(caller),
      userId: caller.userId,
      object: `family-member:${familyMemberId}`,
    })
  }

  app.serve(peopleRoutes.getRelativeConsent, ({ caller, params }) => view(caller, params.id))

  app.serve(peopleRoutes.giveRelativeConsent, async ({ caller, params, body }) => {
    const { givenAt } = await findConsent(parts, caller, params.id)
    if (body.version !== relativeConsent.version)
      throw new AppError('conflict', 'The text has changed. Please read it again.')
    if (givenAt === null) {
      // two at the same time: the second one finds the first
      const { rowCount } = await db.query(sql.unsafe`
        insert into relative_consents (family_member_id, customer_id, version, given_at)
        values (${params.id}, ${caller.userId}, ${body.version}, ${now().toISOString()})
        on conflict (family_member_id) where withdrawn_at is null do nothing`)
      if (rowCount > 0) await record('given', caller, params.id)
    }
    return view(caller, params.id)
  })

  app.serve(peopleRoutes.withdrawRelativeConsent, async ({ caller, params }) => {
    await findConsent(parts, caller, params.id)
    const rowCount = await db.transaction(async (transaction) => {
      const { rowCount } = await transaction.query(sql.unsafe`
        update relative_consents set withdrawn_at = ${now().toISOString()}
         where family_member_id = ${params.id} and withdrawn_at is null`)
      if (rowCount > 0) await erasureLedger.record('consent-withdrawn', params.id)
      return rowCount
    })
    // also when it is repeated: the first request may have ended before this
    await endSharesAbout(db, { customerId: caller.userId, familyMemberId: params.id, now: now() })
    if (rowCount > 0) await record('withdrawn', caller, params.id)
    return undefined
  })
}
