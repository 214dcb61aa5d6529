import { AppError } from '@jaanch/contracts/errors'
import { privacyRoutes } from '@jaanch/contracts/http/privacy'
import { erasePerson } from '@jaanch/storage/erase-person'
import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { actorOf } from '../../auth/caller.ts'
import { demandPassword, type PasswordCheck } from '../../auth/check-password.ts'
import { clearFilesCookie } from '../../auth/files-cookie.ts'
import type { Standings } from '../../auth/standings.ts'
import { findUser } from '../../auth/users.ts'
import { passBarrier, type Reads, readTable } from '../../reads/read-tables.ts'

type Parts = PasswordCheck &
  Reads & { db: DatabasePool; logDb: pg.Pool; standings: Standings; erasureLedger: ErasureLedger }

const bookingRow = z.object({ id: z.uuid(), isOpen: z.boolean() })

/**
 * A customer deletes the account. Open bookings need the name and the address: they are cancelled or completed before. An open call about a
 * critical value needs the name and the number: it is confirmed or ended as not reached before.
 */
export function registerEraseAccount(app: FastifyInstance, parts: Parts): void {
  const { accountsDb, db, logDb, standings } = parts

  app.serveUnplaced(privacyRoutes.eraseMe, async ({ body, caller, request, reply }) => {
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
