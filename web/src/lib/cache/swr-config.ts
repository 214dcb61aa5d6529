import type { SWRConfiguration } from 'swr'
import { endsSession } from '../http/api-error'
import { fetchList } from './list-pages'
import { live } from './live-cache'

/** Fetches a SWR key: path and query of a GET. */
function fetchKey(key: string): Promise<unknown> {
  return live.track(key, () => fetchList(key))
}

/** As `fetchKey`, but a 401 is an empty result (specification, section 7): for data that a page can do without. */
export async function fetchKeyOrEmpty(key: string): Promise<unknown> {
  try {
    return await fetchKey(key)
  } catch (error) {
    if (endsSession(error)) return null
    throw error
  }
}

/** Data never becomes stale, is never fetched again automatically and never retried (specification, section 9). */
export const swrConfig: SWRConfiguration = {
  fetcher: fetchKey,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  refreshInterval: 0,
  // Requests in flight are shared. A finished one is not reused, or an invalidated list would stay empty.
  dedupingInterval: 0,
  onError: (error, key) => console.error(`Could not load ${key}`, error),
}
