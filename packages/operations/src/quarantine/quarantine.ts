import { insertAudit } from '@jaanch/account/audit/audit'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { contentDisposition } from '@jaanch/platform/files/send-file'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { asSent, type Stored } from '../stored.ts'
import { operationsQuarantineCalls, type QuarantinedView } from './api.ts'

const mostListed = 100

/** Uploads in which the scanner found malware. */
export const quarantineRoutes = [
  serveCall(operationsQuarantineCalls.listQuarantine, async (_, { operationsDb: db }) => {
    const { rows } = await db.query<Stored<QuarantinedView, 'at'>>(
      `select id, user_id as "userId", signature, content_type as "contentType", length(bytes) as bytes, created_at as at
         from quarantine order by created_at desc limit $1`,
      [mostListed],
    )
    return asSent(rows)
  }),
  serveCall(
    operationsQuarantineCalls.saveQuarantined,
    async ({ params: { id }, caller, reply }, { operationsDb: db }) => {
      await recordBefore(db, id, caller, 'quarantine save')
      const { rows } = await db.query<{ bytes: Buffer }>('select bytes from quarantine where id = $1', [id])
      if (!rows[0]) throw new AppError('not-found')
      // without its type and without an extension: no program opens it by itself
      reply
        .header('content-type', 'application/octet-stream')
        .header('content-disposition', contentDisposition('attachment', `quarantine-${id}`))
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .send(rows[0].bytes)
      return undefined
    },
  ),
  serveCall(
    operationsQuarantineCalls.deleteQuarantined,
    async ({ params: { id }, caller }, { operationsDb: db }) => {
      await recordBefore(db, id, caller, 'quarantine delete')
      await db.query('delete from quarantine where id = $1', [id])
      return undefined
    },
  ),
]

/** Also in the trail of the person whose file it is. @throws AppError not-found */
async function recordBefore(db: pg.Pool, id: string, caller: Caller, command: string): Promise<void> {
  const { rows } = await db.query<{ userId: string }>(
    'select user_id as "userId" from quarantine where id = $1',
    [id],
  )
  if (!rows[0]) throw new AppError('not-found')
  const { userId } = rows[0]
  const about = { actor: actorOf(caller), userId, object: `quarantine:${id}`, details: { command } }
  await insertAudit(db, [{ action: 'operator-command', ...about }])
}
