import { privacyCalls } from '@jaanch/account/privacy/api'
import { demandPassword } from '@jaanch/account/sessions/passwords'
import { findUser } from '@jaanch/account/users/user-rows'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { clearFilesCookie } from '@jaanch/contracts/files-cookie'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import { sql } from 'slonik'
import { z } from 'zod'
import { erasePerson } from './erase-person.ts'
import { exportMe } from './export-person.ts'

const bookingRow = z.object({ id: z.uuid(), isOpen: z.boolean() })

/**
 * A customer deletes the account. Open bookings need the name and the address: they are cancelled or completed before. An open call about a
 * critical value needs the name and the number: it is confirmed or ended as not reached before.
 */
const eraseMe = serveRead(privacyCalls.eraseMe, async ({ body, caller, request, reply }, services) => {
  const { accountsDb, logDb, passwordCheck, standings, erasureLedger } = services
  const { userId } = caller
  const user = await findUser(accountsDb, userId)
  if (!user) throw new AppError('not-signed-in')
  await demandPassword(passwordCheck, { request, caller, user, password: body.password })

  const view = await passBarrier(services, reply)
  // not from a replica: none may be missing
  const bookings = await accountsDb.any(sql.type(bookingRow)`
      select id, status not in ('completed', 'cancelled') as is_open from ${readTable(view, 'bookings')}
       where customer_id = ${userId}`)
  if (view.behind > 0) throw new AppError('unavailable')
  if (bookings.some(({ isOpen }) => isOpen)) throw new AppError('bookings-open')

  await erasePerson(logDb, {
    userId,
    bookingIds: bookings.map(({ id }) => id),
    actor: actorOf(caller),
    correlationId: request.id,
    ledger: erasureLedger,
  })
  standings.invalidate(userId)
  clearFilesCookie(services, reply)
  return undefined
})

export const privacyRoutes = [eraseMe, exportMe]
