import type { Route } from '@jaanch/contracts/http/route'
import { type EncodedBody, encodeBody, sendEncodedBody } from '@jaanch/platform/http/encoded-body'
import { takePlace } from '@jaanch/platform/http/request-gates'
import type { answered, Call } from '@jaanch/platform/http/served'
import { linkNext } from '@jaanch/platform/reads/paging'
import { shareNext } from '@jaanch/platform/share-calls'
import type pg from 'pg'

/** The sort key of a page's last row, if there are further pages */
type Next = { next?: { id: string } | undefined }
type Made = { body: EncodedBody } & Next

/**
 * @param key of the answer
 * @param takePlace called before an answer is made: one that is kept needs no place
 * @param make reads what the client receives
 * @throws what `takePlace` and `make` throw, without keeping it
 */
export type CatalogueAnswers = (
  key: string,
  takePlace: () => Promise<void>,
  make: () => Promise<{ answer: unknown } & Next>,
) => Promise<Made>

/** More pages than the catalogue has in any usual size, for some cities each; further ones displace the oldest */
const maxEntries = 200
/** While reviews come in, the answers are made again so often at most, ms */
const ratingsKeptForMs = 10_000
const versionQuery = {
  name: 'catalogue-version',
  // a price list begins and ends at midnight in India, when nothing changes the version
  text: `select id, ratings_id as "ratingsId", (clock_timestamp() at time zone 'Asia/Kolkata')::date::text as today
           from catalogue_version`,
}
type Version = { id: string; ratingsId: string; today: string }

/**
 * Keeps answers that are made of the catalogue and its ratings, for as long as these do not change. Each request reads the version of
 * the catalogue, in one small query for all requests that wait: every transaction that changes a package or a price list replaces
 * the version, so an answer is never older than the request, whichever process, release or operator made the change. There is no
 * notification that could be lost. Every review replaces the version of the ratings: they may be ten seconds old, because a change of
 * one mean would make all answers again.
 * @param now a clock that never goes back, ms
 */
export function createCatalogueAnswers(
  pool: pg.Pool,
  now: () => number = () => performance.now(),
): CatalogueAnswers {
  const readVersion = shareNext(async () => {
    const { rows } = await pool.query<Version>(versionQuery)
    return rows[0]
  })
  let version: Version | undefined
  let madeFrom = 0
  let entries = new Map<string, Promise<Made>>()

  function isOutdated(present: Version | undefined): boolean {
    if (present?.id !== version?.id || present?.today !== version?.today) return true
    return present?.ratingsId !== version?.ratingsId && now() - madeFrom >= ratingsKeptForMs
  }

  return async (key, takePlace, make) => {
    // before the packages are read: an answer may contain a later change than its version, never lack one
    const present = await readVersion()
    if (isOutdated(present)) {
      entries = new Map()
      version = present
      madeFrom = now()
    }
    const known = entries.get(key)
    if (known) return known
    await takePlace()
    const madeMeanwhile = entries.get(key)
    if (madeMeanwhile) return madeMeanwhile
    if (entries.size >= maxEntries) entries.delete(entries.keys().next().value as string)
    const kept = entries
    const making = make().then(({ answer, next }) => ({ body: encodeBody(answer), next }))
    kept.set(key, making)
    making.catch(() => kept.delete(key))
    return making
  }
}

/**
 * Sends the kept answer of a route, with the link to the next page. A request whose answer must be made first takes a place.
 * @param make reads the answer, which the schema of the route parses
 */
export async function sendKept<R extends Route>(
  answers: CatalogueAnswers,
  { response }: R,
  { request, reply }: Pick<Call<R>, 'request' | 'reply'>,
  key: string,
  make: () => Promise<{ answer: unknown } & Next>,
): Promise<typeof answered> {
  const { body, next } = await answers(
    key,
    () => takePlace(request),
    async () => {
      const { answer, next } = await make()
      return { answer: response === 'file' ? answer : response.parse(answer), next }
    },
  )
  if (next) linkNext(request, reply, next)
  return sendEncodedBody(request, reply, body)
}
