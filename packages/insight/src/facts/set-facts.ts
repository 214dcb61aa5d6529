import { isDeepStrictEqual } from 'node:util'
import { insertAudit } from '@jaanch/account/audit/audit'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { type EncodedBody, encodeBody, sendEncodedBody } from '@jaanch/platform/http/encoded-body'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import { shareNext } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { facts as allFacts, type FactId, factIds } from './all.ts'
import { type AdminFacts, factCalls } from './api.ts'

/** Reads the facts as an answer for everybody. */
type PublicFacts = () => Promise<EncodedBody>

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

type Row = { value: AdminFacts }

const nothing: AdminFacts = { version: 0, facts: {} }

/** Reads the stored facts with their version. */
export async function readFacts(db: Queryable): Promise<AdminFacts> {
  const { rows } = await db.query<Row>("select value from settings where key = 'facts'")
  return knownFacts(rows[0]?.value ?? nothing)
}

/** Omits facts that this release does not have: a later one that runs beside it may have stored them. */
function knownFacts({ version, facts }: AdminFacts): AdminFacts {
  return {
    version,
    facts: Object.fromEntries(Object.entries(facts).filter(([id]) => Object.hasOwn(allFacts, id))),
  }
}

/**
 * Replaces all facts. What is stored already is no change, so that a request can be repeated.
 * @param client in a transaction, which ends with the change
 * @param wanted with the version that was read before
 * @returns what is stored now, and the ids of the facts that changed
 * @throws AppError conflict if it is not the version any more
 */
async function writeFacts(
  client: pg.ClientBase,
  { version, facts }: AdminFacts,
): Promise<{ stored: AdminFacts; changed: FactId[] }> {
  await client.query("insert into settings (key, value) values ('facts', $1) on conflict (key) do nothing", [
    JSON.stringify(nothing),
  ])
  const { rows } = await client.query<Row>("select value from settings where key = 'facts' for update")
  const before = knownFacts((rows[0] as Row).value)
  if (isDeepStrictEqual(before.facts, facts)) return { stored: before, changed: [] }
  if (before.version !== version) {
    throw new AppError(
      'conflict',
      'Somebody else saved these facts a moment ago. Please look at theirs, and save again.',
    )
  }
  const stored = { version: version + 1, facts }
  await client.query("update settings set value = $1 where key = 'facts'", [JSON.stringify(stored)])
  return { stored, changed: factIds.filter((id) => before.facts[id] !== facts[id]) }
}
