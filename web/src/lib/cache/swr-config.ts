import type { SWRConfiguration } from 'swr'
import { ApiError } from '../http/api-error'
import { fetchList } from './list-pages'
import { live } from './live-cache'

/** Asks for what a key names; every answer that is not OK is an error. */
function fetchResource(key: string): Promise<unknown> {
  return live.track(key, () => fetchList(key))
}

/** The mode in which a 401 is no error but an empty result (specification, section 7): for what a page can do without. */
export async function fetchTolerant(key: string): Promise<unknown> {
  try {
    return await fetchResource(key)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Data never goes stale, is never fetched again by itself and never retried (specification, section 9). */
export const swrConfig: SWRConfiguration = {
  fetcher: fetchResource,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  refreshInterval: 0,
  // calls under way are shared; one that has ended answers nobody who asks later, or a dropped list would stay empty
  dedupingInterval: 0,
  onError: (error, key) => console.error(`Could not load ${key}`, error),
}
