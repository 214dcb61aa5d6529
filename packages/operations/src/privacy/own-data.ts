import { Readable } from 'node:stream'
import { privacyCalls } from '@jaanch/account/privacy/api'
import { demandPassword } from '@jaanch/account/sessions/passwords'
import { findUser } from '@jaanch/account/users/user-rows'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { clearFilesCookie } from '@jaanch/contracts/files-cookie'
import { contentDisposition } from '@jaanch/platform/files/send-file'
import { createGate } from '@jaanch/platform/gate'
import type { Bounds } from '@jaanch/platform/http/bounds'
import { onceOver } from '@jaanch/platform/http/request-gates'
import { serveRead } from '@jaanch/platform/http/served'
import type { Log } from '@jaanch/platform/logging'
import type { ExportOf } from '@jaanch/platform/personal-data'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CommonQueryMethods, sql } from 'slonik'
import yazl from 'yazl'
import { z } from 'zod'
import { erasePerson } from './erase-person.ts'
import { exportedData } from './tables.ts'

/** A ZIP holds one file of up to 10 MB in memory, as long as its client takes to receive it */
const exportsAtOnce = 4

const jsonRow = z.object({ rows: z.array(z.unknown()) })
const nameRow = z.object({ id: z.uuid(), contentType: z.string() })
const bytesRow = z.object({ bytes: z.custom<Buffer>() })

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** Bounds the exports that clients are receiving. */
export type Exports = {
  /** @throws BusyError; TooManyError for a second one of the same account. @returns gives the place back */
  enter(userId: string): Promise<() => void>
  send(request: FastifyRequest, reply: FastifyReply, zip: yazl.ZipFile): void
}

export function createExports({ bodySilenceMs }: Pick<Bounds, 'bodySilenceMs'>, log: Log): Exports {
  // nobody waits: whoever receives an export slowly would be waited for with a place for writes in hand
  const gate = createGate({ name: 'exports', capacity: exportsAtOnce, capacityPerCaller: 1 })
  return {
    enter: (userId) => gate.enter(userId),
    send(request, reply, zip) {
      zip.end()
      const stream = zip.outputStream as Readable
      stream.on('error', (error) => log.warn({ err: error }, 'an export ended early'))
      // a client that takes nothing for so long gives its place to others
      request.raw.socket.setTimeout(bodySilenceMs)
      reply
        .header('content-type', 'application/zip')
        .header('content-disposition', contentDisposition('attachment', 'jaanch-my-data.zip'))
        .header('cache-control', 'private, no-store')
        .send(stream)
    },
  }
}

/** The right of access: everything about a person as a ZIP. Files are read one after the other while the client takes them. */
const exportMe = serveRead(privacyCalls.exportMe, async ({ body, caller, request, reply }, services) => {
  const { db, passwordCheck, audit, rateLimits, exports, now } = services
  const { userId } = caller
  const user = await findUser(db, userId)
  if (!user) throw new AppError('not-signed-in')
  await demandPassword(passwordCheck, { request, caller, user, password: body.password })
  // before it is counted: who is refused here may try again
  onceOver(request, reply, await exports.enter(userId))
  await rateLimits.count('exports', userId)
  const bookings = readTable(await passBarrier(services, reply), 'bookings')
  await audit.record({ action: 'data-exported', actor: actorOf(caller), userId })
  const zip = new yazl.ZipFile()
  const of = { userId, bookings, now: now() }
  await addRows(zip, db, of)
  await addFiles(zip, db, of)
  exports.send(request, reply, zip)
  return undefined
})

async function addRows(zip: yazl.ZipFile, db: CommonQueryMethods, of: ExportOf): Promise<void> {
  for (const [name, query] of exportedData.flatMap(({ rows }) => Object.entries(rows?.(of) ?? {}))) {
    const { rows } = await db.one(sql.type(jsonRow)`
      select coalesce(jsonb_agg(row), '[]') as rows from (${query}) t`)
    zip.addBuffer(Buffer.from(JSON.stringify(rows, null, 2)), `${name}.json`)
  }
}

async function addFiles(zip: yazl.ZipFile, db: CommonQueryMethods, of: ExportOf): Promise<void> {
  for (const [folder, { list, bytes }] of exportedData.flatMap(({ files }) =>
    Object.entries(files?.(of) ?? {}),
  ))
    for (const { id, contentType } of await db.any(sql.type(nameRow)`${list}`)) {
      const name = `${folder}/${id}.${extensions[contentType] ?? 'bin'}`
      zip.addReadStreamLazy(name, { compress: false }, (done) => {
        db.one(sql.type(bytesRow)`${bytes(id)}`)
          .then((row) => done(null, Readable.from([row.bytes])))
          .catch((error) => done(error, Readable.from([])))
      })
    }
}

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

export const privacyRoutes = [exportMe, eraseMe]
