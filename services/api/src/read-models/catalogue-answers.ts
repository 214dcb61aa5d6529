import type pg from 'pg'
import { type EncodedBody, encodeBody } from '../http/encoded-body.ts'
import { shareNext } from '../reads/share-next.ts'

type Made<Rest> = { body: EncodedBody } & Rest

/**
 * @param key of the answer
 * @param make reads what the client receives, and what else the handler needs
 * @throws what `make` throws, without keeping it
 */
export type CatalogueAnswers = <Rest extends object>(
  key: string,
  make: () => Promise<{ answer: unknown } & Rest>,
) => Promise<Made<Rest>>

/** More pages than the catalogue has in any usual size; whoever asks for further ones displaces all */
const maxEntries = 100
const versionQuery = { name: 'catalogue-version', text: 'select id from catalogue_version' }

/**
 * Keeps answers that are made of the catalogue alone, for as long as it does not change. Each request reads the version of the
 * catalogue, in one small query for all requests that wait: every transaction that changes a package replaces the version
 * (migration 0029), so an answer is never older than the request, whichever process, release or operator made the change. There is
 * no notification that could be lost.
 */
export function createCatalogueAnswers(pool: pg.Pool): CatalogueAnswers {
  const readVersion = shareNext(async () => {
    const { rows } = await pool.query<{ id: string }>(versionQuery)
    return rows[0]?.id
  })
  let version: string | undefined
  let entries = new Map<string, Promise<Made<object>>>()

  return async function answerOf<Rest extends object>(
    key: string,
    make: () => Promise<{ answer: unknown } & Rest>,
  ): Promise<Made<Rest>> {
    // before the packages are read: an answer may contain a later change than its version, never lack one
    const id = await readVersion()
    if (id !== version || entries.size >= maxEntries) entries = new Map()
    version = id
    const known = entries.get(key) as Promise<Made<Rest>> | undefined
    if (known) return known
    const kept = entries
    const making = make().then(
      ({ answer, ...rest }) => ({ ...rest, body: encodeBody(answer) }) as unknown as Made<Rest>,
    )
    kept.set(key, making)
    making.catch(() => kept.delete(key))
    return making
  }
}
