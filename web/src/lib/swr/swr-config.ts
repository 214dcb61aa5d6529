import type { SWRConfiguration } from 'swr'
import { send } from '../api/call'
import { live } from './live'
import { remembering } from './pages'

/** Data never goes stale, is never fetched again by itself and never retried (specification, section 9). */
export const swrConfig: SWRConfiguration = {
  fetcher: (key: string) => live.track(key, () => remembering(key, () => send('GET', key))),
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  refreshInterval: 0,
  onError: (error, key) => console.error(`Could not load ${key}`, error),
}
