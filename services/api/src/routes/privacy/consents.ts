import { type ConsentPurpose, consentPurposes, consentTexts } from '@jaanch/contracts/consents'
import { AppError } from '@jaanch/contracts/errors'
import { type ConsentView, privacyRoutes } from '@jaanch/contracts/http/privacy'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import { actorOf } from '../../auth/caller.ts'

const consentRow = z.object({
  purpose: z.string(),
  version: z.number(),
  isGiven: z.boolean(),
  answeredAt: z.date(),
})

/** Each answer is a row: the newest for a purpose counts, if it is for the present version of the text. */
export function registerConsents(
  app: FastifyInstance,
  { db, audit, now }: { db: DatabasePool; audit: Audit; now: () => Date },
): void {
  async function list(userId: string): Promise<ConsentView[]> {
    const rows = await db.any(sql.type(consentRow)`
      select distinct on (purpose) purpose, version, is_given, answered_at from consents
       where user_id = ${userId} order by purpose, id desc`)
    const answers = new Map(rows.map((row) => [row.purpose, row]))
    return consentPurposes.map((purpose) => {
      const { text, version } = consentTexts[purpose]
      const answer = answers.get(purpose)
      return {
        purpose,
        text,
        version,
        isGiven: answer?.isGiven === true && answer.version === version,
        answeredAt: answer?.answeredAt.toISOString() ?? null,
      }
    })
  }

  app.serve(privacyRoutes.listConsents, ({ caller }) => list(caller.userId))

  app.serve(privacyRoutes.answerConsent, async ({ body, caller }) => {
    const { purpose, version, isGiven } = body
    const { userId } = caller
    if (isGiven && version !== versionOf(purpose))
      throw new AppError('conflict', 'The text has changed. Please read it again.')
    const present = (await list(userId)).find((consent) => consent.purpose === purpose)
    // the same answer again is no other answer
    if (present?.isGiven !== isGiven) {
      await db.query(sql.unsafe`
        insert into consents (user_id, purpose, version, is_given, answered_at)
        values (${userId}, ${purpose}, ${version}, ${isGiven}, ${now().toISOString()})`)
      const details = { purpose, version, isGiven }
      await audit.record({ action: 'consent-answered', actor: actorOf(caller), userId, details })
    }
    return list(userId)
  })
}

function versionOf(purpose: ConsentPurpose): number {
  return consentTexts[purpose].version
}
