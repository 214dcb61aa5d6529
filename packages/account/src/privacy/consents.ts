import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { type ConsentView, privacyCalls } from './api.ts'
import { consentPurposes, consentTexts, type NoticeName } from './consent-texts.ts'

const consentRow = z.object({
  purpose: z.string(),
  version: z.number(),
  isGiven: z.boolean(),
  answeredAt: z.date(),
})

export const listConsents = serveCall(privacyCalls.listConsents, ({ caller }, { db }) =>
  readConsents(db, caller.userId),
)

export const answerConsent = serveCall(
  privacyCalls.answerConsent,
  async ({ body, caller }, { db, audit, now }) => {
    const { purpose, version, isGiven } = body
    const { userId } = caller
    if (isGiven && version !== consentTexts[purpose].version)
      throw new AppError('conflict', 'The text has changed. Please read it again.')
    const present = (await readConsents(db, userId)).find((consent) => consent.purpose === purpose)
    // the same answer again is no other answer
    if (present?.isGiven !== isGiven) {
      await db.query(sql.unsafe`
        insert into consents (user_id, purpose, version, is_given, answered_at)
        values (${userId}, ${purpose}, ${version}, ${isGiven}, ${now().toISOString()})`)
      const details = { purpose, version, isGiven }
      await audit.record({ action: 'consent-answered', actor: actorOf(caller), userId, details })
    }
    return readConsents(db, userId)
  },
)

/** Each answer is a row: the newest for a purpose counts, if it is for the present version of the text. */
async function readConsents(db: DatabasePool, userId: string): Promise<ConsentView[]> {
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

/** Records that a person was shown a version of a notice, once for each. @param version undefined: by a client that shows none */
export async function recordNotice(
  db: Pick<pg.ClientBase | pg.Pool, 'query'>,
  userId: string,
  name: NoticeName,
  version: number | undefined,
): Promise<void> {
  if (version === undefined) return
  await db.query(
    `insert into consents (user_id, purpose, version, is_given) select $1, $2, $3, true
      where not exists (select from consents where user_id = $1 and purpose = $2 and version = $3)`,
    [userId, `notice-${name}`, version],
  )
}
