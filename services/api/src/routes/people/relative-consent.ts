import { AppError } from '@jaanch/contracts/errors'
import { peopleRoutes, type RelativeConsentView } from '@jaanch/contracts/http/people'
import { relativeConsent } from '@jaanch/contracts/relative-consent'
import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import type { Caller } from '../../auth/caller.ts'
import { endConsent, recordConsent } from '../../people/end-consent.ts'
import { findConsent } from '../../read-models/relative-consent.ts'

type Parts = { db: DatabasePool; audit: Audit; erasureLedger: ErasureLedger; now: () => Date }

/** The agreement of an adult family member: given once, each answer is a row and stays as it was. */
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

  app.serve(peopleRoutes.getRelativeConsent, ({ caller, params }) => view(caller, params.id))

  app.serve(peopleRoutes.giveRelativeConsent, async ({ caller, params, body }) => {
    const { givenAt, name } = await findConsent(parts, caller, params.id)
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
    return view(caller, params.id)
  })

  app.serve(peopleRoutes.withdrawRelativeConsent, async ({ caller, params }) => {
    await findConsent(parts, caller, params.id)
    const ended = { caller, familyMemberId: params.id, now: now() }
    const isWithdrawn = await db.transaction((tx) => endConsent(tx, erasureLedger, ended))
    if (isWithdrawn) await recordConsent(audit, 'withdrawn', ended)
    return undefined
  })
}
