import type { SWRConfiguration } from 'swr'
import { endsSession } from '../http/api-error'
import type { LiveRule } from '../live/live-rule'
import { fetchList } from './list-pages'
import { live } from './live-cache'

const inFlight = new Set<Promise<unknown>>()

/** Fetches a SWR key: path and query of a GET. @param rule how live changes affect it; none if they do not */
export async function fetchKey(key: string, rule?: LiveRule): Promise<unknown> {
  const answer = live.track(key, () => fetchList(key), rule)
  inFlight.add(answer)
  try {
    return await answer
  } finally {
    inFlight.delete(answer)
  }
}

/** Resolves when every key that is being fetched now has its answer or has failed, or after `atMost` ms. */
export async function whenAnswered(atMost: number): Promise<void> {
  await Promise.race([Promise.allSettled(inFlight), new Promise((resolve) => setTimeout(resolve, atMost))])
}

/** As `fetchKey`, but a 401 is an empty result (specification, section 7): for data that a page can do without. */
export async function fetchKeyOrEmpty(key: string, rule?: LiveRule): Promise<unknown> {
  try {
    return await fetchKey(key, rule)
  } catch (error) {
    if (endsSession(error)) return null
    throw error
  }
}

/** Data never becomes stale, is never fetched again automatically and never retried (specification, section 9). */
export const swrConfig: SWRConfiguration = {
  fetcher: (key: string) => fetchKey(key),
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  refreshInterval: 0,
  // Requests in flight are shared. A finished one is not reused, or an invalidated list would stay empty.
  dedupingInterval: 0,
  onError: (error, key) => console.error(`Could not load ${key}`, error),
}
