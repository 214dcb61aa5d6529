import { type ConsentView, privacyCalls } from '@jaanch/account/privacy/api'
import { type ConsentPurpose, consentPurposes, consentTexts } from '@jaanch/account/privacy/consents'
import { erasePerson } from '@jaanch/account/privacy/erase-person'
import type { ErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { demandPassword, type PasswordCheck } from '@jaanch/account/sessions/check-password'
import type { Standings } from '@jaanch/account/sessions/standings'
import { findUser } from '@jaanch/account/users/user-rows'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { clearFilesCookie } from '@jaanch/contracts/files-cookie'
import type { Bounds } from '@jaanch/platform/http/bounds'
import type { Log } from '@jaanch/platform/logging'
import { passBarrier, type Reads, readTable } from '@jaanch/platform/reads/read-tables'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { registerExportPerson } from './export-person.ts'

type Parts = PasswordCheck &
  Reads & {
    db: DatabasePool
    logDb: pg.Pool
    standings: Standings
    erasureLedger: ErasureLedger
    bounds: Bounds
    log: Log
  }

export function registerPrivacyRoutes(app: FastifyInstance, parts: Parts): void {
  registerConsents(app, parts)
  registerEraseAccount(app, parts)
  registerExportPerson(app, parts)
}

const consentRow = z.object({
  purpose: z.string(),
  version: z.number(),
  isGiven: z.boolean(),
  answeredAt: z.date(),
})

/** Each answer is a row: the newest for a purpose counts, if it is for the present version of the text. */
function registerConsents(app: FastifyInstance, { db, audit, now }: Parts): void {
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

  app.serve(privacyCalls.listConsents, ({ caller }) => list(caller.userId))

  app.serve(privacyCalls.answerConsent, async ({ body, caller }) => {
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

const bookingRow = z.object({ id: z.uuid(), isOpen: z.boolean() })

/**
 * A customer deletes the account. Open bookings need the name and the address: they are cancelled or completed before. An open call about a
 * critical value needs the name and the number: it is confirmed or ended as not reached before.
 */
function registerEraseAccount(app: FastifyInstance, parts: Parts): void {
  const { accountsDb, db, logDb, standings } = parts

  app.serveUnplaced(privacyCalls.eraseMe, async ({ body, caller, request, reply }) => {
    const { userId } = caller
    const user = await findUser(accountsDb, userId)
    if (!user) throw new AppError('not-signed-in')
    await demandPassword(parts, { request, caller, user, password: body.password })

    const view = await passBarrier(parts, reply)
    const bookings = await db.any(sql.type(bookingRow)`
      select id, status not in ('completed', 'cancelled') as is_open from ${readTable(view, 'bookings')}
       where customer_id = ${userId}`)
    if (view.behind > 0) throw new AppError('unavailable')
    if (bookings.some(({ isOpen }) => isOpen)) throw new AppError('bookings-open')

    const bookingIds = bookings.map(({ id }) => id)
    await erasePerson(logDb, {
      userId,
      bookingIds,
      actor: actorOf(caller),
      correlationId: request.id,
      ledger: parts.erasureLedger,
    })
    standings.invalidate(userId)
    clearFilesCookie(parts, reply)
    return undefined
  })
}
