import { insertAudit } from '@jaanch/account/audit/record-audit'
import { actorOf } from '@jaanch/contracts/caller'
import { type EncodedBody, encodeBody, sendEncodedBody } from '@jaanch/platform/http/encoded-body'
import { inTransaction } from '@jaanch/platform/postgres'
import { shareNext } from '@jaanch/platform/reads/share-next'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { factCalls } from './api.ts'
import { readFacts, writeFacts } from './fact-rows.ts'

/** What the installation says of itself: everybody reads it, admins change it. */
export function registerFactRoutes(app: FastifyInstance, { logDb: pool }: { logDb: pg.Pool }): void {
  // one row for all requests that wait, so that no answer is older than its request
  const readShared = shareNext(() => readFacts(pool))
  let encoded: { version: number; body: EncodedBody } | undefined

  app.serveUnplaced(factCalls.getFacts, async ({ request, reply }) => {
    const { version, facts } = await readShared()
    if (encoded?.version !== version) encoded = { version, body: encodeBody(facts) }
    return sendEncodedBody(request, reply, encoded.body)
  })

  app.serve(factCalls.getAdminFacts, () => readFacts(pool))

  app.serve(factCalls.setFacts, ({ body, caller }) =>
    inTransaction(pool, async (client) => {
      const { stored, changed } = await writeFacts(client, body)
      if (changed.length > 0) {
        const details = { version: stored.version, facts: changed.join(', ') }
        await insertAudit(client, [{ action: 'facts-changed', actor: actorOf(caller), details }])
      }
      return stored
    }),
  )
}
