import { insertAudit } from '@jaanch/account/audit/record-audit'
import { actorOf } from '@jaanch/contracts/caller'
import { type EncodedBody, encodeBody, sendEncodedBody } from '@jaanch/platform/http/encoded-body'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import { shareNext } from '@jaanch/platform/reads/share-next'
import type pg from 'pg'
import { factCalls } from './api.ts'
import { readFacts, writeFacts } from './fact-rows.ts'

/** Reads the facts as an answer for everybody. */
export type PublicFacts = () => Promise<EncodedBody>

/** Reads the row once for all requests that wait, so that no answer is older than its request, and encodes each version once. */
export function createPublicFacts(pool: pg.Pool): PublicFacts {
  const readShared = shareNext(() => readFacts(pool))
  let encoded: { version: number; body: EncodedBody } | undefined
  return async () => {
    const { version, facts } = await readShared()
    if (encoded?.version !== version) encoded = { version, body: encodeBody(facts) }
    return encoded.body
  }
}

export const getFacts = serveRead(factCalls.getFacts, async ({ request, reply }, { publicFacts }) =>
  sendEncodedBody(request, reply, await publicFacts()),
)

export const getAdminFacts = serveCall(factCalls.getAdminFacts, (_call, { logDb }) => readFacts(logDb))

export const setFacts = serveCall(factCalls.setFacts, ({ body, caller }, { logDb }) =>
  inTransaction(logDb, async (client) => {
    const { stored, changed } = await writeFacts(client, body)
    if (changed.length > 0) {
      const details = { version: stored.version, facts: changed.join(', ') }
      await insertAudit(client, [{ action: 'facts-changed', actor: actorOf(caller), details }])
    }
    return stored
  }),
)
