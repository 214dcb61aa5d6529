import type { SWRConfiguration } from 'swr'
import { live } from './live'
import { loadPages } from './pages'

/** Data never goes stale, is never fetched again by itself and never retried (specification, section 9). */
export const swrConfig: SWRConfiguration = {
  fetcher: (key: string) => live.track(key, () => loadPages(key)),
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  refreshInterval: 0,
  onError: (error, key) => console.error(`Could not load ${key}`, error),
}
