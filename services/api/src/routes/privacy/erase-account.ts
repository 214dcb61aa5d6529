import { AppError } from '@jaanch/contracts/errors'
import { privacyRoutes } from '@jaanch/contracts/http/privacy'
import { erasePerson } from '@jaanch/storage/erase-person'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { actorOf } from '../../auth/authentication.ts'
import { demandPassword } from '../../auth/check-password.ts'
import { clearFilesCookie } from '../../auth/files-cookie.ts'
import { findUser } from '../../auth/users.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { passBarrier, readTable } from '../../reads/read-tables.ts'

const bookingRow = z.object({ id: z.uuid(), isOpen: z.boolean() })

/** A customer deletes the account. Open bookings need the name and the address: they are cancelled or completed before. */
export function registerEraseAccount(app: FastifyInstance, context: Context): void {
  const { accountsDb, db, logDb, standings } = context

  serve(app, context, privacyRoutes.eraseMe, async ({ body, caller, request, reply }) => {
    const { userId } = caller
    const user = await findUser(accountsDb, userId)
    if (!user) throw new AppError('not-signed-in')
    await demandPassword(context, { request, caller, user, password: body.password })

    const view = await passBarrier(context, reply)
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
      ledger: context.erasureLedger,
    })
    standings.invalidate(userId)
    clearFilesCookie(context, reply)
    return undefined
  })
}
